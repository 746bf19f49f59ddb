import {VisuallyHidden} from '@mantine/core';
import {useElementSize} from '@mantine/hooks';
import {dateText} from '@gazetteer/ui';
import {type KeyboardEvent, type PointerEvent, useState} from 'react';
import type {Line} from './counts.ts';
import {countTicks, nearestIndex, timeTicks} from './scale.ts';
import classes from './statistics.module.css';

type TimeChartProps = {
  /** What the lines show, for screen readers. */
  readonly label: string;
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
  /** Enter, and a click, on the times of the points. */
  readonly onChoose: (timeMs: number) => void;
};

/** The width is that of the page, the height is not. */
const height = 260;
const margin = {top: 12, end: 16, bottom: 28, start: 56};
const whole = new Intl.NumberFormat();
const shortDay = new Intl.DateTimeFormat(undefined, {month: 'short', day: 'numeric'});
const shortTime = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit'});

/**
 * Counts over time, as lines over one axis from 0. Pointer and arrow keys read the counts of a
 * time; a table of the same numbers stands behind it for screen readers.
 */
export function TimeChart({label, lines, from, to, onChoose}: TimeChartProps) {
  const {ref, width} = useElementSize();
  const [at, setAt] = useState<number>();
  const times = lines[0]?.points.map(([time]) => time) ?? [];
  // From 0: a cut axis makes small changes look large.
  const counts = countTicks(
    Math.max(0, ...lines.flatMap(line => line.points.map(([, count]) => count))),
  );
  const top = counts.at(-1) ?? 1;
  const inner = Math.max(1, width - margin.start - margin.end);
  // From left to right in every language, as the axis of time is.
  const x = (time: number) => margin.start + ((time - from) / (to - from)) * inner;
  const y = (count: number) =>
    margin.top + (1 - count / top) * (height - margin.top - margin.bottom);
  const chosen = at === undefined ? undefined : times[at];

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(nearestIndex(times, from + ((px - margin.start) / inner) * (to - from)));
  };
  const press = (event: KeyboardEvent) => {
    const last = times.length - 1;
    // From nothing to the newest one by Left, and to the oldest one by Right.
    const next = {ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last}[
      event.key
    ];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(last, next)));
    } else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen);
    else if (event.key === 'Escape') setAt(undefined);
  };
  return (
    <figure className={classes['chart']}>
      <Legend lines={lines} at={at} chosen={chosen} />
      <div ref={ref}>
        {/* A slider is what a screen reader knows of something that arrow keys move along. */}
        <div
          // The value is spoken in words, since a number would be an index.
          role="slider"
          tabIndex={0}
          aria-label={`${label}: time`}
          aria-valuemin={0}
          aria-valuemax={times.length - 1}
          aria-valuenow={at ?? times.length - 1}
          aria-valuetext={
            chosen === undefined ? 'no time chosen' : valuesText(lines, at ?? 0, chosen)
          }
          className={classes['plot']}
          onKeyDown={press}
          onBlur={() => setAt(undefined)}
        >
          {/* Drawn by hand: one chart is not worth a library. */}
          <svg
            width={width}
            height={height}
            aria-hidden
            onPointerMove={point}
            onPointerLeave={() => setAt(undefined)}
            onClick={() => chosen !== undefined && onChoose(chosen)}
          >
            <CountAxis counts={counts} width={width} y={y} />
            {width > 0 && (
              <TimeAxis from={from} to={to} x={x} room={Math.max(2, Math.floor(inner / 90))} />
            )}
            <Lines lines={lines} chosen={chosen} x={x} y={y} />
            <Points lines={lines} at={at} x={x} y={y} />
          </svg>
        </div>
      </div>
      <NumbersTable label={label} lines={lines} />
    </figure>
  );
}

type Scale = (value: number) => number;
type LinesProps = {lines: readonly Line[]; chosen: number | undefined; x: Scale; y: Scale};

function Lines({lines, chosen, x, y}: LinesProps) {
  return (
    <>
      {lines.map((line, i) => (
        <path key={line.label} d={pathOf(line, x, y)} className={classes['line']} data-line={i} />
      ))}
      {chosen !== undefined && (
        <line
          x1={x(chosen)}
          x2={x(chosen)}
          y1={margin.top}
          y2={height - margin.bottom}
          className={classes['cursor']}
        />
      )}
    </>
  );
}

type LegendProps = {lines: readonly Line[]; at: number | undefined; chosen: number | undefined};

function Legend({lines, at, chosen}: LegendProps) {
  return (
    <figcaption className={classes['legend']}>
      {lines.map((line, i) => (
        <span key={line.label} data-line={i}>
          <svg width="18" height="10" aria-hidden>
            <line x1="0" x2="18" y1="5" y2="5" className={classes['line']} data-line={i} />
          </svg>
          {line.label}
          {at !== undefined && <strong> {whole.format(line.points[at]?.[1] ?? 0)}</strong>}
        </span>
      ))}
      <span className={classes['readout']} role="status">
        {chosen === undefined ? '' : dateText(chosen)}
      </span>
    </figcaption>
  );
}

function CountAxis({counts, width, y}: {counts: readonly number[]; width: number; y: Scale}) {
  return counts.map(count => (
    <g key={count}>
      <line
        x1={margin.start}
        x2={width - margin.end}
        y1={y(count)}
        y2={y(count)}
        className={classes['grid']}
      />
      <text x={margin.start - 8} y={y(count)} textAnchor="end" dominantBaseline="middle">
        {whole.format(count)}
      </text>
    </g>
  ));
}

/** A line of one point has nothing else to be seen by. */
function Points({
  lines,
  at,
  x,
  y,
}: {
  lines: readonly Line[];
  at: number | undefined;
  x: Scale;
  y: Scale;
}) {
  return lines.map((line, i) =>
    line.points.map(([time, count], n) =>
      n === at || line.points.length === 1 ? (
        <circle
          key={time}
          cx={x(time)}
          cy={y(count)}
          r={4}
          className={classes['point']}
          data-line={i}
        />
      ) : null,
    ),
  );
}

function TimeAxis({
  from,
  to,
  x,
  room,
}: {
  from: number;
  to: number;
  x: (time: number) => number;
  room: number;
}) {
  // Of the first day, so that ticks stand still over a change of the clock.
  const offsetMs = new Date(from).getTimezoneOffset() * 60_000;
  const ticks = timeTicks(from, to, room, offsetMs);
  const isWithinDays = to - from <= 3 * 86_400_000;
  return ticks.map(time => {
    const isMidnight = (time - offsetMs) % 86_400_000 === 0;
    return (
      <text key={time} x={x(time)} y={height - 8} textAnchor="middle">
        {isWithinDays && !isMidnight ? shortTime.format(time) : shortDay.format(time)}
      </text>
    );
  });
}

/** The newest ones: nobody listens to thousands of rows. */
const tableRows = 50;

function NumbersTable({label, lines}: {label: string; lines: readonly Line[]}) {
  const times = (lines[0]?.points ?? []).map(([time]) => time);
  // From the end of the list, which is the newest.
  const first = Math.max(0, times.length - tableRows);
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map(line => (
              <th key={line.label} scope="col">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.slice(first).map((time, n) => (
            <tr key={time}>
              <th scope="row">{dateText(time)}</th>
              {lines.map(line => (
                <td key={line.label}>{whole.format(line.points[first + n]?.[1] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

/** All that the legend shows at that time, as one sentence. */
function valuesText(lines: readonly Line[], at: number, time: number): string {
  const counts = lines.map(line => `${line.label} ${whole.format(line.points[at]?.[1] ?? 0)}`);
  return `${dateText(time)}: ${counts.join(', ')}`;
}

function pathOf(line: Line, x: (time: number) => number, y: (count: number) => number): string {
  return line.points
    .map(([time, count], i) => `${i === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(count).toFixed(1)}`)
    .join('');
}

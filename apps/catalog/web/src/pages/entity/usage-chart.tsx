import type {Schemas} from '@gazetteer/client';
import {useState} from 'react';
import classes from './entity.module.css';

const shownDays = 90;
const dayMs = 86_400_000;
const [barWidth, gap, height] = [6, 2, 90];

/** Queries and job runs of each of the last 90 days, as bars from left to right. */
export function UsageChart({days}: {days: Schemas['EntityUsage']['days']}) {
  const counts = new Map(days.map(one => [one.date, one.queries + one.jobRuns]));
  const [last] = useState(() => Math.floor(Date.now() / dayMs));
  const bars = Array.from({length: shownDays}, (_, n) => {
    const date = new Date((last - shownDays + 1 + n) * dayMs).toISOString().slice(0, 10);
    return {date, count: counts.get(date) ?? 0};
  });
  const top = Math.max(1, ...bars.map(({count}) => count));
  const used = bars.filter(({count}) => count > 0).length;
  const width = shownDays * (barWidth + gap);
  return (
    <svg
      role="img"
      aria-label={`Queries per day: used on ${used} of ${shownDays} days, at most ${top.toLocaleString('en')} on a day`}
      viewBox={`0 0 ${width} ${height}`}
      className={classes['usage'] ?? ''}
      preserveAspectRatio="none"
    >
      {bars.map(({date, count}, n) => {
        const tall = count === 0 ? 1 : Math.max(3, (count / top) * height);
        return (
          <rect
            key={date}
            x={n * (barWidth + gap)}
            y={height - tall}
            width={barWidth}
            height={tall}
            className={count === 0 ? classes['unused'] : undefined}
          >
            <title>{`${date}: ${count.toLocaleString('en')}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

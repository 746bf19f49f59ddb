import {Text} from '@mantine/core';
import {heaviestOf, type PlanStep, weightOf} from '@gazetteer/sql';
import {bytesText} from '@gazetteer/ui';
import classes from './plan.module.css';

/** From this part of the most on, a step is worth a look. */
const heavyPart = 0.5;
const number = new Intl.NumberFormat(undefined, {maximumFractionDigits: 1});
const short = new Intl.NumberFormat(undefined, {notation: 'compact', maximumFractionDigits: 1});

const marked = {
  ms: 'Marked: the steps that took longest.',
  cost: 'Marked: the steps that cost most, as the engine expects.',
  rows: 'Marked: the steps with the most rows, as the engine expects.',
  bytes: 'Marked: the steps with the most data, as the engine expects.',
};

/** A plan as a tree: what a step reads from stands below it. */
export function PlanPicture({plan}: {readonly plan: PlanStep}) {
  const heaviest = heaviestOf(plan);
  return (
    <>
      {heaviest !== undefined && (
        <Text size="sm" c="dimmed">
          {marked[heaviest.by]}
        </Text>
      )}
      <ul className={classes['tree']} aria-label="Steps of the plan">
        <Step step={plan} weigh={step => weightOf(step, heaviest)} />
      </ul>
    </>
  );
}

type StepProps = {
  readonly step: PlanStep;
  readonly weigh: (step: PlanStep) => number;
};

function Step({step, weigh}: StepProps) {
  const {name, details, note, children} = step;
  const weight = weigh(step);
  return (
    <li className={classes['item']}>
      <div
        className={classes['step']}
        data-heavy={weight > heavyPart || note !== undefined || undefined}
      >
        <div className={classes['head']}>
          <strong>{name}</strong>
          <small>{figuresOf(step)}</small>
        </div>
        {note !== undefined && <div>{note}</div>}
        {details.map(detail => (
          <div key={detail} className={classes['detail']} title={detail}>
            {detail}
          </div>
        ))}
        <div className={classes['bar']} style={{'--weight': weight} as object} aria-hidden />
      </div>
      {children.length > 0 && (
        <ul className={classes['below']}>
          {children.map((child, n) => (
            // Steps of a plan have no names of their own, and never change places.
            <Step key={n} step={child} weigh={weigh} />
          ))}
        </ul>
      )}
    </li>
  );
}

/**
 * Estimates are rounded, and marked as such; what was counted is exact. Beside counted rows stands
 * the estimate, too: where both are far apart the engine has planned badly.
 */
function figuresOf({estimatedRows, estimatedBytes, cost, rows, ms}: PlanStep): string {
  const found = [];
  if (rows !== undefined) found.push(`${rows.toLocaleString()} rows`);
  if (estimatedRows !== undefined)
    found.push(
      rows === undefined
        ? `≈ ${short.format(estimatedRows)} rows`
        : `≈ ${short.format(estimatedRows)}`,
    );
  if (estimatedBytes !== undefined) found.push(`≈ ${bytesText(estimatedBytes)}`);
  if (cost !== undefined) found.push(`cost ${short.format(cost)}`);
  if (ms !== undefined) found.push(`${number.format(ms)} ms`);
  return found.join(' · ');
}

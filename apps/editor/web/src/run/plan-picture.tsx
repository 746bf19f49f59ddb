import {Text} from '@mantine/core';
import {heaviestOf, type PlanStep, rowsOf} from '@gazetteer/sql';
import classes from './plan.module.css';

/** From this part of the most on, a step is worth a look. */
const heavyPart = 0.5;
const number = new Intl.NumberFormat(undefined, {maximumFractionDigits: 1});
const short = new Intl.NumberFormat(undefined, {notation: 'compact', maximumFractionDigits: 1});

/** A plan as a tree: what a step reads from stands below it. */
export function PlanPicture({plan}: {readonly plan: PlanStep}) {
  const heaviest = heaviestOf(plan);
  /** How much of the heaviest step a step is, from 0 to 1. */
  const weightOf = (step: PlanStep): number =>
    heaviest === undefined
      ? 0
      : ((heaviest.by === 'ms' ? step.ms : rowsOf(step)) ?? 0) / heaviest.most;
  return (
    <>
      {heaviest !== undefined && (
        <Text size="sm" c="dimmed">
          {heaviest.by === 'ms'
            ? 'Marked: the steps that take longest.'
            : 'Marked: the steps with the most rows, as the engine thinks.'}
        </Text>
      )}
      <ul className={classes['tree']} aria-label="Steps of the plan">
        <Step step={plan} weightOf={weightOf} />
      </ul>
    </>
  );
}

type StepProps = {
  readonly step: PlanStep;
  readonly weightOf: (step: PlanStep) => number;
};

function Step({step, weightOf}: StepProps) {
  const {name, details, note, children} = step;
  const weight = weightOf(step);
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
            <Step key={n} step={child} weightOf={weightOf} />
          ))}
        </ul>
      )}
    </li>
  );
}

function figuresOf({estimatedRows, rows, ms}: PlanStep): string {
  const found = [];
  if (rows !== undefined) found.push(`${rows.toLocaleString()} rows`);
  if (estimatedRows !== undefined)
    found.push(
      rows === undefined
        ? `≈ ${short.format(estimatedRows)} rows`
        : `≈ ${short.format(estimatedRows)}`,
    );
  if (ms !== undefined) found.push(`${number.format(ms)} ms`);
  return found.join(' · ');
}

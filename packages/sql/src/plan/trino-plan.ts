import {jsonOf, maxDepth, maxDetails, membersOf} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

/** What `EXPLAIN (TYPE LOGICAL, FORMAT JSON)` of Trino writes of a step. */
type Written = {
  readonly name: string;
  readonly descriptor: Readonly<Record<string, string>>;
  readonly details: readonly string[];
  readonly estimates: readonly Readonly<Record<string, number | string>>[];
  readonly children: readonly unknown[];
};

/** What the engine knows by itself of a step, and nobody reads. */
const untold = new Set(['hash', 'hashColumn', 'isReplicateNullsAndAny']);
const moving = new Set(['RemoteExchange', 'ExchangeNode', 'RemoteSource']);

/** The plan that Trino writes as JSON; undefined for another text. */
export function trinoPlan(text: string): PlanStep | undefined {
  const root = jsonOf(text);
  return isStep(root) ? stepOf(root, 0) : undefined;
}

function stepOf(
  {name, descriptor, details, estimates, children}: Written,
  depth: number,
): PlanStep {
  const told = Object.entries(descriptor)
    .filter(([key, value]) => !untold.has(key) && value !== '' && value !== '[]')
    .map(([key, value]) => `${key}: ${value}`);
  return {
    name,
    details: [...told, ...details.map(line => line.trim())].slice(0, maxDetails),
    note: noteOf(name, descriptor),
    // One that is made of several steps tells the last of them last.
    estimatedRows: finite(estimates.at(-1)?.['outputRowCount']),
    estimatedBytes: finite(estimates.at(-1)?.['outputSizeInBytes']),
    rows: undefined,
    ms: undefined,
    children:
      depth < maxDepth ? children.filter(isStep).map(child => stepOf(child, depth + 1)) : [],
  };
}

function noteOf(name: string, {criteria}: Readonly<Record<string, string>>): string | undefined {
  if (moving.has(name)) return 'Rows are moved between machines.';
  return name === 'CrossJoin' || (name.endsWith('Join') && criteria === '')
    ? 'Each row is joined with all others.'
    : undefined;
}

function isStep(value: unknown): value is Written {
  const {name, descriptor, details, estimates, children} = membersOf(value);
  return (
    typeof name === 'string' &&
    typeof descriptor === 'object' &&
    descriptor !== null &&
    [details, estimates, children].every(one => Array.isArray(one))
  );
}

/** Figures that Trino does not know are the text `NaN`. */
function finite(value: number | string | undefined): number | undefined {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

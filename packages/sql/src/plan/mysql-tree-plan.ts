import {jsonOf, maxDepth, maxDetails, membersOf} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Members = Readonly<Record<string, unknown>>;

/** `Filter: (a > 1)`, `Table scan on orders`, `Inner hash join (no condition)`. */
const operation = /^(.*?)(?:: | on (?=\S))(.*)$/s;

/**
 * The plan that MySQL writes as JSON of its second version (`explain_json_format_version`), in which
 * each step has its inputs; undefined for another text.
 */
export function mySqlTreePlan(text: string): PlanStep | undefined {
  const whole = membersOf(jsonOf(text));
  // Without `query_plan` around it in the first versions that had it.
  const root = whole['query_plan'] ?? (whole['query'] === undefined ? undefined : whole);
  const steps = root === undefined ? [] : stepsOf(membersOf(root), 0, 1);
  return steps.length > 1
    ? {name: 'result', details: [], ...figuresOf({}, [], 1), children: steps}
    : steps[0];
}

/**
 * A step; its inputs where it is none itself.
 * @param loops how often MySQL expects it to run
 */
function stepsOf(written: Members, depth: number, loops: number): PlanStep[] {
  if (depth > maxDepth) return [];
  const inputs = [written['inputs'] ?? []].flat().map(membersOf);
  const children = inputs.flatMap((one, n) =>
    stepsOf(one, depth + 1, loops * loopsOf(written, inputs, n)),
  );
  const {operation: what} = written;
  if (typeof what !== 'string') return children;
  const [, name = what, told = ''] = operation.exec(what) ?? [];
  return [
    {
      name,
      details: [written['heading'], told]
        .filter(one => typeof one === 'string' && one !== '')
        .map(String)
        .slice(0, maxDetails),
      note: /no condition/.test(what) ? 'Each row is joined with all others.' : undefined,
      ...figuresOf(written, inputs, loops),
      children,
    },
  ];
}

/** A nested loop runs what stands behind its first input once for each row of that. */
function loopsOf({operation: what}: Members, inputs: readonly Members[], n: number): number {
  const rows = inputs[0]?.['estimated_rows'];
  const isLooped = n > 0 && typeof what === 'string' && what.startsWith('Nested loop');
  return isLooped && typeof rows === 'number' ? rows : 1;
}

/** What MySQL tells of a step is of its inputs as well, but for its rows. */
function figuresOf(
  written: Members,
  inputs: readonly Members[],
  loops: number,
): Pick<PlanStep, 'estimatedRows' | 'cost' | 'rows' | 'ms'> {
  const number = (key: string, from = written) =>
    typeof from[key] === 'number' ? from[key] : undefined;
  const own = (figure: (from: Members, times: number) => number | undefined) => {
    const all = figure(written, loops);
    const below = inputs.reduce(
      (sum, one, n) => sum + (figure(one, loops * loopsOf(written, inputs, n)) ?? 0),
      0,
    );
    return all === undefined ? undefined : Math.max(0, all - below);
  };
  const cost = (from: Members, times: number) => {
    const once = number('estimated_total_cost', from);
    return once === undefined ? undefined : once * times;
  };
  const times = (key: string) => (from: Members) => {
    const once = number(key, from);
    return once === undefined ? undefined : once * (number('actual_loops', from) ?? 1);
  };
  return {
    estimatedRows: number('estimated_rows'),
    cost: own(cost),
    rows: times('actual_rows')(written),
    ms: own(times('actual_last_row_ms')),
  };
}

import {jsonOf, maxDepth, maxDetails} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

/** What `EXPLAIN (FORMAT JSON)` and `EXPLAIN (ANALYZE, FORMAT JSON)` of DuckDB write of a step. */
type Written = {
  readonly name?: string;
  readonly operator_name?: string;
  readonly operator_timing?: number;
  readonly operator_cardinality?: number;
  readonly extra_info?: Readonly<Record<string, string | readonly string[]>>;
  readonly children?: readonly Written[];
};

const estimate = 'Estimated Cardinality';

/** The plan that DuckDB writes as JSON; undefined for another text. */
export function duckDbPlan(text: string): PlanStep | undefined {
  const written = jsonOf(text);
  const root: unknown = Array.isArray(written) ? written[0] : written;
  return isStep(root) ? stepOf(outermost(root), 0) : undefined;
}

/** What was run stands below a head of figures, and below the EXPLAIN itself. */
function outermost(root: Written): Written {
  const [only] = root.children ?? [];
  const isHead = nameOf(root) === '' || nameOf(root) === 'EXPLAIN_ANALYZE';
  return isHead && only !== undefined ? outermost(only) : root;
}

function stepOf(written: Written, depth: number): PlanStep {
  const {[estimate]: estimated, ...info} = written.extra_info ?? {};
  const {operator_timing: seconds, operator_cardinality: rows, children = []} = written;
  return {
    name: nameOf(written).trim().replaceAll('_', ' ').toLowerCase(),
    details: Object.entries(info)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(', ')}`)
      .slice(0, maxDetails),
    estimatedRows: numberOf(estimated),
    rows,
    ms: seconds === undefined ? undefined : seconds * 1000,
    children:
      depth < maxDepth ? children.filter(isStep).map(child => stepOf(child, depth + 1)) : [],
  };
}

const nameOf = ({name, operator_name: ran}: Written): string => name ?? ran ?? '';

function isStep(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && Array.isArray((value as Written).children);
}

function numberOf(text: string | readonly string[] | undefined): number | undefined {
  const number = Number(text);
  return typeof text === 'string' && text !== '' && Number.isFinite(number) ? number : undefined;
}

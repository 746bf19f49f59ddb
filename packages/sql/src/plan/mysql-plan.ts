import {jsonOf, maxDepth, maxDetails, membersOf} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Members = Readonly<Record<string, unknown>>;

/** How a table is read, in the words of MySQL and MariaDB, and what it is called here. */
const accesses: Readonly<Record<string, string>> = {
  ALL: 'full table scan',
  index: 'full index scan',
  range: 'index range scan',
  index_merge: 'index merge',
  system: 'single row',
  const: 'single row',
  eq_ref: 'unique index lookup',
  ref: 'index lookup',
  ref_or_null: 'index lookup',
  unique_subquery: 'unique index lookup',
  index_subquery: 'index lookup',
  fulltext: 'full-text lookup',
};
/** What is told of a step, and what it is called here. */
const told: readonly (readonly [key: string, label: string])[] = [
  ['table_name', ''],
  ['message', ''],
  ['key', 'key: '],
  ['ref', 'equals: '],
  ['index_condition', ''],
  ['attached_condition', ''],
  ['sort_key', 'order: '],
  ['buffer_type', 'buffer: '],
  ['using_join_buffer', 'buffer: '],
];
/** Members that only hold others. */
const held = new Set(['query_block', 'read_sorted_file', 'query_specifications']);
/** Members that are no steps. */
const unread = new Set(['query_optimization', 'r_engine_stats', 'cost_info']);

/** The plan that MySQL and MariaDB write as JSON; undefined for another text. */
export function mySqlPlan(text: string): PlanStep | undefined {
  const {query_block: block} = membersOf(jsonOf(text));
  if (block === undefined) return undefined;
  const steps = stepsIn(membersOf(block), 0);
  return steps.length === 1 ? steps[0] : plain('result', steps);
}

/** Steps that are members of something, wherever they are. */
function stepsIn(written: Members, depth: number): PlanStep[] {
  if (depth > maxDepth) return [];
  return Object.entries(written).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null || unread.has(key)) return [];
    if (key === 'nested_loop') return nestedLoop([value].flat().map(membersOf), depth);
    if (key === 'table' || key === 'block-nl-join')
      return [readStep(key, membersOf(value), 1, depth)];
    const below = [value].flat().flatMap(one => stepsIn(membersOf(one), depth + 1));
    if (below.length === 0 || held.has(key)) return below;
    const own = membersOf(value);
    return [{...plain(nameOf(key), below), details: detailsOf(own), ...figuresOf(own, 1)}];
  });
}

/** Each table is read once for each row of those before it. */
function nestedLoop(written: readonly Members[], depth: number): PlanStep[] {
  let before = 1;
  const steps = written.flatMap(one => {
    const [key, value] = Object.entries(one)[0] ?? [];
    const isRead = key === 'table' || key === 'block-nl-join';
    const found = isRead
      ? [readStep(key, membersOf(value), before, depth + 1)]
      : stepsIn(one, depth + 1);
    before = found.at(-1)?.estimatedRows ?? before;
    return found;
  });
  return steps.length > 1 ? [plain('nested loop', steps)] : steps;
}

function readStep(key: string, written: Members, before: number, depth: number): PlanStep {
  const table = membersOf(written['table'] ?? written);
  const isBuffered = key !== 'table' || written['using_join_buffer'] !== undefined;
  const isFree = isBuffered && before > 1 && written['attached_condition'] === undefined;
  return {
    ...plain(nameOfRead(table), stepsIn({...table, table: undefined}, depth + 1)),
    details: detailsOf({...table, ...written}),
    note: isFree && table['ref'] === undefined ? 'Each row is joined with all others.' : undefined,
    ...figuresOf(table, before),
  };
}

function nameOfRead({access_type: access, message}: Members): string {
  if (access === undefined) return message === undefined ? 'table' : 'no table';
  return accesses[String(access)] ?? nameOf(String(access));
}

function nameOf(key: string): string {
  return key.replaceAll(/[_-]/g, ' ');
}

/** @param before rows of the tables that are read before it */
function figuresOf(
  written: Members,
  before: number,
): Pick<PlanStep, 'estimatedRows' | 'cost' | 'rows' | 'ms'> {
  const number = (key: string, from = written) => {
    const value = Number(from[key] ?? NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const costs = membersOf(written['cost_info']);
  const [read, evaluated] = [number('read_cost', costs), number('eval_cost', costs)];
  const [scanned, loops = 1] = [
    number('rows') ?? number('rows_examined_per_scan'),
    number('r_loops'),
  ];
  const part = (key: string) => (number(key) ?? 100) / 100;
  const given = number('r_rows');
  const [inTable, beside] = [number('r_table_time_ms'), number('r_other_time_ms')];
  return {
    estimatedRows:
      number('rows_produced_per_join') ??
      (scanned === undefined ? undefined : Math.round(before * scanned * part('filtered'))),
    cost:
      number('cost') ??
      (read === undefined && evaluated === undefined ? undefined : (read ?? 0) + (evaluated ?? 0)),
    rows:
      given === undefined
        ? number('r_output_rows')
        : Math.round(given * loops * part('r_filtered')),
    ms: inTable === undefined ? number('r_total_time_ms') : inTable + (beside ?? 0),
  };
}

function detailsOf(written: Members): string[] {
  return told
    .flatMap(([key, label]) => {
      const value = written[key];
      return value === undefined ? [] : [`${label}${[value].flat().join(', ')}`];
    })
    .slice(0, maxDetails);
}

function plain(name: string, children: readonly PlanStep[]): PlanStep {
  return {name, details: [], estimatedRows: undefined, rows: undefined, ms: undefined, children};
}

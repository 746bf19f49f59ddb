import {jsonOf, maxDepth, maxDetails, membersOf} from './json-plan.ts';
import type {PlanStep} from './plan.ts';

type Members = Readonly<Record<string, unknown>>;

/** What is told of a step, in the words of PostgreSQL, and what it is called here. */
const told: readonly (readonly [key: string, label: string])[] = [
  ['Operation', ''],
  ['Relation Name', ''],
  ['Function Name', ''],
  ['CTE Name', 'WITH: '],
  ['Subplan Name', ''],
  ['Index Name', 'index: '],
  ['Join Type', 'join: '],
  ['Hash Cond', ''],
  ['Merge Cond', ''],
  ['Join Filter', ''],
  ['Index Cond', ''],
  ['Recheck Cond', ''],
  ['Filter', 'filter: '],
  ['Rows Removed by Filter', 'rows removed: '],
  ['Group Key', 'keys: '],
  ['Sort Key', 'order: '],
  ['Sort Method', 'method: '],
  ['Workers Planned', 'workers: '],
];
/** What may have the rows of the inner side depend on the outer one. */
const conditions = ['Join Filter', 'Index Cond', 'Recheck Cond', 'TID Cond', 'Cache Key', 'Filter'];

/** The plan that PostgreSQL writes as JSON; undefined for another text. */
export function postgresPlan(text: string): PlanStep | undefined {
  const written = jsonOf(text);
  const plan = membersOf(Array.isArray(written) ? written[0] : undefined)['Plan'];
  return membersOf(plan)['Node Type'] === undefined ? undefined : stepOf(membersOf(plan), 0);
}

function stepOf(written: Members, depth: number): PlanStep {
  const below = depth < maxDepth ? childrenOf(written) : [];
  const {loops, rows, ms} = measured(written);
  const own = (figure: (one: Members) => number | undefined): number | undefined => {
    const whole = figure(written);
    return whole === undefined
      ? undefined
      : Math.max(0, whole - below.reduce((sum, one) => sum + (figure(one) ?? 0), 0));
  };
  return {
    name: String(written['Node Type']),
    details: detailsOf(written),
    note: isFree(written) ? 'Each row is joined with all others.' : undefined,
    estimatedRows: numberOf(written['Plan Rows']),
    cost: own(one => numberOf(one['Total Cost'])),
    rows: rows === undefined ? undefined : Math.round(rows * loops),
    ms: ms === undefined ? undefined : own(one => totalMs(one)),
    children: below.map(child => stepOf(child, depth + 1)),
  };
}

/** Of each time that a step was begun anew. */
function measured(written: Members): {loops: number; rows?: number; ms?: number} {
  const [rows, ms] = [numberOf(written['Actual Rows']), numberOf(written['Actual Total Time'])];
  return {
    loops: numberOf(written['Actual Loops']) ?? 1,
    ...(rows !== undefined && {rows}),
    ...(ms !== undefined && {ms}),
  };
}

function totalMs(written: Members): number | undefined {
  const {loops, ms} = measured(written);
  return ms === undefined ? undefined : ms * loops;
}

function childrenOf(written: Members): Members[] {
  return [written['Plans'] ?? []].flat().map(membersOf);
}

function detailsOf(written: Members): string[] {
  return told
    .flatMap(([key, label]) => {
      const value = written[key];
      if (value === undefined || (key === 'Join Type' && value === 'Inner')) return [];
      const alias = key === 'Relation Name' ? aliasOf(written) : '';
      return [`${label}${[value].flat().join(', ')}${alias}`];
    })
    .slice(0, maxDetails);
}

function aliasOf({'Relation Name': name, Alias: alias}: Members): string {
  return typeof alias === 'string' && alias !== name ? ` ${alias}` : '';
}

/** Nothing says which rows of the inner side belong to one of the outer side. */
function isFree(written: Members): boolean {
  if (written['Node Type'] !== 'Nested Loop' || written['Join Filter'] !== undefined) return false;
  const inner = childrenOf(written).find(one => one['Parent Relationship'] === 'Inner');
  return inner !== undefined && !hasCondition(inner, 0);
}

function hasCondition(written: Members, depth: number): boolean {
  return (
    depth > maxDepth ||
    conditions.some(key => written[key] !== undefined) ||
    childrenOf(written).some(child => hasCondition(child, depth + 1))
  );
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

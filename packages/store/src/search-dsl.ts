import type {DslColumn, DslPlan, EntityRecord, FilterField, SearchQuery} from '@gazetteer/model';
import type {GraphRead} from './graph-store.ts';
import {countHits, pageOf, recordsOf} from './search.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {joined, raw, runSql, sql, type Sql} from './sql-text.ts';

/** One page of entities, in their order; counted only where the order depends on how many there are. */
export async function dslEntities(graph: GraphRead, query: SearchQuery): Promise<EntityRecord[]> {
  if (query.limit === 0) return [];
  const plan = await planSearch(graph, query);
  if (plan.isEmpty) return [];
  const count = query.sort === undefined ? Infinity : await countHits(graph, plan);
  if (count <= query.offset) return [];
  return (await recordsOf(graph, await pageOf(graph, plan, query, count))).records;
}

type Table = NonNullable<DslPlan['table']>;

/**
 * Rows of a table with groups or functions. Each group has a row for each combination of its values, with the functions
 * over the whole group; without `groups` all entities are one. An entity without a value is in no group.
 */
export async function dslGroups(graph: GraphRead, query: SearchQuery, table: Table): Promise<unknown[][]> {
  const plan = await planSearch(graph, query);
  const {columns, groups = []} = table;
  const isTotal = groups.length === 0 && columns.every(one => one.name !== undefined);
  if (query.limit === 0) return [];
  if (isTotal && columns.every(one => one.name === 'count')) {
    const count = plan.isEmpty ? 0 : await countHits(graph, plan);
    return query.offset > 0 ? [] : [columns.map(() => count)];
  }
  if (plan.isEmpty) return isTotal ? [columns.map(one => emptyTotal(one))] : [];
  const rows = await runSql<Record<string, unknown>>(graph.session, groupRows(plan, query, table));
  return rows.map(row => columns.map((column, i) => cell(plan, column, row[`c${i}`])));
}

/** Of no entities at all: nothing is counted and summed up to 0, and has no least, greatest or mean value. */
function emptyTotal({name}: DslColumn): unknown {
  return name === 'count' || name === 'sum' ? 0 : '';
}

function groupRows(plan: SearchPlan, {limit, offset}: SearchQuery, table: Table): Sql {
  const {columns, groups = [], order} = table;
  const fields = [...columns.map(one => one.field), ...groups];
  const values = fields.map((field, i) => raw(`${field === undefined ? '1' : valueOf(plan, field)} AS v${i}`));
  const withEntity = fields.some(field => field?.kind === 'field');
  const hits = selectHits(plan, joined(values, ', '), {withEntity});
  const groupValues = groups.map((_, i) => `v${columns.length + i}`);
  const isGroupBy = columns.every(one => one.name !== undefined);
  const shown = columns.map((column, i) => `${shownAs(column, i, groupValues, isGroupBy)} AS c${i}`);
  const keys = groupValues.map((value, i) => `${value} AS c${columns.length + i}`);
  const select = `SELECT ${isGroupBy ? '' : 'DISTINCT '}${[...shown, ...keys].join(', ')} FROM hits`;
  const groupBy = isGroupBy && groups.length > 0 ? ` GROUP BY ${groupValues.join(', ')}` : '';
  const first = order === undefined ? [] : [ordered(order.by, order.descending)];
  const rest = fields.map((_, i) => ordered(groups.length === 0 ? i : (i + columns.length) % fields.length, false));
  return sql`WITH hits AS (${hits}) SELECT * FROM (${raw(select + groupBy)}) AS grouped
    ORDER BY ${raw([...first, ...rest].join(', '))} LIMIT ${limit} OFFSET ${offset}`;
}

function shownAs({name}: DslColumn, i: number, groupValues: readonly string[], isGroupBy: boolean): string {
  if (name === undefined) return `v${i}`;
  const call = name === 'count' ? 'count(*)' : `${name}(v${i})`;
  if (isGroupBy) return call;
  return `${call} OVER (${groupValues.length === 0 ? '' : `PARTITION BY ${groupValues.join(', ')}`})`;
}

/** The same order of missing values on both databases. */
function ordered(column: number, descending: boolean): string {
  return `c${column} IS NULL, c${column}${descending ? ' DESC' : ''}`;
}

/** A single value; the least of a list. */
function valueOf({context}: SearchPlan, found: FilterField): string {
  if (found.kind === 'status') return 'f.state';
  if (found.kind === 'type') return 'f.type_id';
  if (found.kind !== 'field') throw new Error(`${found.kind} has no single value`);
  const {field} = found;
  if (field.kind === 'column') return `e.${field.column}`;
  const {jsonNumbers, jsonTexts} = context.dialect;
  const values = (field.compare === 'number' ? jsonNumbers : jsonTexts)(`e.${field.column}`, field.path);
  return `(SELECT min(value) FROM ${values} AS j)`;
}

/** As JSON shows it; a missing value is an empty text, as in the reference. */
function cell({context}: SearchPlan, {name, field}: DslColumn, value: unknown): unknown {
  if (value === null || value === undefined) return name === 'sum' ? 0 : '';
  if (name === 'count' || name === 'sum' || name === 'avg') return value;
  if (field?.kind === 'status') return value === 0 ? 'ACTIVE' : 'DELETED';
  if (field?.kind === 'type') return context.symbols.name(Number(value));
  const type = field?.kind === 'field' ? field.valueType : undefined;
  return type?.kind === 'primitive' && type.name === 'boolean' ? value === 'true' : value;
}

import {exactly, type DslPlan, type EntityRecord, type SearchQuery} from '@gazetteer/model';
import {groupRows, totals} from './dsl-sql.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {frequentHits} from './search-estimate.ts';
import {countHits, pageOf, pageOfFrequent, recordsOf} from './search.ts';
import {hasOthers} from './search-others.ts';
import {planSearch, type SearchPlan} from './search-plan.ts';
import {runSql} from '../schema/sql-text.ts';

type Table = NonNullable<DslPlan['table']>;
type Column = Table['columns'][number];

/**
 * One page of entities, in their order; counted only where the order depends on how many there are.
 */
export async function dslEntities(graph: GraphRead, query: SearchQuery): Promise<EntityRecord[]> {
  if (query.limit === 0) return [];
  const plan = await planSearch(graph, query);
  if (plan.isEmpty) return [];
  const frequent = await frequentHits(graph, plan);
  const found = frequent && (await pageOfFrequent(graph, frequent, query));
  if (found !== undefined) return (await recordsOf(graph, found)).records;
  const count = query.sort === undefined ? Infinity : await countHits(graph, plan);
  if (count <= query.offset) return [];
  return (await recordsOf(graph, await pageOf(graph, plan, query, count))).records;
}

/** How many entities the query finds, whatever its page is. */
export async function countDsl(graph: GraphRead, query: SearchQuery): Promise<number> {
  const plan = await planSearch(graph, query);
  return plan.isEmpty ? 0 : await countHits(graph, plan);
}

/**
 * Rows of a table with groups or functions. Each group has a row for each combination of its
 * values, with the functions over the whole group; without `groups` all entities are one. An entity
 * without a value is in no group.
 */
export async function dslGroups(
  graph: GraphRead,
  query: SearchQuery,
  table: Table,
): Promise<unknown[][]> {
  if (query.limit === 0) return [];
  const plan = await planSearch(graph, query);
  const {columns, groups = []} = table;
  const isTotal = groups.length === 0 && columns.every(one => one.name !== undefined);
  if (isTotal && query.offset > 0) return [];
  if (isTotal && columns.every(one => one.name === 'count')) {
    const count = plan.isEmpty ? 0 : await countHits(graph, plan);
    return [columns.map(() => count)];
  }
  if (plan.isEmpty) return isTotal ? [columns.map(emptyTotal)] : [];
  const fields = [...columns.map(one => one.field), ...groups];
  const hasLong =
    !plan.isDriven &&
    (await hasOthers(
      graph,
      fields.flatMap(one => (one?.kind === 'field' ? [one.field] : [])),
    ));
  const statement =
    (isTotal ? totals(plan, columns, hasLong) : undefined) ??
    groupRows(plan, query, table, hasLong);
  const rows = await runSql<Record<string, unknown>>(graph[inner].session, statement);
  return rows.map(row => columns.map((column, i) => cell(plan, column, row[`c${i}`])));
}

/**
 * Of no entities at all: nothing is counted and summed up to 0, and has no least, greatest or mean
 * value.
 */
function emptyTotal({name}: Column): unknown {
  return name === 'count' || name === 'sum' ? 0 : '';
}

/** As JSON shows it; a missing value is an empty text, as in the reference. */
function cell({context}: SearchPlan, {name, field}: Column, value: unknown): unknown {
  if (value === null || value === undefined) return name === 'sum' || name === 'count' ? 0 : '';
  // As texts come those that are exact; counts and means never do.
  if (field?.kind === 'field' && field.field.compare === 'exact' && typeof value === 'string') {
    return exactly(context.dialect.exact.digits(value));
  }
  if (name === 'count' || name === 'sum' || name === 'avg') return value;
  if (field?.kind === 'status') return value === 0 ? 'ACTIVE' : 'DELETED';
  if (field?.kind === 'type') return context.symbols.name(Number(value));
  const type = field?.kind === 'field' ? field.valueType : undefined;
  return type?.kind === 'primitive' && type.name === 'boolean' ? value === 'true' : value;
}

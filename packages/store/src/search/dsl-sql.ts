import type {DslPlan, FilterField, SearchQuery} from '@gazetteer/model';
import {selectHits, type SearchPlan} from './search-plan.ts';
import {jsonValues} from '../index/value-sql.ts';
import {joined, raw, sql, unionAll, valuesWithin, type Sql} from '../schema/sql-text.ts';

/**
 * Statements for groups and totals. Rows have a column `c<n>` for each column of the table, then
 * one for each group.
 */

type Table = NonNullable<DslPlan['table']>;
type Column = Table['columns'][number];

/**
 * Totals whose values the (attribute, value) index gives in order, so that a least and a greatest
 * one are found at once; undefined when it does not.
 */
export function totals(
  plan: SearchPlan,
  columns: readonly Column[],
  hasLong: boolean,
): Sql | undefined {
  const parts = columns.map(({name, field}, i) => {
    if (name === 'count') return sql`(${selectHits(plan, raw('count(*)'))}) AS ${raw(`c${i}`)}`;
    const index = field && valueIndex(plan, field, hasLong);
    // Doubles do not add up exactly.
    if (index === undefined || (isExactField(field) && name !== 'min' && name !== 'max'))
      return undefined;
    const value = name === 'min' || name === 'max' ? outermost(plan, index, name) : undefined;
    return sql`(${value ?? indexedHits(plan, index, raw(`${name}(v.value)`))}) AS ${raw(`c${i}`)}`;
  });
  return parts.every(part => part !== undefined) ? sql`SELECT ${joined(parts, ', ')}` : undefined;
}

export function groupRows(
  plan: SearchPlan,
  {limit, offset}: SearchQuery,
  table: Table,
  hasLong: boolean,
): Sql {
  const {columns, groups = [], order} = table;
  const groupOf = (field: FilterField | undefined) =>
    groups.findIndex(one => field !== undefined && JSON.stringify(one) === JSON.stringify(field));
  const groupValues = groups.map((_, i) => `v${columns.length + i}`);
  const isGroupBy = columns.every(one => one.name !== undefined || groupOf(one.field) >= 0);
  const shown = columns.map((column, i) => {
    const group = column.name === undefined ? groupOf(column.field) : -1;
    return `${group >= 0 ? (groupValues[group] ?? '') : shownAs(plan, column, i, groupValues, isGroupBy)} AS c${i}`;
  });
  const keys = groupValues.map((value, i) => `${value} AS c${columns.length + i}`);
  const select = `SELECT ${isGroupBy ? '' : 'DISTINCT '}${[...shown, ...keys].join(', ')} FROM hits`;
  const where =
    groupValues.length === 0
      ? ''
      : ` WHERE ${groupValues.map(one => `${one} IS NOT NULL`).join(' AND ')}`;
  const groupBy = isGroupBy && groups.length > 0 ? ` GROUP BY ${groupValues.join(', ')}` : '';
  const count = columns.length + groups.length;
  const first = order === undefined ? [] : [ordered(order.by, order.descending)];
  const rest = Array.from({length: count}, (_, i) =>
    ordered((i + (groups.length === 0 ? 0 : columns.length)) % count, false),
  );
  return sql`WITH hits AS (${valuesOfHits(plan, [...columns.map(one => (groupOf(one.field) >= 0 && one.name === undefined ? undefined : one.field)), ...groups], columns.length, hasLong)})
    SELECT * FROM (${raw(select + where + groupBy)}) AS grouped
    ORDER BY ${raw([...first, ...rest].join(', '))} LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * `v<n>` for each field. The first group's values come from their index where it has them, which
 * holds no others.
 */
function valuesOfHits(
  plan: SearchPlan,
  fields: readonly (FilterField | undefined)[],
  firstGroup: number,
  hasLong: boolean,
): Sql {
  const group = fields[firstGroup];
  const index = group && !isExactField(group) ? valueIndex(plan, group, hasLong) : undefined;
  const isIndexed = (i: number) =>
    index !== undefined && JSON.stringify(fields[i]) === JSON.stringify(group);
  const values = fields.map((field, i) => {
    const value = field === undefined ? '1' : isIndexed(i) ? 'v.value' : valueOf(plan, field);
    return raw(`${value} AS v${i}`);
  });
  const others = fields.filter((field, i) => field !== undefined && !isIndexed(i));
  const withEntity = others.some(field => field?.kind === 'field');
  const what = joined(values, ', ');
  if (index === undefined) return selectHits(plan, what, {withEntity});
  return (
    (others.length === 0 ? valuesOfTypes(plan, index, what) : undefined) ??
    indexedHits(plan, index, what, withEntity)
  );
}

function shownAs(
  {context}: SearchPlan,
  {name, field}: Column,
  i: number,
  groupValues: readonly string[],
  isGroupBy: boolean,
): string {
  if (name === undefined) return `v${i}`;
  const over = isGroupBy
    ? ''
    : ` OVER (${groupValues.length === 0 ? '' : `PARTITION BY ${groupValues.join(', ')}`})`;
  const {sum, average} = context.dialect.exact;
  if (isExactField(field) && (name === 'sum' || name === 'avg'))
    return {sum, avg: average}[name](`v${i}`, over);
  return `${name === 'count' ? 'count(*)' : `${name}(v${i})`}${over}`;
}

function isExactField(found: FilterField | undefined): boolean {
  return found?.kind === 'field' && found.field.compare === 'exact';
}

/** The same order of missing values on both databases. */
function ordered(column: number, descending: boolean): string {
  return `c${column} IS NULL, c${column}${descending ? ' DESC' : ''}`;
}

/** Attributes and types of which the first values are taken apart. */
const maxPairs = 100;

type ValueIndex = {readonly table: string; readonly attributes: string};

/**
 * The index that has the one value of each entity. Not where something leads to fewer entities than
 * there are values, and not for texts that it holds cut.
 */
function valueIndex(
  plan: SearchPlan,
  found: FilterField,
  hasLong: boolean,
): ValueIndex | undefined {
  const field =
    found.kind === 'field' && found.field.kind === 'attribute' ? found.field : undefined;
  if (field === undefined || plan.isDriven || plan.table !== 'facet f') return undefined;
  if (!field.isIndexed || field.isList || (field.compare !== 'number' && hasLong)) return undefined;
  const {symbols} = plan.context;
  if (field.keys.length === 0 || !field.keys.every(key => symbols.has(key))) return undefined;
  const attributes = field.keys.map(key => symbols.id(key)).join(', ');
  return {table: field.compare === 'text' ? 'text_value' : 'number_value', attributes};
}

/**
 * The first one of each attribute and type, in whose order the index has them; undefined where
 * these are too many to put together.
 */
function outermost(
  plan: SearchPlan,
  {table, attributes}: ValueIndex,
  name: 'min' | 'max',
): Sql | undefined {
  const types = new Set(plan.counts.map(one => plan.context.symbols.id(one.typeName)));
  const pairs = attributes
    .split(', ')
    .flatMap(attribute => [...types].map(type => ({attribute, type})));
  if (pairs.length > maxPairs) return undefined;
  const order = raw(`v.value ${name === 'min' ? 'ASC' : 'DESC'}`);
  const firsts = pairs.map(({attribute, type}) => {
    const hits = indexedHits(plan, {table, attributes: attribute}, raw('v.value AS value'));
    return sql`SELECT * FROM (${hits} AND v.type_id = ${raw(String(type))} ORDER BY ${order} LIMIT 1) AS first`;
  });
  return sql`SELECT ${raw(name)}(value) FROM (${unionAll(firsts)}) AS firsts`;
}

/**
 * The same where all entities of the types are hits: without a look at each of them, which takes
 * five times as long as its value. Undefined where not all are.
 */
function valuesOfTypes(
  {context, excluded, isByTypeOnly}: SearchPlan,
  {table, attributes}: ValueIndex,
  what: Sql,
): Sql | undefined {
  const isExcluded = excluded.some(one => context.within?.includes(one.typeName));
  if (!isByTypeOnly || isExcluded) return undefined;
  return sql`SELECT ${what} FROM ${raw(`${table} v WHERE v.attribute_id IN (${attributes})`)}
    AND ${valuesWithin(context, 'v.')} AND ${raw(context.dialect.unlessStopped('v.entity_id'))}`;
}

function indexedHits(plan: SearchPlan, index: ValueIndex, what: Sql, needsEntity = false): Sql {
  const withEntity = plan.needsEntity || needsEntity;
  const entity = withEntity ? 'CROSS JOIN entity e' : '';
  const sameEntity = withEntity ? 'AND e.id = f.entity_id' : '';
  return sql`SELECT ${what} FROM ${raw(`${index.table} v CROSS JOIN facet f ${entity}`)}
    WHERE ${raw(`v.attribute_id IN (${index.attributes})`)} AND ${valuesWithin(plan.context, 'v.')} AND f.entity_id = v.entity_id AND ${plan.where} ${raw(sameEntity)}`;
}

/** A single value; the least of a list. */
function valueOf({context}: SearchPlan, found: FilterField): string {
  if (found.kind === 'status') return 'f.state';
  if (found.kind === 'type') return 'f.type_id';
  if (found.kind !== 'field') throw new Error(`${found.kind} has no single value`);
  const {field} = found;
  if (field.kind === 'column') return `e.${field.column}`;
  return `(SELECT min(value) FROM ${jsonValues(context.dialect, `e.${field.column}`, field)} AS j)`;
}

import type {Dialect} from '@gazetteer/db';
import {type Field, type Test, type ValueTest} from '@gazetteer/model';
import {amongDoubles} from './search-doubles.ts';
import {longTextId, maxIndexedText, recordKeyIds} from './search-index.ts';
import {patternParts} from './search-words.ts';
import {
  lastCharacter,
  all,
  raw,
  sql,
  valuesWithin,
  type Sql,
  type SqlContext,
} from '../schema/sql-text.ts';

/** A test that needs no look at the entity, as a SELECT of entity numbers. */
export function valueSet(context: SqlContext, test: ValueTest): Sql | undefined {
  const {field} = test;
  if (field.kind === 'column') {
    const isEqual = test.kind === 'oneOf' || (test.kind === 'compare' && test.op === '=');
    return field.column === 'guid' && isEqual
      ? sql`SELECT id FROM entity WHERE ${valueTest(context, test, 'guid')}`
      : undefined;
  }
  if (!field.isIndexed) return undefined;
  const ids = field.keys
    .filter(key => key in recordKeyIds || context.symbols.has(key))
    .map(key => recordKeyIds[key] ?? context.symbols.id(key));
  if (ids.length === 0) return undefined;
  if (field.compare === 'number') {
    return sql`SELECT entity_id FROM number_value WHERE attribute_id IN (${raw(ids.join(', '))}) AND ${valuesWithin(context)} AND ${valueTest(context, test, 'value')}`;
  }
  if (field.compare === 'exact') return exactSet(context, test, ids, field);
  const short = shortSet(context, test, raw(ids.join(', ')));
  const long = sql`SELECT t.entity_id FROM text_value t JOIN entity l ON l.id = t.entity_id WHERE t.attribute_id IN (${raw(ids.map(longTextId).join(', '))}) AND ${jsonTest(context, test, field, 'l')}`;
  return isShort(test) ? short : sql`${short} UNION ALL ${long}`;
}

/**
 * Numbers that are doubles are compared as such. Of others the index tells only which ones are
 * near; these are compared in the entity.
 */
function exactSet(
  context: SqlContext,
  test: ValueTest,
  ids: readonly number[],
  field: Extract<Field, {kind: 'attribute'}>,
): Sql {
  const plain = valueTest(context, amongDoubles(test, 'exactly'), 'value');
  const near = valueTest(context, amongDoubles(test, 'nearly'), 't.value');
  return sql`SELECT entity_id FROM number_value WHERE attribute_id IN (${raw(ids.join(', '))}) AND ${valuesWithin(context)} AND ${plain}
    UNION ALL SELECT t.entity_id FROM number_value t JOIN entity l ON l.id = t.entity_id
    WHERE t.attribute_id IN (${raw(ids.map(longTextId).join(', '))}) AND ${valuesWithin(context, 't.')} AND ${near} AND ${jsonTest(context, test, field, 'l')}`;
}

/**
 * Of many prefixes each is looked up: a statement of as many ranges takes longer to prepare than to
 * run.
 */
function shortSet(context: SqlContext, test: ValueTest, attributes: Sql): Sql {
  const prefixes = prefixesOf(test);
  if (prefixes === undefined) {
    return sql`SELECT entity_id FROM text_value WHERE attribute_id IN (${attributes})
      AND ${valuesWithin(context)} AND ${raw(context.dialect.unlessStopped('entity_id'))} AND ${valueTest(context, test, 'value')}`;
  }
  const list: Sql = {text: context.dialect.listRows('text'), params: [prefixes]};
  return sql`SELECT t.entity_id FROM (SELECT value AS prefix FROM ${list}) AS p CROSS JOIN text_value t
    WHERE t.attribute_id IN (${attributes}) AND ${valuesWithin(context, 't.')} AND t.value >= p.prefix AND t.value < p.prefix || ${lastCharacter}`;
}

function prefixesOf(test: ValueTest): string[] | undefined {
  if (test.kind !== 'value' || test.join !== 'or') return undefined;
  const prefixes = test.tests.flatMap(one =>
    one.kind === 'match' && one.how === 'startsWith' ? [one.pattern] : [],
  );
  return prefixes.length === test.tests.length ? prefixes : undefined;
}

/** A value equal to a short text is short. */
function isShort(test: ValueTest): boolean {
  if (test.kind === 'oneOf')
    return test.values.every(value => String(value).length <= maxIndexedText);
  return test.kind === 'compare' && test.op === '=' && String(test.value).length <= maxIndexedText;
}

/** Whether what a field of the entity under this alias holds is as the test wants it. */
export function fieldTest(context: SqlContext, condition: Test, alias: string): Sql {
  const {field} = condition;
  if (field.kind === 'attribute') return jsonTest(context, condition, field, alias);
  const column = `${alias}.${field.column}`;
  if (condition.kind !== 'exists') return valueTest(context, condition, column);
  return raw(condition.isNotEmpty && field.compare === 'text' ? `${column} <> ''` : '1 = 1');
}

function jsonTest(
  context: SqlContext,
  test: Test,
  field: Extract<Field, {kind: 'attribute'}>,
  alias: string,
): Sql {
  const column = `${alias}.${field.column}`;
  const values = fieldValues(context.dialect, column, field, test.kind);
  const condition =
    test.kind !== 'exists'
      ? valueTest(context, test, 'j.value')
      : raw(test.isNotEmpty ? `j.value <> ''` : '1 = 1');
  return sql`EXISTS (SELECT 1 FROM ${raw(values)} AS j WHERE ${condition})`;
}

function fieldValues(
  dialect: Dialect,
  column: string,
  field: Extract<Field, {kind: 'attribute'}>,
  kind: Test['kind'],
): string {
  return kind === 'exists'
    ? dialect.jsonTexts(column, field.path)
    : jsonValues(dialect, column, field);
}

/** A set-returning expression: what the field holds, as it is compared. */
export function jsonValues(
  {exact, jsonNumbers, jsonTexts}: Dialect,
  column: string,
  {compare, path}: Extract<Field, {kind: 'attribute'}>,
): string {
  return {text: jsonTexts, number: jsonNumbers, exact: exact.json}[compare](column, path);
}

function valueTest(context: SqlContext, test: ValueTest, column: string): Sql {
  const {dialect} = context;
  const {compare} = test.field;
  if (test.kind === 'compare') {
    const value = {text: compare === 'exact' ? dialect.exact.of('?') : '?', params: [test.value]};
    return sql`${raw(`${column} ${test.op}`)} ${value}`;
  }
  if (test.kind === 'oneOf') {
    if (compare !== 'exact') return {text: dialect.inList(column, compare), params: [test.values]};
    const list = `SELECT ${dialect.exact.of('value')} FROM ${dialect.listRows('text')}`;
    return {text: `${column} IN (${list})`, params: [test.values]};
  }
  if (test.kind === 'value') {
    const patterns = test.join === 'or' ? test.tests.map(one => patternOf(context, one)) : [];
    const others = test.tests
      .filter((_, i) => patterns[i] === undefined)
      .map(one => valueTest(context, one, column));
    const joined = dialect.anyPattern(patterns.filter(one => one !== undefined));
    const fits = joined.map(pattern => ({text: dialect.fits(column), params: [pattern]}));
    return sql`(${all([...others, ...fits], test.join)})`;
  }
  const {how, pattern} = test;
  if (how === 'startsWith')
    return sql`${raw(column)} >= ${pattern} AND ${raw(column)} < ${pattern + lastCharacter}`;
  if (how === 'sameIgnoringCase') return sql`${raw(`lower(${column}) =`)} ${pattern}`;
  if (how === 'expression') return {text: dialect.matches(column), params: [pattern]};
  return {text: dialect.fits(column), params: [patternOf(context, test) ?? '']};
}

/** undefined for what is tested in another way. */
function patternOf({dialect}: SqlContext, test: ValueTest): string | undefined {
  if (test.kind !== 'match') return undefined;
  const {how, pattern} = test;
  switch (how) {
    case 'like':
      return dialect.pattern(patternParts(pattern));
    case 'contains':
      return dialect.pattern(['any', {text: pattern}, 'any']);
    case 'endsWith':
      return dialect.pattern(['any', {text: pattern}]);
    default:
      return undefined;
  }
}

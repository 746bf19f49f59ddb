import type {Dialect} from '@gazetteer/db';
import {
  recordKeys,
  type ClassificationCondition,
  type Condition,
  type Field,
  type RelatedCondition,
  type Test,
  type ValueTest,
} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {amongDoubles} from './search-doubles.ts';
import {longTextId, maxIndexedText, recordKeyIds} from './search-index.ts';
import {patternParts} from './search-words.ts';
import {
  all,
  oneOfTypes,
  raw,
  sql,
  typeList,
  unionAll,
  valuesWithin,
  type Sql,
  type SqlContext,
} from '../schema/sql-text.ts';

/**
 * What begins with a text is a range of the index; what goes on with U+10FFFF, which is no
 * character, does not count.
 */
const lastCharacter = '\u{10ffff}';

/**
 * The row that a condition looks at: expressions for its entity's number and for its other columns.
 */
export type RowScope = {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly entity: string;
};

/**
 * The entities that fulfil the condition, as a SELECT of their numbers that an index answers;
 * undefined when none can, such as for negations.
 */
export function idSet(context: SqlContext, condition: Condition): Sql | undefined {
  switch (condition.kind) {
    case 'compare':
    case 'oneOf':
      return valueSet(context, condition);
    case 'match':
    case 'value':
      // No index leads to these: of few hits each is looked at, in place of all values there are.
      return isReadOnly(condition) ? undefined : valueSet(context, condition);
    case 'exists': {
      // Few entities have what is no attribute of their type, so its rows in the index are few,
      // too.
      const id =
        condition.field.kind === 'attribute'
          ? recordKeyIds[condition.field.keys[0] ?? '']
          : undefined;
      return id === undefined
        ? undefined
        : raw(`SELECT entity_id FROM text_value WHERE attribute_id = ${id}`);
    }
    case 'incomplete':
      return raw(
        `SELECT entity_id FROM number_value WHERE attribute_id = ${recordKeyIds[recordKeys.isIncomplete]}`,
      );
    case 'classified':
      return classifiedSet(context, condition);
    case 'related':
      return relatedSet(context, condition);
    case 'or': {
      const sets = condition.parts.map(part => idSet(context, part));
      return sets.length > 0 && sets.every(set => set !== undefined) ? unionAll(sets) : undefined;
    }
    default:
      return undefined;
  }
}

/** Asked by permissions alone. */
function isReadOnly(test: ValueTest): boolean {
  if (test.kind === 'value') return test.tests.some(isReadOnly);
  return test.kind === 'match' && (test.how === 'expression' || test.how === 'sameIgnoringCase');
}

/**
 * How rows are tested: against what indexes find, which is collected before the first row is
 * tested, or each by what it says itself, which costs more a row and nothing before. Few rows are
 * tested `alone`.
 */
export type TestBy = 'index' | 'alone';

/**
 * Whether the row fulfils the condition. `row.id` must not be a plain column that an index could be
 * entered by.
 */
export function holds(
  context: SqlContext,
  condition: Condition,
  row: RowScope,
  by: TestBy = 'index',
): Sql {
  const set = setFor(context, condition, by);
  if (set !== undefined) return sql`${raw(row.id)} IN (${set})`;
  switch (condition.kind) {
    case 'and':
    case 'or':
      return all(
        condition.parts.map(part => holds(context, part, row, by)),
        condition.kind,
      );
    case 'not':
      return sql`NOT (${holds(context, condition.part, row, by)})`;
    case 'related':
      return relatedHolds(context, condition, row, by);
    case 'classified':
      return isClassified(context, condition, row.id);
    default:
      return rowTest(context, condition, row);
  }
}

/**
 * What is no attribute of their type few entities have, and the index alone has it as it is
 * compared.
 */
function setFor(context: SqlContext, condition: Condition, by: TestBy): Sql | undefined {
  const isOfRecord =
    'field' in condition &&
    condition.field.kind === 'attribute' &&
    condition.field.keys.some(key => key in recordKeyIds);
  return by === 'index' || isOfRecord || condition.kind === 'incomplete'
    ? idSet(context, condition)
    : undefined;
}

/** A test that looks at nothing but the row. */
export function rowTest(
  context: SqlContext,
  condition: Exclude<Condition, {kind: 'and' | 'or' | 'not'}>,
  row: RowScope,
): Sql {
  switch (condition.kind) {
    case 'status':
      return raw(`${row.state} = ${condition.isDeleted ? 1 : 0}`);
    case 'type':
      return oneOfTypes(context, row.type, condition.names);
    case 'related':
    case 'classified':
    case 'incomplete':
      return raw('1 = 0');
    default:
      return test(context, condition, row.entity);
  }
}

/** Whether `holds` of the condition reads the entity, or one of `kinds`. */
export function readsRow(
  context: SqlContext,
  condition: Condition,
  kinds: readonly Condition['kind'][] = [],
  by: TestBy = 'index',
): boolean {
  if (setFor(context, condition, by) !== undefined) return false;
  if (condition.kind === 'not') return readsRow(context, condition.part, kinds, by);
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.some(part => readsRow(context, part, kinds, by));
  return ['compare', 'oneOf', 'match', 'value', 'exists', ...kinds].includes(condition.kind);
}

/** Any when no names are given. */
type Classified = {
  names?: readonly string[] | undefined;
  where?: ClassificationCondition['where'];
  from?: 'itself' | 'others';
};

/** Whether the entity with this number carries a classification of the condition. */
export function isClassified(context: SqlContext, condition: Classified, id: string): Sql {
  const found = classifiedSet(context, condition, id);
  return found === undefined ? raw('1 = 0') : sql`EXISTS (${found})`;
}

/**
 * Entities that carry a classification of the condition, one of their own or one that has come from
 * another entity; with a number that one alone.
 */
export function classifiedSet(
  context: SqlContext,
  {names, where, from}: Classified,
  id?: string,
): Sql | undefined {
  const types = names && typeList(context, names);
  if (names !== undefined && types === undefined) return undefined;
  // Its values are those of the source, and so is the status that it shows.
  const source = {id: '+c.entity_id', type: 'c.type_id', state: 'ce.state', entity: 'c'};
  const fits = where === undefined ? [] : [holds(context, where, source)];
  const ofType = (column: string) =>
    types === undefined ? [] : [sql`${raw(column)} IN (${types})`];
  const isIt = (column: string) => (id === undefined ? [] : [raw(`${column} = ${id}`)]);
  const sets: Sql[] = [];
  if (from !== 'others') {
    const table =
      where === undefined
        ? 'classification c'
        : 'classification c JOIN entity ce ON ce.id = c.entity_id';
    sets.push(
      sql`SELECT c.entity_id FROM ${raw(table)} WHERE ${all([...isIt('c.entity_id'), ...ofType('c.type_id'), ...fits])}`,
    );
  }
  if (from !== 'itself') {
    const table =
      where === undefined
        ? 'propagation p'
        : `propagation p JOIN classification c ON c.entity_id = p.source_id AND c.type_id = p.type_id
           JOIN entity ce ON ce.id = c.entity_id`;
    const conditions = [
      ...isIt('p.entity_id'),
      raw(isCarried(context)),
      ...ofType('p.type_id'),
      ...fits,
    ];
    sets.push(sql`SELECT p.entity_id FROM ${raw(table)} WHERE ${all(conditions)}`);
  }
  return unionAll(sets);
}

/** A test that needs no look at the entity, as a SELECT of entity numbers. */
function valueSet(context: SqlContext, test: ValueTest): Sql | undefined {
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

function test(context: SqlContext, condition: Test, alias: string): Sql {
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

/**
 * Entities related to those that fulfil the condition's part, when these are found first: by an
 * index, or by looking at all entities of their types where these are no more than the entities of
 * the search itself. undefined: test each entity.
 */
function relatedSet(context: SqlContext, condition: RelatedCondition): Sql | undefined {
  const edges = storedEdges(context, condition);
  // Of what no edge was ever made there are none.
  if (edges.length === 0) return raw('SELECT id FROM entity WHERE 1 = 0');
  const others = otherEnds(context, condition);
  if (others === undefined) return undefined;
  return unionAll(
    edges.map(({type, end}) => {
      const here = `g.end${end}_id`;
      const there = `g.end${3 - end}_id`;
      return sql`SELECT ${raw(here)} FROM edge g WHERE ${raw(`g.type_id = ${type} AND ${living('g')} AND ${there}`)} IN (${others})`;
    }),
  );
}

function relatedHolds(
  context: SqlContext,
  condition: RelatedCondition,
  row: RowScope,
  by: TestBy,
): Sql {
  // Each level of a path has aliases of its own.
  const level = /^r\d+$/.test(row.entity) ? Number(row.entity.slice(1)) + 1 : 1;
  const [g, r] = [`g${level}`, `r${level}`];
  const {part} = condition;
  const tests = storedEdges(context, condition).map(({type, end}) => {
    const edge = `${g}.end${end}_id = ${row.id} AND ${g}.type_id = ${type} AND ${living(g)}`;
    if (part === undefined) return sql`EXISTS (SELECT 1 FROM edge ${raw(g)} WHERE ${raw(edge)})`;
    const others = {...context, within: undefined};
    const inner = holds(
      others,
      part,
      {id: `+${r}.id`, type: `${r}.type_id`, state: `${r}.state`, entity: r},
      by,
    );
    return sql`EXISTS (SELECT 1 FROM edge ${raw(g)} CROSS JOIN entity ${raw(r)}
      WHERE ${raw(`${edge} AND ${r}.id = ${g}.end${3 - end}_id`)} AND (${inner}))`;
  });
  return all(tests, 'or');
}

/**
 * A deletion takes edges along: they still tell what the deleted were related to. Others that are
 * deleted are history.
 */
export function living(g: string): string {
  const deleted = `SELECT 1 FROM facet d WHERE d.entity_id IN (${g}.end1_id, ${g}.end2_id) AND d.state = 1`;
  return `(${g}.state = 0 OR EXISTS (${deleted}))`;
}

function storedEdges(
  {symbols}: SqlContext,
  {edges}: RelatedCondition,
): {type: number; end: 1 | 2}[] {
  return edges
    .filter(one => symbols.has(one.typeName))
    .map(one => ({type: symbols.id(one.typeName), end: one.end}));
}

function otherEnds(context: SqlContext, {part, from, to}: RelatedCondition): Sql | undefined {
  if (part === undefined) return undefined;
  const others = {...context, within: undefined};
  const indexed = idSet(others, part);
  if (indexed !== undefined) return indexed;
  if (context.entityCount(to) > context.entityCount(from)) return undefined;
  const row: RowScope = {id: '+o.entity_id', type: 'o.type_id', state: 'o.state', entity: 'r1'};
  const types = to === undefined ? raw('1 = 1') : oneOfTypes(context, 'o.type_id', to);
  const test = holds(others, part, row);
  return sql`SELECT o.entity_id FROM facet o CROSS JOIN entity r1 WHERE ${types} AND r1.id = o.entity_id AND (${test})`;
}

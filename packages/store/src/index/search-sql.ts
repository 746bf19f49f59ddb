import {
  recordKeys,
  type ClassificationCondition,
  type Condition,
  type RelatedCondition,
  type ValueTest,
} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {recordKeyIds} from './search-index.ts';
import {
  all,
  oneOfTypes,
  raw,
  sql,
  typeList,
  unionAll,
  type Sql,
  type SqlContext,
} from '../schema/sql-text.ts';
import {fieldTest, valueSet} from './value-sql.ts';

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
    case 'queried':
      return sql`SELECT entity_id FROM usage_day WHERE day >= ${condition.since} AND queries > 0`;
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
  // A look at one entity costs less than all uses, of which each may have many.
  if (condition.kind === 'queried') return undefined;
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
    case 'queried':
      return sql`EXISTS (SELECT 1 FROM usage_day q WHERE q.entity_id = ${raw(row.id)}
        AND q.day >= ${condition.since} AND q.queries > 0)`;
    case 'counted':
      return sql`EXISTS (SELECT 1 FROM usage_day WHERE day <= ${condition.by})`;
    case 'related':
    case 'classified':
    case 'incomplete':
      return raw('1 = 0');
    default:
      return fieldTest(context, condition, row.entity);
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

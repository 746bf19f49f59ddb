import {
  AppError,
  indexKind,
  isUnique,
  uniqueText,
  type Attribute,
  type EntityRecord,
  type UniqueRef,
} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {entityColumns, toEntity, type EntityRow} from '../schema/rows.ts';
import {raw, runSql, sql, oneOfTypes, type Sql} from '../schema/sql-text.ts';
import {uniqueKeyOf} from '../schema/unique-key.ts';
import {contextOf, type Asked} from '../index/readable-sql.ts';

/** Values that several entities have, of which a refusal names some. */
const maxNamed = 5;

type Unique = {readonly typeName: string; readonly attribute: Attribute};

/**
 * @throws INVALID_TYPE_DEFINITION when ACTIVE entities of one type have the same value of an
 * attribute that is to be unique
 */
export async function refuseRepeated(graph: GraphRead, uniques: readonly Unique[]): Promise<void> {
  for (const [key, group] of Map.groupBy(uniques, one => one.attribute.key)) {
    const attribute = group[0]?.attribute;
    if (attribute === undefined) continue;
    const names = group.map(one => one.typeName);
    const rows = await runSql<{one: number; other: number; values: number}>(
      graph[inner].session,
      sql`SELECT min(id) AS one, max(id) AS other, count(*) OVER () AS "values"
        FROM (${activeValues(graph, names, attribute)}) AS held WHERE value IS NOT NULL
        GROUP BY type_id, value HAVING count(*) > 1 ORDER BY one LIMIT ${maxNamed}`,
    );
    const count = rows[0]?.values;
    if (count === undefined) continue;
    const held = `${count} ${count === 1 ? 'value is' : 'values are'} held by several entities`;
    const named = await namedPairs(graph, attribute, rows);
    throw new AppError('INVALID_TYPE_DEFINITION', [`${key} cannot be unique: ${held}${named}`]);
  }
}

/** Those alone that whoever asks may read. */
async function namedPairs(
  graph: GraphRead,
  attribute: Attribute,
  pairs: readonly {one: number; other: number}[],
): Promise<string> {
  const records = await graph.forCaller().entitiesAt(pairs.flatMap(({one, other}) => [one, other]));
  const named = pairs.flatMap(({one, other}) => {
    const [first, second] = [records.get(one), records.get(other)];
    if (first === undefined || second === undefined) return [];
    return `${textOf(graph, attribute, first)} (${first.guid}, ${second.guid})`;
  });
  return named.length === 0 ? '' : `: ${named.join(', ')}`;
}

function textOf(graph: GraphRead, attribute: Attribute, record: EntityRecord): string {
  return uniqueText(graph.types, attribute, record.attributes[attribute.name]) ?? '';
}

/** `id`, `type_id` and `value` of the ACTIVE entities of the types, as they are in the entities. */
function activeValues(graph: Asked, typeNames: readonly string[], {name, type}: Attribute): Sql {
  const context = contextOf(graph);
  const {exact, jsonTexts} = context.dialect;
  const values = (indexKind(type) === 'text' ? jsonTexts : exact.json)('e.attributes', [name]);
  return sql`SELECT e.id, f.type_id, ${raw(`(SELECT min(value) FROM ${values} AS j) AS value`)}
    FROM facet f CROSS JOIN entity e
    WHERE ${oneOfTypes(context, 'f.type_id', typeNames)} AND f.state = 0 AND e.id = f.entity_id`;
}

/**
 * Numbers of the ACTIVE entities of the types that have one of the values, by looking at each of
 * them: for an attribute whose unique values are still being written down.
 */
function holdersOf(
  graph: Asked,
  typeNames: readonly string[],
  attribute: Attribute,
  values: readonly string[],
): Sql {
  const {dialect} = graph[inner].session;
  const held = activeValues(graph, typeNames, attribute);
  const list = {text: dialect.listRows('text'), params: [values]};
  if (indexKind(attribute.type) === 'text') {
    return sql`SELECT id FROM (${held}) AS held WHERE value IN (SELECT value FROM ${list})`;
  }
  const numbers = {...list, params: [values.filter(one => isNumber.test(one))]};
  return sql`SELECT id FROM (${held}) AS held
    WHERE value IN (SELECT ${raw(dialect.exact.of('value'))} FROM ${numbers})`;
}

/** An entity with one of the unique values that were asked for. */
type UniqueHit = EntityRow & {value: string; attribute_id: number};

/** ACTIVE entities with one of the values, whatever their types. @param lock ends the statement */
export async function indexedHolders(
  {[inner]: db}: Asked,
  refs: readonly UniqueRef[],
  lock: string,
): Promise<UniqueHit[]> {
  if (refs.length === 0) return [];
  const {inList, inRows} = db.session.dialect;
  return await db.session.all<UniqueHit>(
    `WITH u AS MATERIALIZED (SELECT value, attribute_id, entity_id FROM unique_value WHERE ${inList('value', 'text')})
     SELECT u.value, u.attribute_id, ${entityColumns} FROM entity e JOIN u ON u.entity_id = e.id
     WHERE ${inRows('e.id', 'SELECT entity_id FROM u')} AND e.state = 0${lock}`,
    [[...new Set(refs.map(ref => uniqueKeyOf(ref.value)))]],
  );
}

/** The same of attributes whose unique values are still being written down. */
export async function scannedHolders(
  graph: Asked,
  refs: readonly UniqueRef[],
  lock: string,
): Promise<UniqueHit[]> {
  const {session, types} = graph[inner];
  const {symbols} = graph[inner].system;
  const {inRows} = session.dialect;
  const hits: UniqueHit[] = [];
  const groups = Map.groupBy(refs, ref =>
    types.entityTypes.get(ref.typeName)?.attributes.get(ref.attribute),
  );
  for (const [attribute, group] of groups) {
    if (attribute === undefined || !isUnique(attribute)) continue;
    const names = group.flatMap(ref => [...types.entityType(ref.typeName).typeAndSubTypes]);
    const values = group.map(ref => ref.value);
    const holders = holdersOf(graph, [...new Set(names)], attribute, [...new Set(values)]);
    const rows = await session.all<EntityRow>(
      `SELECT ${entityColumns} FROM entity e WHERE ${inRows('e.id', holders.text)} AND e.state = 0${lock}`,
      holders.params,
    );
    for (const row of rows) {
      const value = uniqueText(types, attribute, toEntity(row, symbols).attributes[attribute.name]);
      hits.push({...row, value: uniqueKeyOf(value ?? ''), attribute_id: symbols.id(attribute.key)});
    }
  }
  return hits;
}

const isNumber = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

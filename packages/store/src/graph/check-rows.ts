import type {EntityRecord} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {rewriteWords, wrongWords} from '../index/classification-words.ts';
import {entityColumns, toEntity, type EntityRow, type Walked} from '../schema/rows.ts';
import {heldRecords, unreadyNumbers} from './reindex.ts';
import {facet, numberValue, textValue, uniqueValue} from '../schema/schema.ts';
import {indexRows} from '../index/search-index.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {addDocuments} from '../index/vocabulary.ts';
import {uniqueRows, type UniqueRow} from '../schema/unique-rows.ts';

/** An entity with what is wrong with the rows that follow from it. */
export type CheckedRows = {
  readonly id: number;
  readonly record: EntityRecord;
  readonly issues: readonly string[];
};

type Cell = string | number;

/**
 * Looks for the rows that follow from each entity: its place in the full-text index, its facet, the
 * values that searches compare, words of its classifications, its unique values; and for edges that
 * end at nothing. They are written with the entity, so that something is missing only when somebody
 * else has changed the database. A constant number of statements, each by keys.
 */
export async function checkRows(graph: GraphRead, ids: Walked): Promise<CheckedRows[]> {
  const {session, system, types} = graph[inner];
  const checked = (await recordsOf(graph, ids)).map(({id, record}) => ({
    id,
    record,
    issues: [] as string[],
  }));
  const known = checked.filter(({record, issues}) => {
    if (types.entityTypes.has(record.typeName)) return true;
    issues.push(`its type ${record.typeName} is not defined`);
    return false;
  });
  const rows = new Map(
    known.map(({id, record}) => [id, indexRows(system.symbols, types, record, id)]),
  );
  // What is still being written is not missed by anybody.
  const unready = unreadyNumbers(system);
  const isDue = (attribute: unknown) => !unready.has(Number(attribute));
  const wanted = known.map(one => one.id);
  const documents = await idsIn(graph, 'document', fullTextOf(session.dialect).id, wanted);
  const facets = await facetsOf(graph, wanted);
  const texts = await missing(
    graph,
    textValue,
    [...rows.values()].flatMap(one => one.texts.filter(cells => isDue(cells[0]))),
  );
  const numbers = await missing(
    graph,
    numberValue,
    [...rows.values()].flatMap(one => one.numbers.filter(cells => isDue(cells[0]))),
  );
  const holders = await holdersOf(
    graph,
    known.flatMap(({id, record}) =>
      uniqueRows(system.symbols, types, record, id).filter(([, attribute]) => isDue(attribute)),
    ),
  );
  const words = await wrongWords(graph, wanted);
  const torn = await tornEdges(graph, wanted);
  for (const {id, issues} of known) {
    const own = rows.get(id);
    if (own?.document !== undefined && !documents.has(id))
      issues.push('the full-text index does not have it');
    if (own?.facet !== undefined && facets.get(id) !== own.facet.join('\n'))
      issues.push('its facet is not that of its state');
    const values = (texts.get(id) ?? 0) + (numbers.get(id) ?? 0);
    if (values > 0) issues.push(`${values} of its values cannot be searched for`);
    const ofTags = words.get(id) ?? 0;
    if (ofTags > 0)
      issues.push(`${ofTags} words of its classifications are not those of their values`);
    for (const [value, holder] of holders.get(id) ?? []) {
      issues.push(
        holder === undefined
          ? `its unique value ${value} is not held`
          : `its unique value ${value} is held by another entity`,
      );
    }
    const edges = torn.get(id) ?? 0;
    if (edges > 0) issues.push(`${edges} of its relationships lead to nothing`);
  }
  return checked;
}

/**
 * Writes the rows that follow from each entity anew. What follows from nothing goes, so this reads
 * all values there are. Unique values that another entity holds stay with it, and edges stay:
 * neither can be told from the entity.
 */
export async function rewriteRows(tx: GraphTx, ids: Walked): Promise<void> {
  const {session, system, types} = tx[inner];
  const {inList} = session.dialect;
  const known = (await heldRecords(tx, ids)).filter(one =>
    types.entityTypes.has(one.record.typeName),
  );
  const all = known.map(one => one.id);
  if (all.length === 0) return;
  const rows = known.map(({id, record}) => indexRows(system.symbols, types, record, id));
  const fullText = fullTextOf(session.dialect);
  await fullText.remove(session, all);
  await addDocuments(
    session,
    rows.flatMap(one => one.document ?? []),
  );
  for (const table of [facet, textValue, numberValue, uniqueValue]) {
    await session.run(`DELETE FROM ${table.name} WHERE ${inList('entity_id')}`, [all]);
  }
  await session.insert(
    facet,
    rows.flatMap(one => (one.facet === undefined ? [] : [one.facet])),
  );
  await session.insert(
    textValue,
    rows.flatMap(one => one.texts),
  );
  await session.insert(
    numberValue,
    rows.flatMap(one => one.numbers),
  );
  await session.insert(
    uniqueValue,
    known.flatMap(({id, record}) => uniqueRows(system.symbols, types, record, id)),
    {key: ['value', 'attribute_id', 'type_id']},
  );
  await rewriteWords(tx, all);
}

/**
 * Row numbers behind `after` of entities that were changed at this time (epoch ms) or later, in
 * ascending order.
 */
export async function changedAfter(
  graph: GraphRead,
  time: number,
  after: number,
  count: number,
): Promise<Walked> {
  const rows = await graph[inner].session.all<{id: number}>(
    'SELECT id FROM entity WHERE updated >= ? AND id > ? ORDER BY id LIMIT ?',
    [time, after, count],
  );
  return rows.map(row => row.id);
}

async function recordsOf(
  graph: GraphRead,
  ids: Walked,
): Promise<{id: number; record: EntityRecord}[]> {
  const rows = await graph[inner].session.all<EntityRow>(
    `SELECT ${entityColumns} FROM entity e WHERE ${graph[inner].session.dialect.inList('e.id')} ORDER BY 1`,
    [ids],
  );
  return rows.map(row => ({id: row.id, record: toEntity(row, graph[inner].system.symbols)}));
}

async function idsIn(
  {[inner]: db}: GraphRead,
  table: string,
  column: string,
  ids: Walked,
): Promise<ReadonlySet<number>> {
  const rows = await db.session.all<{id: number}>(
    `SELECT ${column} AS id FROM ${table} WHERE ${db.session.dialect.inList(column)}`,
    [ids],
  );
  return new Set(rows.map(row => row.id));
}

async function facetsOf({[inner]: db}: GraphRead, ids: Walked): Promise<Map<number, string>> {
  const columns = Object.keys(facet.columns);
  const rows = await db.session.all<Record<string, Cell>>(
    `SELECT ${columns.join(', ')} FROM facet WHERE ${db.session.dialect.inList('entity_id')}`,
    [ids],
  );
  return new Map(
    rows.map(row => [Number(row['entity_id']), columns.map(name => row[name]).join('\n')]),
  );
}

/** How many of the rows are not there, by entity. */
async function missing(
  {[inner]: db}: GraphRead,
  table: typeof textValue | typeof numberValue,
  rows: readonly (readonly Cell[])[],
): Promise<Map<number, number>> {
  const found = await db.session.all<{entity_id: number; n: number}>(
    `SELECT w.entity_id, count(*) AS n FROM ${db.session.dialect.tupleRows(table.columns)} w
     WHERE NOT EXISTS (SELECT 1 FROM ${table.name} v
       WHERE v.attribute_id = w.attribute_id AND v.type_id = w.type_id AND v.value = w.value AND v.entity_id = w.entity_id)
     GROUP BY w.entity_id`,
    [JSON.stringify(rows)],
  );
  return new Map(found.map(row => [row.entity_id, Number(row.n)]));
}

/** Unique values that entities do not hold, each with who holds it instead, by entity. */
async function holdersOf(
  {[inner]: db}: GraphRead,
  rows: readonly UniqueRow[],
): Promise<Map<number, [string, number | undefined][]>> {
  const values = [...new Set(rows.map(([value]) => value))];
  const held = await db.session.all<{
    value: string;
    attribute_id: number;
    type_id: number;
    entity_id: number;
  }>(
    `SELECT value, attribute_id, type_id, entity_id FROM unique_value WHERE ${db.session.dialect.inList('value', 'text')}`,
    [values],
  );
  const keyOf = (value: string, attribute: number, type: number) => `${attribute} ${type} ${value}`;
  const holders = new Map(
    held.map(row => [keyOf(row.value, row.attribute_id, row.type_id), row.entity_id]),
  );
  const wrong = new Map<number, [string, number | undefined][]>();
  for (const [value, attribute, type, id] of rows) {
    const holder = holders.get(keyOf(value, attribute, type));
    if (holder !== id) wrong.set(id, [...(wrong.get(id) ?? []), [value, holder]]);
  }
  return wrong;
}

/** How many edges of each entity have another end that is not there. */
async function tornEdges({[inner]: db}: GraphRead, ids: Walked): Promise<Map<number, number>> {
  const {inList} = db.session.dialect;
  const torn = (here: 1 | 2, there: 1 | 2) =>
    `SELECT end${here}_id AS id FROM edge g WHERE ${inList(`end${here}_id`)}
     AND NOT EXISTS (SELECT 1 FROM entity e WHERE e.id = g.end${there}_id)`;
  const rows = await db.session.all<{id: number}>(`${torn(1, 2)} UNION ALL ${torn(2, 1)}`, [
    ids,
    ids,
  ]);
  const counts = new Map<number, number>();
  for (const {id} of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

import type {EdgeRecord, EdgeRef, EntityRecord, Guid} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {edgeColumns, toEdge, type EdgeRow} from '../schema/rows.ts';

export type Neighbour = {readonly edge: EdgeRecord; readonly record: EntityRecord};

export type NeighbourOrder = {
  /** Attributes whose first text counts, in code unit order; entities without any come last. */
  readonly sortBy: readonly string[];
  readonly descending: boolean;
  /** Undefined: all. */
  readonly limit: number | undefined;
  readonly offset: number;
};

/**
 * A page of the ACTIVE entities at the other ends of the ACTIVE edges at one end of an entity: of
 * many thousand neighbours only those of the page are read. Equal ones come in the order in which
 * they were related.
 */
export async function neighbourPage(
  graph: GraphRead,
  {guid, typeName, end}: EdgeRef,
  {sortBy, descending, limit, offset}: NeighbourOrder,
): Promise<Neighbour[]> {
  const {symbols} = graph[inner].system;
  if (!symbols.has(typeName)) return [];
  const {dialect} = graph[inner].session;
  const texts = sortBy.map(
    name => `(SELECT min(value) FROM ${dialect.jsonTexts('e.attributes', [name])} AS j)`,
  );
  const value = texts.length === 1 ? texts[0] : `coalesce(${texts.join(', ')})`;
  const direction = descending ? 'DESC' : 'ASC';
  const only = readableAt(graph, 'e.id');
  const rows = await graph[inner].session.all<EdgeRow & {other: string}>(
    `SELECT * FROM (SELECT ${edgeColumns}, e.guid AS other, ${value} AS sort_value
       FROM edge g JOIN entity e ON e.id = g.end${end === 1 ? 2 : 1}_id
       WHERE g.end${end}_id = (SELECT id FROM entity WHERE guid = ?) AND g.type_id = ? AND g.state = 0 AND e.state = 0
         ${only === undefined ? '' : `AND ${only.text}`}) AS near
     ORDER BY sort_value ${direction} NULLS LAST, id ${direction} LIMIT ? OFFSET ?`,
    [guid, symbols.id(typeName), ...(only?.params ?? []), limit ?? Number.MAX_SAFE_INTEGER, offset],
  );
  const records = await graph.entities(
    rows.map(row => row.other),
    'look',
  );
  return rows.flatMap(row => {
    const record = records.get(row.other);
    const ends = end === 1 ? ([guid, row.other] as const) : ([row.other, guid] as const);
    return record === undefined ? [] : [{edge: toEdge(row, ends, symbols), record}];
  });
}

/**
 * How many `neighbourPage` would show of each without a limit, by guid; those without any are
 * absent. One statement.
 */
export async function neighbourCounts(
  graph: GraphRead,
  guids: readonly Guid[],
  {typeName, end}: Omit<EdgeRef, 'guid'>,
): Promise<ReadonlyMap<Guid, number>> {
  const {symbols} = graph[inner].system;
  if (guids.length === 0 || !symbols.has(typeName)) return new Map();
  const only = readableAt(graph, 'e.id');
  const rows = await graph[inner].session.all<{guid: Guid; count: number}>(
    `SELECT h.guid, count(*) AS count FROM entity h JOIN edge g ON g.end${end}_id = h.id
       JOIN entity e ON e.id = g.end${end === 1 ? 2 : 1}_id
     WHERE ${graph[inner].session.dialect.inList('h.guid', 'text')} AND g.type_id = ? AND g.state = 0 AND e.state = 0
       ${only === undefined ? '' : `AND ${only.text}`} GROUP BY h.guid`,
    [guids, symbols.id(typeName), ...(only?.params ?? [])],
  );
  return new Map(rows.map(row => [row.guid, row.count]));
}

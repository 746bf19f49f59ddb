import type {EntityRecord, Guid} from '@gazetteer/model';
import {containersOf} from './owned-parts.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {entityColumns, toEntity, type EntityRow, type Walked} from '../schema/rows.ts';
import {raw, sql, type Sql} from '../schema/sql-text.ts';

// Walks over more entities than one wants to hold: each function is a constant number of
// statements, and deleted entities and edges are walked like all others.

/** Entities of the types alone, without their sub-types. */
export async function entitiesOfTypes(
  graph: GraphRead,
  typeNames: readonly string[],
): Promise<Walked> {
  const {inList} = graph[inner].session.dialect;
  const only = onlyReadable(graph, 'facet.entity_id');
  const rows = await graph[inner].session.all<{id: number}>(
    `SELECT entity_id AS id FROM facet WHERE ${inList('type_id', 'int')}${only.text} ORDER BY 1`,
    [typeIds(graph, typeNames), ...only.params],
  );
  return rows.map(row => row.id);
}

/** Row numbers of those that are there. */
export async function entitiesByGuid(
  graph: GraphRead,
  guids: readonly Guid[],
): Promise<Map<Guid, number>> {
  const only = onlyReadable(graph, 'entity.id');
  const rows = await graph[inner].session.all<{id: number; guid: Guid}>(
    `SELECT id, guid FROM entity WHERE ${graph[inner].session.dialect.inList('guid', 'text')}${only.text}`,
    [guids, ...only.params],
  );
  return new Map(rows.map(row => [row.guid, row.id]));
}

/**
 * Everything that edges lead to from `start`, whatever their type and direction; `without` types
 * are not entered.
 */
export async function connected(
  graph: GraphRead,
  start: Walked,
  without: readonly string[],
): Promise<Walked> {
  return await reach(graph, start, [
    {from: 1, to: 2, unless: {types: without, at: 'next'}},
    {from: 2, to: 1, unless: {types: without, at: 'next'}},
  ]);
}

/** What edges lead to from their end1 to their end2, and on from there. */
export async function outward(
  graph: GraphRead,
  start: Walked,
  without: readonly string[],
): Promise<Walked> {
  return await reach(graph, start, [{from: 1, to: 2, unless: {types: without, at: 'next'}}]);
}

/**
 * What edges come from, and on from there; entities of the types `last` are reached and not passed.
 */
export async function inward(
  graph: GraphRead,
  start: Walked,
  last: readonly string[],
): Promise<Walked> {
  return await reach(graph, start, [{from: 2, to: 1, unless: {types: last, at: 'near'}}]);
}

type Step = {from: 1 | 2; to: 1 | 2; unless: {types: readonly string[]; at: 'near' | 'next'}};

async function reach(graph: GraphRead, start: Walked, steps: readonly Step[]): Promise<Walked> {
  if (start.length === 0) return [];
  const {inList, listRows, recursion} = graph[inner].session.dialect;
  const only = onlyReadable(graph, 'found.id');
  const parts = steps.map(({from, to, unless}) => {
    const place = unless.at === 'near' ? 'near.id' : `g.end${to}_id`;
    const barred = `EXISTS (SELECT 1 FROM facet f WHERE f.entity_id = ${place} AND ${inList('f.type_id', 'int')})`;
    return {
      select: `g.end${to}_id`,
      from: 'edge g',
      where: `g.end${from}_id = near.id${unless.types.length === 0 ? '' : ` AND NOT ${barred}`}`,
    };
  });
  const rows = await graph[inner].session.all<{id: number}>(
    `WITH RECURSIVE found(id) AS (SELECT value FROM ${listRows('id')} UNION ${recursion('found', parts)})
     SELECT id FROM found WHERE 1 = 1${only.text} ORDER BY id`,
    [
      start,
      ...steps
        .filter(step => step.unless.types.length > 0)
        .map(step => typeIds(graph, step.unless.types)),
      ...only.params,
    ],
  );
  return rows.map(row => row.id);
}

/** Those of `ids` that are of one of the types. */
export async function ofTypes(
  graph: GraphRead,
  ids: Walked,
  typeNames: readonly string[],
): Promise<Walked> {
  const {inList} = graph[inner].session.dialect;
  const rows = await graph[inner].session.all<{id: number}>(
    `SELECT entity_id AS id FROM facet WHERE ${inList('entity_id')} AND ${inList('type_id', 'int')} ORDER BY 1`,
    [ids, typeIds(graph, typeNames)],
  );
  return rows.map(row => row.id);
}

/** Those of `ids` that were changed at this time (epoch ms) or later. */
export async function changedSince(graph: GraphRead, ids: Walked, time: number): Promise<Walked> {
  const rows = await graph[inner].session.all<{id: number}>(
    `SELECT id FROM entity WHERE ${graph[inner].session.dialect.inList('id')} AND updated >= ? ORDER BY id`,
    [ids, time],
  );
  return rows.map(row => row.id);
}

/** Who owns whom, by edges whose container is one of `ids`. */
export async function ownedPairs(
  graph: GraphRead,
  ids: Walked,
): Promise<{owner: number; owned: number}[]> {
  const {container1, container2} = containersOf(graph[inner].system);
  const {inList} = graph[inner].session.dialect;
  const only = {1: onlyReadable(graph, 'edge.end1_id'), 2: onlyReadable(graph, 'edge.end2_id')};
  const pairs = (owner: 1 | 2, owned: 1 | 2) =>
    `SELECT end${owner}_id AS owner, end${owned}_id AS owned FROM edge
     WHERE ${inList(`end${owner}_id`)} AND ${inList('type_id', 'int')}${only[owned].text}`;
  return await graph[inner].session.all<{owner: number; owned: number}>(
    `${pairs(1, 2)} UNION ALL ${pairs(2, 1)}`,
    [ids, container1, ...only[2].params, ids, container2, ...only[1].params],
  );
}

/** The entities in the order of `ids`; those that are gone are left out. */
export async function walkedRecords(graph: GraphRead, ids: Walked): Promise<EntityRecord[]> {
  const only = onlyReadable(graph, 'e.id');
  const rows = await graph[inner].session.all<EntityRow>(
    `SELECT ${entityColumns} FROM entity e WHERE ${graph[inner].session.dialect.inList('e.id')}${only.text}`,
    [ids, ...only.params],
  );
  const byId = new Map(rows.map(row => [row.id, toEntity(row, graph[inner].system.symbols)]));
  return [...(await graph.redacted(ids.flatMap(id => byId.get(id) ?? [])))];
}

/**
 * The same state seen anew: a graph remembers all that was read through it, which a long walk must
 * not.
 */
export function freshView(graph: GraphRead): GraphRead {
  return graph[inner].fresh();
}

/** Ends a list of conditions. */
function onlyReadable(graph: GraphRead, id: string): Sql {
  const test = readableAt(graph, id);
  return test === undefined ? raw('') : sql` AND ${test}`;
}

/** Types that nothing was ever stored of have no number, and no entities. */
function typeIds({[inner]: db}: GraphRead, names: readonly string[]): number[] {
  return names.filter(name => db.system.symbols.has(name)).map(name => db.system.symbols.id(name));
}

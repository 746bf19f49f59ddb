import type {Dialect, RecursionStep} from '@gazetteer/db';
import {carriesColumn} from '../schema/carried.ts';
import {joined, raw, sql, type Sql} from '../schema/sql-text.ts';
import type {TypeSystem} from '../schema/type-store.ts';

/** Values of `edge.propagate` that let classifications through from end1 to end2, and back. */
export const forth: readonly number[] = [1, 3];
const back: readonly number[] = [2, 3];

type End = 1 | 2;
const directions: readonly (readonly [End, End])[] = [
  [1, 2],
  [2, 1],
];

/**
 * The edge `g` lets classifications through between ACTIVE entities; which is first is known to be
 * one.
 */
function leads([from, to]: readonly [End, End]): string {
  const through = (from === 1 ? forth : back).join(', ');
  // `<> 0` says nothing new but names the index of such edges.
  return `g.state = 0 AND g.propagate <> 0 AND g.propagate IN (${through}) AND ${isActive(`g.end${to}_id`)}`;
}

/**
 * Ends a subquery that is to be looked up for each row by all of its conditions. Without it
 * PostgreSQL makes a join of it and, where it takes the table for small, looks up a part of them
 * only: all entities that a source has come to, for each of them (55 s in place of 1 s for 10,000).
 */
const eachRow = 'LIMIT 1 OFFSET 0';

function isActive(id: string): string {
  return `EXISTS (SELECT 1 FROM facet f WHERE f.entity_id = ${id} AND f.state = 0 ${eachRow})`;
}

/** Names of columns that hold a classification's type and source. */
type Carried = {readonly type: string; readonly source: string};
const near: Carried = {type: 'near.type_id', source: 'near.source_id'};

function has(id: string, {type, source}: Carried): string {
  return `EXISTS (SELECT 1 FROM propagation h WHERE h.entity_id = ${id} AND h.type_id = ${type} AND h.source_id = ${source} ${eachRow})`;
}

function isBlocked(edgeId: string, {type, source}: Carried): string {
  return `EXISTS (SELECT 1 FROM propagation_block b WHERE b.edge_id = ${edgeId} AND b.type_id = ${type} AND b.source_id = ${source} ${eachRow})`;
}

/** It may come to `id` over the edge, and is not there yet. */
function comesTo(id: string, edgeId: string, what: Carried): string {
  return `${id} <> ${what.source} AND NOT ${has(id, what)} AND NOT ${isBlocked(edgeId, what)}`;
}

function steps(where: (target: string) => string): RecursionStep[] {
  return directions.map(([from, to]) => ({
    select: `g.end${to}_id`,
    from: 'edge g',
    where: `g.end${from}_id = near.id AND ${leads([from, to])} AND ${where(`g.end${to}_id`)}`,
  }));
}

const carried = ['type_id', 'source_id'];

/** Edges of the given entities (twice the same list) that may let something through. */
export function waysAt({inList}: Dialect): string {
  const at = (end: End) =>
    `SELECT id, end1_id, end2_id, propagate FROM edge WHERE ${inList(`end${end}_id`)} AND state = 0 AND propagate <> 0`;
  return `${at(1)} UNION ${at(2)}`;
}

/**
 * From the given rows (JSON of `[entity, type, source]`) as far as the same classification has come
 * over edges that are there: itself and what it may have led to.
 */
export function lostWalk(dialect: Dialect, system: TypeSystem): string {
  const start = dialect.tupleRows({id: 'id', type_id: 'int', source_id: 'id'});
  const walk = steps(target => `${has(target, near)} AND NOT ${isBlocked('g.id', near)}`);
  return `WITH RECURSIVE lost(id, type_id, source_id) AS (
      SELECT id, type_id, source_id FROM ${start} start WHERE ${isActive('start.id')}
      UNION ${dialect.recursion('lost', walk, carried)})
    SELECT p.entity_id, p.type_id, p.source_id, ${carriesColumn(system)}, e.guid FROM lost l CROSS JOIN propagation p CROSS JOIN entity e
    WHERE p.entity_id = l.id AND p.type_id = l.type_id AND p.source_id = l.source_id AND e.id = l.id`;
}

/**
 * Where a walk begins, by row numbers: edges to be passed, entities to be entered and left over any
 * edge, and sources.
 */
export type WalkStart = {
  readonly edges: readonly number[];
  readonly heads: readonly number[];
  readonly tails: readonly number[];
  readonly sources: readonly number[];
  readonly types: readonly number[];
};

/**
 * Everywhere that propagating classifications come to and are not yet, as `entity_id`, `type_id`,
 * `source_id`, with the entity's `guid` and type (`holder`). Nothing is walked twice: what an
 * entity has already, it has passed on.
 * @returns undefined when there is no start
 */
export function reachWalk(dialect: Dialect, start: WalkStart): Sql | undefined {
  const {inList} = dialect;
  const ways = directions.flatMap(([from, to]) => {
    const way = (column: string, list: readonly number[]): Sql[] =>
      list.length === 0
        ? []
        : [
            sql`SELECT ${raw(`g.id AS edge_id, g.end${from}_id AS tail, g.end${to}_id AS head`)} FROM edge g
              WHERE ${{text: inList(column), params: [list]}} AND ${raw(`${leads([from, to])} AND ${isActive(`g.end${from}_id`)}`)}`,
          ];
    return [
      ...way('g.id', start.edges),
      ...way(`g.end${to}_id`, start.heads),
      ...way(`g.end${from}_id`, start.tails),
    ];
  });
  const passing = (table: string, what: Carried, more = '') =>
    raw(`SELECT w.head AS id, ${what.type}, ${what.source} AS source_id FROM way w CROSS JOIN ${table}
      WHERE x.entity_id = w.tail${more} AND ${comesTo('w.head', 'w.edge_id', what)}`);
  const beginnings: Sql[] = [];
  if (ways.length > 0) {
    beginnings.push(passing('propagation x', {type: 'x.type_id', source: 'x.source_id'}));
    beginnings.push(
      passing(
        'classification x',
        {type: 'x.type_id', source: 'x.entity_id'},
        ' AND x.propagate = 1',
      ),
    );
  }
  if (start.sources.length > 0) {
    beginnings.push(
      sql`SELECT x.entity_id, x.type_id, x.entity_id FROM classification x
        WHERE ${{text: inList('x.entity_id'), params: [start.sources]}} AND ${{text: inList('x.type_id', 'int'), params: [start.types]}}
        AND x.propagate = 1 AND ${raw(isActive('x.entity_id'))}`,
    );
  }
  if (beginnings.length === 0) return undefined;
  const way =
    ways.length === 0
      ? raw('')
      : sql`way(edge_id, tail, head) AS (${joined(ways, ' UNION ALL ')}),`;
  const walk = dialect.recursion(
    'reach',
    steps(target => comesTo(target, 'g.id', near)),
    carried,
  );
  return sql`WITH RECURSIVE ${way} reach(id, type_id, source_id) AS (${joined(beginnings, ' UNION ')} UNION ${raw(walk)})
    SELECT r.id AS entity_id, r.type_id, r.source_id, e.guid, e.type_id AS holder FROM reach r CROSS JOIN entity e
    WHERE r.id <> r.source_id AND e.id = r.id`;
}

/**
 * The edges over which a classification comes, now, to the entities that it has come to, for a list
 * of sources and a type; both are given twice.
 */
export function leadsTo({inList}: Dialect): string {
  const arm = ([from, to]: readonly [End, End]) =>
    `SELECT p.source_id, g.id AS edge_id, g.end${from}_id AS tail, p.entity_id AS head
     FROM propagation p CROSS JOIN edge g
     WHERE ${inList('p.source_id')} AND p.type_id = ? AND g.end${to}_id = p.entity_id
       AND ${leads([from, to])} AND ${isActive(`g.end${from}_id`)}
       AND (g.end${from}_id = p.source_id OR ${has(`g.end${from}_id`, {type: 'p.type_id', source: 'p.source_id'})})
       AND NOT ${isBlocked('g.id', {type: 'p.type_id', source: 'p.source_id'})}`;
  return directions.map(arm).join(' UNION ALL ');
}

import type {Session} from '@gazetteer/db';
import type {WalkOptions} from '../schema/graph.ts';
import {edgeColumns, type EdgeRow} from '../schema/rows.ts';
import type {Sql} from '../schema/sql-text.ts';

/** A kind of edge, by its number, and the end that a walk comes from. */
export type NumberedStep = {readonly typeId: number; readonly from: 1 | 2};

/**
 * Beyond so many steps a walk counts none: each entity would be visited once for each number of
 * steps that lead to it.
 */
const maxCounted = 128;

/**
 * Every edge that walks of at most `maxSteps` edges from `start` pass, in one statement. Circles
 * end, since nothing is entered twice; more than `maxCounted` steps are as good as any number, so
 * the caller cuts what is further away.
 */
export async function edgesAlong(
  session: Session,
  start: number,
  steps: readonly NumberedStep[],
  maxSteps: number,
  {count = Number.MAX_SAFE_INTEGER, asOf}: WalkOptions = {},
): Promise<EdgeRow[]> {
  const {inRows, recursion} = session.dialect;
  const isCounted = maxSteps <= maxCounted;
  // A deleted edge keeps the time of its end as that of its last change.
  const then = asOf === undefined ? '' : ' AND g.created <= ? AND (g.state = 0 OR g.updated > ?)';
  const times = asOf === undefined ? [] : [asOf, asOf];
  const walk = recursion(
    'walk',
    steps.map(({typeId, from}) => ({
      select: `g.end${from === 1 ? 2 : 1}_id`,
      from: 'edge g',
      where: `g.end${from}_id = near.id AND g.type_id = ${typeId}${isCounted ? ' AND near.step < ?' : ''}${then}`,
    })),
    isCounted ? ['step + 1'] : [],
  );
  const [columns, first] = isCounted
    ? ['id, step', 'CAST(? AS bigint), 0']
    : ['id', 'CAST(? AS bigint)'];
  const passed = steps.map(
    ({typeId, from}) =>
      `SELECT ${edgeColumns} FROM edge g WHERE ${inRows(`g.end${from}_id`, 'SELECT id FROM walk')} AND g.type_id = ${typeId}${then}`,
  );
  const rows = await session.all<EdgeRow>(
    `WITH RECURSIVE walk(${columns}) AS (SELECT ${first} UNION ${walk}) ${passed.join(' UNION ALL ')} LIMIT ?`,
    // The last edges lead out of what is entered, so that is one step less.
    [
      start,
      ...steps.flatMap(() => [...(isCounted ? [maxSteps - 1] : []), ...times]),
      ...steps.flatMap(() => times),
      count,
    ],
  );
  // Asked for in this order, SQLite walks through all edges of the types that there are, which lie
  // so, and tests each.
  return rows.sort((a, b) => a.id - b.id);
}

/** The first edges at each entity, and how many it has. */
export async function firstEdges(
  session: Session,
  ids: readonly number[],
  {typeId, from}: NumberedStep,
  count: number,
  most: number,
  /** A condition that the edge `g` fulfils, too; the others are as if they were not there. */
  only?: Sql,
): Promise<(EdgeRow & {total: number})[]> {
  const rows = await session.all<EdgeRow & {total: number}>(
    `SELECT * FROM (
       SELECT ${edgeColumns}, row_number() OVER at_end AS place, count(*) OVER (PARTITION BY g.end${from}_id) AS total
       FROM edge g WHERE ${session.dialect.inList(`g.end${from}_id`)} AND g.type_id = ${typeId}${only === undefined ? '' : ` AND ${only.text}`}
       WINDOW at_end AS (PARTITION BY g.end${from}_id ORDER BY g.id)) ranked
     WHERE place <= ? ORDER BY place, id LIMIT ?`,
    [ids, ...(only?.params ?? []), count, most],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** The oldest ACTIVE edge to each ACTIVE entity that is reached from `ids` and none of `seen`. */
export async function newEdges(
  session: Session,
  ids: readonly number[],
  {typeId, from}: NumberedStep,
  seen: readonly number[],
  count: number,
  /** A condition that the edge `g` fulfils, too; the others are as if they were not there. */
  only?: Sql,
): Promise<EdgeRow[]> {
  const {inList, inRows} = session.dialect;
  const far = `g.end${from === 1 ? 2 : 1}_id`;
  const first = `SELECT min(g.id) FROM edge g JOIN entity far ON far.id = ${far} AND far.state = 0
    WHERE ${inList(`g.end${from}_id`)} AND g.type_id = ${typeId} AND g.state = 0 AND NOT ${inList(far)}
      ${only === undefined ? '' : `AND ${only.text}`} GROUP BY ${far} ORDER BY 1 LIMIT ?`;
  return await session.all<EdgeRow>(
    `SELECT ${edgeColumns} FROM edge g WHERE ${inRows('g.id', first)} ORDER BY g.id`,
    [ids, seen, ...(only?.params ?? []), count],
  );
}

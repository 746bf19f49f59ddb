import {
  flowChange,
  type ChangeSet,
  type FlowChange,
  type Guid,
  type Propagation,
  type TypeRegistry,
} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {carriesColumn} from '../schema/carried.ts';
import {forth, lostWalk, reachWalk, waysAt} from './propagation-sql.ts';
import {propagation, propagationBlock} from '../schema/schema.ts';
import type {Symbols} from '../schema/symbols.ts';

/** What the writer knows of the change that it is writing. */
export type PropagationContext = {
  readonly session: Session;
  readonly symbols: Symbols;
  readonly types: TypeRegistry;
  /** Row numbers of all that the change names; those of entities that it reaches are added. */
  readonly entityIds: Map<Guid, number>;
  readonly edgeIds: ReadonlyMap<Guid, number>;
};

/** A classification at an entity that it has come to; `guid` is the entity's. */
type Row = {entity_id: number; type_id: number; source_id: number; carries: number; guid: Guid};
/** From one entity to another; `edgeTakes` as in `FlowChange`. */
type LostWay = {from: number; to: number; takes: FlowChange['lost'][number]['takes']};

/**
 * Brings `propagation` in line with `changes`, whose entities, edges and classifications are
 * written already. Everything is done in sets, so the number of statements does not grow with what
 * is reached.
 *
 * A classification holds wherever it has come to until something takes it away. So a loss is undone
 * in two steps: all that came over what is lost is taken away, as far as it leads, and then what is
 * still reached from elsewhere comes back.
 */
export async function propagate(c: PropagationContext, changes: ChangeSet): Promise<ChangeSet> {
  const flow = flowChange(changes);
  if (isQuiet(flow) && changes.propagationsRemoved.length === 0) return changes;
  const locks = new Locks(c.session);
  await writeBlocks(c, changes);
  const byHand = rowsOf(c, changes.propagationsRemoved);
  const stopped = await takeStopped(c, flow, locks);
  const cut = await takeLost(c, flow, locks);
  const removedIds = idsOf(c, flow.removed);
  await c.session.remove(
    propagation,
    ['entity_id'],
    removedIds.map(id => [id]),
  );
  await removeRows(c.session, byHand);
  const gained = await follow(c, flow, cut, locks);
  return await reported(c, changes, [...byHand, ...stopped, ...cut], gained);
}

function isQuiet(flow: FlowChange): boolean {
  return Object.values(flow).every(list => list.length === 0);
}

async function writeBlocks(
  {session, symbols, entityIds, edgeIds}: PropagationContext,
  changes: ChangeSet,
): Promise<void> {
  const cells = ({edge, typeName, sourceGuid}: ChangeSet['blocksAdded'][number]) => [
    edgeIds.get(edge.guid) ?? 0,
    symbols.id(typeName),
    entityIds.get(sourceGuid) ?? 0,
  ];
  await session.remove(
    propagationBlock,
    Object.keys(propagationBlock.columns),
    changes.blocksRemoved.map(cells),
  );
  await session.remove(
    propagationBlock,
    ['edge_id'],
    changes.edgesRemoved.map(edge => [edgeIds.get(edge.guid) ?? 0]),
  );
  await session.remove(
    propagationBlock,
    ['source_id', 'type_id'],
    changes.classificationsRemoved.map(one => [
      entityIds.get(one.entityGuid) ?? 0,
      symbols.id(one.typeName),
    ]),
  );
  // A purged entity's own classifications go with it; no change names them.
  await session.remove(
    propagationBlock,
    ['source_id'],
    changes.removed.map(one => [entityIds.get(one.guid) ?? 0]),
  );
  await session.insert(propagationBlock, changes.blocksAdded.map(cells), {
    key: ['edge_id', 'type_id', 'source_id'],
  });
}

/** What is named by a plan itself: those of a deleted source that somebody takes away by hand. */
function rowsOf({symbols, entityIds}: PropagationContext, named: readonly Propagation[]): Row[] {
  return named.map(({entityGuid, typeName, sourceGuid}) => ({
    entity_id: entityIds.get(entityGuid) ?? 0,
    type_id: symbols.id(typeName),
    source_id: entityIds.get(sourceGuid) ?? 0,
    carries: 1,
    guid: entityGuid,
  }));
}

/** Takes away what has come from sources that propagate no more. */
async function takeStopped(c: PropagationContext, flow: FlowChange, locks: Locks): Promise<Row[]> {
  const {session, symbols, entityIds} = c;
  const {inList, tupleRows} = session.dialect;
  const pairs = flow.stopped.map(one => [
    entityIds.get(one.sourceGuid) ?? 0,
    symbols.id(one.typeName),
  ]);
  if (flow.deleted.length > 0) {
    const asking = await session.all<{entity_id: number; type_id: number}>(
      `SELECT entity_id, type_id FROM classification
       WHERE ${inList('entity_id')} AND propagate = 1 AND remove_propagations = 1`,
      [idsOf(c, flow.deleted)],
    );
    for (const row of asking) pairs.push([row.entity_id, row.type_id]);
  }
  const removed = idsOf(c, flow.removed);
  if (pairs.length === 0 && removed.length === 0) return [];
  const columns = `p.entity_id, p.type_id, p.source_id, ${carriesColumn(c)}, e.guid`;
  const rows = await locks.settled(() =>
    session.all<Row>(
      `SELECT ${columns} FROM ${tupleRows({source_id: 'id', type_id: 'int'})} w CROSS JOIN propagation p CROSS JOIN entity e
       WHERE p.source_id = w.source_id AND p.type_id = w.type_id AND e.id = p.entity_id
       UNION ALL SELECT ${columns} FROM propagation p CROSS JOIN entity e WHERE ${inList('p.source_id')} AND e.id = p.entity_id`,
      [JSON.stringify(pairs), removed],
    ),
  );
  await session.remove(
    propagation,
    ['source_id', 'type_id'],
    [
      ...new Map(
        rows.map(row => [`${row.source_id} ${row.type_id}`, [row.source_id, row.type_id]]),
      ).values(),
    ],
  );
  return rows;
}

/**
 * Takes away what came over ways that are lost, as far as it leads, whether or not it is reached
 * from elsewhere.
 */
async function takeLost(c: PropagationContext, flow: FlowChange, locks: Locks): Promise<Row[]> {
  const {session} = c;
  const ways = await lostWays(c, flow);
  const revived = idsOf(c, flow.revived);
  if (ways.length === 0 && revived.length === 0) return [];
  const heads = await takenHeads(c, ways, revived);
  if (heads.length === 0) return [];
  const rows = await locks.settled(() =>
    session.all<Row>(lostWalk(session.dialect, c), [JSON.stringify(heads)]),
  );
  await removeRows(session, rows);
  return rows;
}

/** The lost ways of the change, and those of edges that stay but whose entity is deleted. */
async function lostWays(c: PropagationContext, flow: FlowChange): Promise<LostWay[]> {
  const {session, entityIds} = c;
  const id = (guid: Guid) => entityIds.get(guid) ?? 0;
  const ways: LostWay[] = flow.lost.map(way => ({
    from: id(way.from),
    to: id(way.to),
    takes: way.takes,
  }));
  if (flow.deleted.length > 0) {
    const deleted = idsOf(c, flow.deleted);
    const edges = await session.all<{end1_id: number; end2_id: number; propagate: number}>(
      waysAt(session.dialect),
      [deleted, deleted],
    );
    for (const {end1_id, end2_id, propagate: through} of edges) {
      if (forth.includes(through)) ways.push({from: end1_id, to: end2_id, takes: 'asking'});
      if (through >= 2) ways.push({from: end2_id, to: end1_id, takes: 'asking'});
    }
  }
  return ways;
}

/**
 * The classifications at the far ends of lost ways that came, or may have come, over them; and
 * those that a revived entity kept while it was deleted, if they would have been taken from it
 * otherwise.
 */
async function takenHeads(
  {session, symbols, entityIds}: PropagationContext,
  ways: readonly LostWay[],
  revived: readonly number[],
): Promise<number[][]> {
  const {inList} = session.dialect;
  const ends = [...new Set([...ways.flatMap(way => [way.from, way.to]), ...revived])];
  type Held = {entity_id: number; type_id: number; source_id: number; asks: number | null};
  const held = await session.all<Held>(
    `SELECT p.entity_id, p.type_id, p.source_id, c.remove_propagations AS asks
     FROM propagation p LEFT JOIN classification c ON c.entity_id = p.source_id AND c.type_id = p.type_id
     WHERE ${inList('p.entity_id')}
     UNION ALL SELECT entity_id, type_id, entity_id, remove_propagations FROM classification
     WHERE ${inList('entity_id')} AND propagate = 1`,
    [ends, ends],
  );
  const at = Map.groupBy(held, one => one.entity_id);
  const heads = new Map<string, number[]>();
  for (const {from, to, takes} of ways) {
    const sent = new Set((at.get(from) ?? []).map(one => `${one.type_id} ${one.source_id}`));
    for (const one of at.get(to) ?? []) {
      const key = `${one.type_id} ${one.source_id}`;
      if (one.source_id === to || !sent.has(key)) continue;
      const isTaken =
        takes === 'all' ||
        (takes === 'asking'
          ? one.asks === 1
          : one.type_id === symbols.id(takes.only.typeName) &&
            one.source_id === entityIds.get(takes.only.sourceGuid));
      if (isTaken) heads.set(`${to} ${key}`, [to, one.type_id, one.source_id]);
    }
  }
  for (const {entity_id, type_id, source_id, asks} of revived.flatMap(id => at.get(id) ?? [])) {
    if (asks === 1 && source_id !== entity_id)
      heads.set(`${entity_id} ${type_id} ${source_id}`, [entity_id, type_id, source_id]);
  }
  return [...heads.values()];
}

/**
 * Follows classifications from new sources, over new ways, and back to where they were just taken
 * away.
 */
async function follow(
  c: PropagationContext,
  flow: FlowChange,
  cut: readonly Row[],
  locks: Locks,
): Promise<Row[]> {
  const {session, symbols, types} = c;
  const revived = idsOf(c, flow.revived);
  const from = {
    edges: [...new Set(flow.gained.flatMap(way => c.edgeIds.get(way.edgeGuid) ?? []))],
    heads: [...new Set([...cut.map(row => row.entity_id), ...revived])],
    tails: revived,
    sources: idsOf(
      c,
      flow.started.map(one => one.sourceGuid),
    ),
    types: [...new Set(flow.started.map(one => symbols.id(one.typeName)))],
  };
  const walk = reachWalk(session.dialect, from);
  if (walk === undefined) return [];
  const found = await locks.settled(() =>
    session.all<Omit<Row, 'carries'> & {holder: number}>(walk.text, walk.params),
  );
  const rows = found.map(({holder, ...row}) => {
    return {
      ...row,
      carries: types.isCarried(symbols.name(row.type_id), symbols.name(holder)) ? 1 : 0,
    };
  });
  await session.insert(
    propagation,
    rows.map(row => [row.entity_id, row.type_id, row.source_id, row.carries]),
  );
  return rows;
}

async function removeRows(session: Session, rows: readonly Row[]): Promise<void> {
  await session.remove(
    propagation,
    ['entity_id', 'type_id', 'source_id'],
    rows.map(row => [row.entity_id, row.type_id, row.source_id]),
  );
}

/** The change with what became of it: whatever was taken away and has come back is not told. */
async function reported(
  c: PropagationContext,
  changes: ChangeSet,
  taken: readonly Row[],
  gained: readonly Row[],
): Promise<ChangeSet> {
  const removed = without(taken, gained);
  const added = without(gained, taken);
  const guids = await guidsOf(c, [...removed, ...added]);
  // Whoever tells of the change needs them next.
  for (const row of [...removed, ...added]) c.entityIds.set(row.guid, row.entity_id);
  const told = (row: Row): Propagation => ({
    entityGuid: row.guid,
    typeName: c.symbols.name(row.type_id),
    sourceGuid: guids.get(row.source_id) ?? '',
  });
  return {...changes, propagationsAdded: added.map(told), propagationsRemoved: removed.map(told)};
}

/** The rows of entities that carry the classification and have it not in `others`, too. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const carrying = rows.filter(row => row.carries === 1);
  if (others.length === 0) return carrying;
  const key = (row: Row) => `${row.entity_id} ${row.type_id} ${row.source_id}`;
  const known = new Set(others.map(key));
  return carrying.filter(row => !known.has(key(row)));
}

/** Of the sources; those that the change itself removes or creates are known. */
async function guidsOf(
  {session, entityIds}: PropagationContext,
  rows: readonly Row[],
): Promise<Map<number, Guid>> {
  const guids = new Map(Array.from(entityIds, ([guid, id]) => [id, guid]));
  const missing = [...new Set(rows.map(row => row.source_id))].filter(id => !guids.has(id));
  if (missing.length > 0) {
    const found = await session.all<{id: number; guid: Guid}>(
      `SELECT id, guid FROM entity WHERE ${session.dialect.inList('id')}`,
      [missing],
    );
    for (const {id, guid} of found) guids.set(id, guid);
  }
  return guids;
}

function idsOf({entityIds}: PropagationContext, guids: readonly Guid[]): number[] {
  return [...new Set(guids.flatMap(guid => entityIds.get(guid) ?? []))];
}

/**
 * Entities whose propagated classifications this transaction decides on. Others may add edges at
 * what a walk has passed, or pass on what is being taken away, and neither sees the other's rows:
 * so what a walk finds is locked and the walk is done again, until it finds nothing new. Whoever
 * adds an edge has locked its ends before.
 */
class Locks {
  readonly #session: Session;
  readonly #held = new Set<number>();

  constructor(session: Session) {
    this.#session = session;
  }

  async settled<R extends {entity_id: number}>(find: () => Promise<R[]>): Promise<R[]> {
    const {forUpdate, inList} = this.#session.dialect;
    for (;;) {
      const rows = await find();
      if (forUpdate === '') return rows;
      const fresh = [...new Set(rows.map(row => row.entity_id))].filter(id => !this.#held.has(id));
      if (fresh.length === 0) return rows;
      await this.#session.run(
        `SELECT id FROM entity WHERE ${inList('id')} ORDER BY id${forUpdate}`,
        [fresh],
      );
      for (const id of fresh) this.#held.add(id);
    }
  }
}

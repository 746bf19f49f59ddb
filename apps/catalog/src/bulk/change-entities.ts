import {
  AppError,
  bulkTarget,
  bulkValue,
  columnsWanted,
  changed as changedEdge,
  emptyChangeSet,
  glossaryEdges,
  glossaryTypes,
  isEmptyChange,
  mergeChanges,
  planBulkValue,
  sameValue,
  termNames,
  touch,
  type BulkAction,
  type BulkRules,
  type BulkState,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type ValueAction,
} from '@gazetteer/model';
import type {GraphRead, GraphTx, Hold} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {groupRecords} from '../entity/governance-types.ts';
import {planningOf, withDeleted, withTouched} from '../entity/planning.ts';
import {glossaryRecords} from '../glossary/glossary-forms.ts';
import {holdersOfNames} from '../undo/undo-state.ts';
import type {Changed} from './bulk-task.ts';

/**
 * An entity to change. `back`, of an undo: what is there if nobody has changed it since, and what
 * is to be there again.
 */
export type BulkEntry = {
  readonly guid: Guid;
  readonly back?: {
    readonly expected: unknown;
    readonly target: unknown;
    readonly isFollowing: boolean;
  };
  /** Of the import of a table: what its row says, by column. */
  readonly row?: Row;
};

type Row = {readonly cells: ReadonlyMap<string, string>; readonly clears: boolean};

/** An entity that is to change, with what it is checked by. */
type Wanted = {
  readonly entry: BulkEntry;
  readonly record: EntityRecord;
  readonly old: unknown;
  readonly target: unknown;
  /** All that is done to it, or of a deletion as much of it as needs a permission. */
  readonly plan: ChangeSet;
};

const isWanted = (one: Wanted | Changed): one is Wanted => 'plan' in one;

/**
 * What a restored entity gets back besides its status: relations that ended when it was deleted.
 */
type Deleted = {readonly ended: readonly Guid[]};

/**
 * Changes entities in one transaction, in a constant number of statements. What cannot be done to
 * one of them, or is more than whoever asks may do, leaves that one as it is; those that are not
 * there, or may not be read, are not in the answer.
 */
export async function changeEntities(
  c: Context,
  tx: GraphTx,
  action: ValueAction,
  entries: readonly BulkEntry[],
): Promise<Changed[]> {
  const rules = await rulesOf(c, tx, action, entries);
  const stateOf = await statesOf(
    tx,
    entries.map(one => one.guid),
  );
  const decided = entries.flatMap(entry => decide(rules, action, entry, stateOf(entry.guid)));
  const wanted = decided.filter(isWanted);
  const left = decided.filter((one): one is Changed => !isWanted(one));
  const taken = await holdersOfNames(
    tx,
    wanted.filter(isRestored).map(one => one.record),
  );
  const refusals = await tx.refusals(wanted.map(one => one.plan));
  const allowed: Wanted[] = [];
  wanted.forEach((one, i) => {
    const refusal = refusals[i];
    if (taken.has(one.entry.guid))
      left.push(leftAlone(one.entry.guid, 'CONFLICT', 'Another entity has its name now.'));
    else if (refusal !== undefined)
      left.push(leftAlone(one.entry.guid, 'REFUSED', refusal.message));
    else allowed.push(one);
  });
  if (allowed.length === 0) return left;
  return [
    ...left,
    ...(await (action.type === 'DELETE' ? deleteOrRestore : changeValues)(tx, rules, allowed)),
  ];
}

/**
 * What all entities of one part are judged by; terms are held, so that nobody deletes them
 * meanwhile.
 */
async function rulesOf(
  c: Context,
  tx: GraphTx,
  action: ValueAction,
  entries: readonly BulkEntry[],
): Promise<BulkRules> {
  const terms =
    action.type === 'SET_COLUMNS'
      ? await termsOfRows(tx, entries)
      : await glossaryRecords(tx, 'term', 'termGuids' in action ? action.termGuids : [], 'keep');
  await holdGroups(tx, action, 'keep');
  return {
    types: tx.types,
    planning: planningOf(c),
    terms: new Map(terms.map(one => [one.guid, one])),
  };
}

/** Terms that rows name, and those that entities get back; what is not there is found out later. */
async function termsOfRows(tx: GraphTx, entries: readonly BulkEntry[]): Promise<EntityRecord[]> {
  const names = new Set(
    entries.flatMap(({row}) => (row === undefined ? [] : termNames(row.cells))),
  );
  const refs = Array.from(names, value => ({
    typeName: glossaryTypes.term,
    attribute: 'qualifiedName',
    value,
  }));
  const named = refs.length === 0 ? [] : await tx.forCaller().byUnique(refs, 'look');
  const guids = entries.flatMap(({back}) =>
    Object.keys((back?.target as {terms?: object} | undefined)?.terms ?? {}),
  );
  const all = [...guids, ...named.flatMap(one => one?.guid ?? [])];
  if (all.length === 0) return [];
  const known = await tx.entitiesNamed([...new Set(all)], 'keep');
  return [...known.values()].filter(one => one.status === 'ACTIVE');
}

/** The domain or the products that the action names. @throws INSTANCE_GUID_NOT_FOUND */
export async function holdGroups(graph: GraphRead, action: BulkAction, hold: Hold): Promise<void> {
  if (action.type === 'SET_DOMAIN' && action.domainGuid !== null)
    await groupRecords(graph, 'domain', [action.domainGuid], hold);
  if (action.type === 'ADD_TO_PRODUCTS')
    await groupRecords(graph, 'product', action.productGuids, hold);
}

/**
 * All that a decision about an entity rests on, in a constant number of statements for the whole
 * part.
 */
async function statesOf(
  tx: GraphTx,
  guids: readonly Guid[],
): Promise<(guid: Guid) => BulkState | undefined> {
  const records = await tx.entitiesNamed(guids);
  const known = [...records.keys()];
  const classifications = Map.groupBy(await tx.classificationsOf(known), one => one.entityGuid);
  const edges = await tx.edgesAt(
    known.map(guid => ({guid, typeName: glossaryEdges.assignment, end: 2})),
  );
  const assignments = Map.groupBy(edges, one => one.end2);
  return guid => {
    const record = records.get(guid);
    if (record === undefined) return undefined;
    return {
      record,
      classifications: classifications.get(guid) ?? [],
      assignments: assignments.get(guid) ?? [],
    };
  };
}

/**
 * What becomes of one entity, before anything is written: it is refused, in conflict, as it should
 * be already, or changed.
 */
function decide(
  rules: BulkRules,
  action: ValueAction,
  entry: BulkEntry,
  state: BulkState | undefined,
): (Wanted | Changed)[] {
  const {guid, back} = entry;
  // Of glossaries only what the import of terms has changed is taken back.
  const isInternal =
    back === undefined &&
    state !== undefined &&
    rules.types.entityType(state.record.typeName).isInternal;
  if (state === undefined || isInternal)
    return back === undefined ? [] : [leftAlone(guid, 'CONFLICT', 'It is not there any more.')];
  const {record} = state;
  const old = bulkValue(action, state);
  if (back !== undefined && !sameValue(old, back.expected)) {
    return [leftAlone(guid, 'CONFLICT', 'It was changed since.')];
  }
  if (record.status === 'DELETED' && action.type !== 'DELETE') {
    return [leftAlone(guid, back === undefined ? 'REFUSED' : 'CONFLICT', 'It is deleted.')];
  }
  try {
    const target = targetOf(rules, action, entry, state);
    if (sameValue(old, target)) return [leftAlone(guid, 'UNCHANGED', '')];
    const plan =
      action.type === 'DELETE'
        ? planStatus(record, back, rules)
        : planBulkValue(action, state, target, rules);
    return [{entry, record, old, target, plan}];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [leftAlone(guid, 'REFUSED', [error.message, ...error.issues.slice(1)].join(' '))];
  }
}

function targetOf(
  rules: BulkRules,
  action: ValueAction,
  {back, row}: BulkEntry,
  state: BulkState,
): unknown {
  if (back !== undefined) return back.target;
  return row === undefined
    ? bulkTarget(action, state, rules)
    : columnsWanted(row.cells, state, rules, row.clears);
}

/** As much of a deletion, or of its undo, as somebody needs a permission for. */
function planStatus(
  before: EntityRecord,
  back: BulkEntry['back'],
  {planning}: BulkRules,
): ChangeSet {
  const status = before.status === 'ACTIVE' ? 'DELETED' : 'ACTIVE';
  if (status === 'DELETED' && planning.deletes === 'hard')
    return {...emptyChangeSet(), removed: [before]};
  const following = back?.isFollowing === true ? {following: [before.guid]} : {};
  return {
    ...emptyChangeSet(),
    ...following,
    updated: [{before, after: {...touch(before, planning), status}}],
  };
}

/** Nothing was changed, so undoing has nothing to do either. */
function leftAlone(
  guid: Guid,
  outcome: 'REFUSED' | 'CONFLICT' | 'UNCHANGED',
  reason: string,
): Changed {
  return {guid, outcome, reason, oldValue: 'null', newValue: 'null'};
}

/** One ChangeSet for all of them: what each touches is found out, and written, once. */
async function changeValues(
  tx: GraphTx,
  {planning, terms}: BulkRules,
  wanted: readonly Wanted[],
): Promise<Changed[]> {
  const changes = wanted
    .map(one => one.plan)
    .reduce((all, one) => mergeChanges(all, one), emptyChangeSet());
  const isRelating =
    changes.edgesCreated.length + changes.edgesUpdated.length + changes.edgesRemoved.length > 0;
  const known = new Map([...wanted.map(({record}) => [record.guid, record] as const), ...terms]);
  const planned = isRelating ? await withTouched(tx, changes, known, planning) : changes;
  if (!isEmptyChange(planned)) await tx.apply(planned, planning);
  return wanted.map(({entry, old, target}) => ({
    guid: entry.guid,
    outcome: 'CHANGED',
    reason: '',
    oldValue: JSON.stringify(old),
    newValue: JSON.stringify(target),
  }));
}

const isRestored = ({record}: Wanted): boolean => record.status === 'DELETED';

/** Undoing a deletion restores, all else deletes: a part may have both when a task is undone. */
async function deleteOrRestore(
  tx: GraphTx,
  rules: BulkRules,
  wanted: readonly Wanted[],
): Promise<Changed[]> {
  const restored = wanted.filter(isRestored);
  const named = wanted.filter(one => !isRestored(one)).map(one => one.entry.guid);
  return [...(await restore(tx, rules, restored)), ...(await deleteNamed(tx, rules, named))];
}

/**
 * Deletes with all that the entities own; what went along is recorded as having followed, so that
 * it comes back with them.
 */
async function deleteNamed(
  tx: GraphTx,
  {planning}: BulkRules,
  guids: readonly Guid[],
): Promise<Changed[]> {
  if (guids.length === 0) return [];
  const deletion = await withDeleted(tx, emptyChangeSet(), guids, planning);
  await tx.apply(await withTouched(tx, deletion, new Map(), planning), planning);
  const gone = [
    ...deletion.removed,
    ...deletion.updated.filter(({after}) => after.status === 'DELETED').map(one => one.before),
  ];
  const ended = Map.groupBy(deletion.edgesUpdated, one => one.after.end2);
  const named = new Set(guids);
  return gone.map(({guid}) => ({
    guid,
    outcome: named.has(guid) ? 'CHANGED' : 'FOLLOWED',
    reason: '',
    oldValue: JSON.stringify({
      ended: (ended.get(guid) ?? []).map(one => one.before.guid),
    } satisfies Deleted),
    newValue: JSON.stringify('DELETED'),
  }));
}

/**
 * Makes deleted entities active again, with those of the relations that ended with them which can
 * be there again.
 */
async function restore(
  tx: GraphTx,
  rules: BulkRules,
  wanted: readonly Wanted[],
): Promise<Changed[]> {
  if (wanted.length === 0) return [];
  const {planning} = rules;
  const edges = await endedEdges(
    tx,
    wanted.flatMap(one => (one.target as Deleted).ended),
  );
  const changes = wanted
    .map(one => one.plan)
    .reduce((all, one) => mergeChanges(all, one), emptyChangeSet());
  const edgesUpdated = edges.map(before => ({
    before,
    after: changedEdge(before, {status: 'ACTIVE'}, planning),
  }));
  await tx.apply(await withTouched(tx, {...changes, edgesUpdated}, new Map(), planning), planning);
  return wanted.map(({entry}) => ({
    guid: entry.guid,
    outcome: entry.back?.isFollowing === true ? 'FOLLOWED' : 'CHANGED',
    reason: '',
    oldValue: JSON.stringify('DELETED'),
    newValue: JSON.stringify('ACTIVE'),
  }));
}

/**
 * Those that can be there again: an entity that holds one at a time, and has another one now, keeps
 * that.
 */
async function endedEdges(tx: GraphTx, guids: readonly Guid[]): Promise<EdgeRecord[]> {
  const ended = (await tx.edgesByGuid(guids)).filter(edge => edge.status === 'DELETED');
  const isSingle = ({typeName}: EdgeRecord) =>
    tx.types.relationshipTypes.get(typeName)?.def.endDef1.cardinality === 'SINGLE';
  const others = await tx.edgesAt(
    ended.filter(isSingle).map(({end1, typeName}) => ({guid: end1, typeName, end: 1})),
  );
  const held = new Set(others.map(({end1, typeName}) => `${typeName} ${end1}`));
  return ended.filter(edge => !isSingle(edge) || !held.has(`${edge.typeName} ${edge.end1}`));
}

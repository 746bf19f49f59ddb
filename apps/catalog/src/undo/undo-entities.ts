import {
  emptyChangeSet,
  mergeChanges,
  touch,
  type AppError,
  type ChangeSet,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {BulkEntity, BulkOutcome, GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {planningOf, withDeleted, withTouched} from '../entity/planning.ts';
import {planUnit, reasonsToStay, type UndoRules, type UnitPlan} from './plan-unit.ts';
import {hashOf, hashOfEntity, isRestored, type RecordedChange} from './recorded-change.ts';
import {activeEdges, namesTaken, readUndoState, type UndoState} from './undo-state.ts';
import type {UndoUnit} from './undo-units.ts';

/** What became of one entity; one that is given back in part has two. */
export type Undone = Omit<BulkEntity, 'n' | 'outcome'> & {
  readonly outcome: BulkOutcome | 'UNCHANGED';
};

type Decided = UnitPlan & {
  readonly unit: UndoUnit;
  readonly record: EntityRecord;
  /** The change made it: it goes with all that it owns. */
  readonly isGoing: boolean;
};

/**
 * Takes back what a change did to some entities, in one transaction. What others have changed since
 * stays as it is and is told; so is what whoever asks may not change.
 */
export async function undoUnits(
  c: Context,
  tx: GraphTx,
  change: RecordedChange,
  units: readonly UndoUnit[],
): Promise<Undone[]> {
  const rules: UndoRules = {types: tx.types, planning: planningOf(c), change};
  const state = await readUndoState(tx, change, units);
  const done: Undone[] = [];
  const wanted: Decided[] = [];
  for (const unit of units) {
    const one = decide(rules, state, unit);
    if ('outcome' in one) done.push(one);
    else wanted.push(one);
  }
  const taken = await namesTaken(tx, wanted.flatMap(renamed));
  const refusals = await tx.refusals(wanted.map(one => one.plan));
  const allowed = wanted.filter((one, i) => {
    const reason = reasonAgainst(one, taken, refusals[i]);
    if (reason !== undefined) done.push(reason);
    return reason === undefined;
  });
  const values = allowed.filter(one => !one.isGoing);
  await applyValues(tx, rules, state, values);
  done.push(...values.flatMap(outcomesOf));
  done.push(
    ...(await removeMade(
      tx,
      rules,
      allowed.filter(one => one.isGoing),
    )),
  );
  return done;
}

function decide(rules: UndoRules, state: UndoState, unit: UndoUnit): Decided | Undone {
  const {guid, entity} = unit;
  const record = state.records.get(guid);
  if (entity?.kind === 'gone')
    return left(guid, 'CONFLICT', "It was deleted permanently and can't be restored.");
  if (record === undefined) return left(guid, 'CONFLICT', 'It is not there any more.');
  if (entity?.kind === 'created') return decideMade(rules, state, unit, record);
  const planned = planUnit(rules, state, unit, record);
  const {plan, conflicts} = planned;
  const isNothing = plan.updated.length + plan.touched.length === 0;
  if (!isNothing) return {...planned, unit, record, isGoing: goesAgain(unit, planned)};
  if (conflicts.length > 0) return left(guid, 'CONFLICT', textOf(record, conflicts));
  return left(guid, 'UNCHANGED', '');
}

/** It was restored by the change: what it owns goes with it, as with any deletion. */
function goesAgain({entity}: UndoUnit, {plan}: UnitPlan): boolean {
  return (
    entity?.kind === 'changed' &&
    plan.updated.some(({before, after}) => before.status === 'ACTIVE' && after.status === 'DELETED')
  );
}

function decideMade(
  {types, planning, change}: UndoRules,
  state: UndoState,
  unit: UndoUnit,
  record: EntityRecord,
): Decided | Undone {
  const {guid} = unit;
  if (record.status === 'DELETED') return left(guid, 'UNCHANGED', '');
  const edges = state.edgesOf.get(guid) ?? [];
  const reasons = reasonsToStay(change, record, state.classifications.get(guid) ?? [], edges);
  if (reasons.length > 0) return left(guid, 'CONFLICT', textOf(record, reasons));
  const isForGood =
    planning.deletes === 'hard' || types.entityTypes.get(record.typeName)?.isInternal === true;
  const after = {...touch(record, planning), status: 'DELETED'} as const;
  const plan: ChangeSet = isForGood
    ? {...emptyChangeSet(), removed: [record]}
    : {...emptyChangeSet(), updated: [{before: record, after}]};
  const values = {old: {status: 'ACTIVE'}, next: {status: 'DELETED'}};
  return {unit, record, isGoing: true, plan, ...values, conflicts: []};
}

/** Entities that come back or get another name, as they would be. */
function renamed({plan}: Decided): EntityRecord[] {
  return plan.updated.flatMap(({before, after}) =>
    after.status === 'ACTIVE' &&
    (before.status === 'DELETED' || hashOf(before.attributes) !== hashOf(after.attributes))
      ? [after]
      : [],
  );
}

function reasonAgainst(
  {unit: {guid}}: Decided,
  taken: ReadonlySet<Guid>,
  refusal: AppError | undefined,
): Undone | undefined {
  if (taken.has(guid)) return left(guid, 'CONFLICT', 'Another entity has its name now.');
  return refusal && left(guid, 'REFUSED', refusal.message);
}

/** One ChangeSet for all of them. */
async function applyValues(
  tx: GraphTx,
  {planning}: UndoRules,
  {records}: UndoState,
  decided: readonly Decided[],
): Promise<void> {
  if (decided.length === 0) return;
  const merged = decided.map(one => one.plan).reduce(mergeChanges, emptyChangeSet());
  // What makes room for one may be given back by another as well.
  const once = <T>(list: readonly T[], guidOf: (one: T) => Guid): T[] => [
    ...new Map(list.map(one => [guidOf(one), one])).values(),
  ];
  const changes: ChangeSet = {
    ...merged,
    edgesUpdated: once(merged.edgesUpdated, one => one.after.guid),
    edgesRemoved: once(merged.edgesRemoved, one => one.guid),
  };
  const {edgesCreated, edgesUpdated, edgesRemoved, touched} = changes;
  const isRelating = edgesCreated.length + edgesUpdated.length + edgesRemoved.length > 0;
  const planned = isRelating ? await withTouched(tx, changes, records, planning) : changes;
  const known = new Set(planned.touched.map(one => one.guid));
  const all = [...planned.touched, ...touched.filter(one => !known.has(one.guid))];
  await tx.apply({...planned, touched: all}, planning);
}

/**
 * Deletes what the change has made or restored. What others have put below it since keeps it there:
 * it would go, too.
 */
async function removeMade(
  tx: GraphTx,
  {planning, change}: UndoRules,
  decided: readonly Decided[],
): Promise<Undone[]> {
  if (decided.length === 0) return [];
  const byGuid = new Map(decided.map(one => [one.unit.guid, one]));
  const {free, kept} = await freeOf([...byGuid.keys()], async guids => {
    const deletion = await withDeleted(tx, emptyChangeSet(), guids, planning);
    return await hasForeign(tx, change, deletion, new Set(guids));
  });
  const done = kept.map(guid => left(guid, 'CONFLICT', 'Others have added to it since.'));
  if (free.length === 0) return done;
  const deletion = await withDeleted(tx, emptyChangeSet(), free, planning);
  await tx.apply(await withTouched(tx, deletion, new Map(), planning), planning);
  const along = goneIn(deletion).filter(({guid}) => !free.includes(guid));
  return [
    ...done,
    ...free.flatMap(guid => outcomesOf(byGuid.get(guid) as Decided)),
    ...along.map(({guid}): Undone => ({
      guid,
      outcome: 'FOLLOWED',
      reason: '',
      oldValue: JSON.stringify({status: 'ACTIVE'}),
      newValue: JSON.stringify({status: 'DELETED'}),
    })),
  ];
}

/** Where some stand in the way of all, halves show which. */
async function freeOf(
  guids: readonly Guid[],
  isKept: (guids: readonly Guid[]) => Promise<boolean>,
): Promise<{free: readonly Guid[]; kept: readonly Guid[]}> {
  if (guids.length === 0 || !(await isKept(guids))) return {free: guids, kept: []};
  if (guids.length === 1) return {free: [], kept: guids};
  const half = guids.length >> 1;
  const [a, b] = [
    await freeOf(guids.slice(0, half), isKept),
    await freeOf(guids.slice(half), isKept),
  ];
  return {free: [...a.free, ...b.free], kept: [...a.kept, ...b.kept]};
}

function goneIn({removed, updated}: ChangeSet): EntityRecord[] {
  const deleted = updated.filter(({after}) => after.status === 'DELETED');
  return [...removed, ...deleted.map(one => one.before)];
}

/** Whether the deletion would take along what the change has not made, or others changed since. */
async function hasForeign(
  tx: GraphTx,
  change: RecordedChange,
  deletion: ChangeSet,
  named: ReadonlySet<Guid>,
): Promise<boolean> {
  const along = goneIn(deletion).filter(({guid}) => !named.has(guid));
  if (along.length === 0) return false;
  const guids = along.map(one => one.guid);
  const classifications = Map.groupBy(await tx.classificationsOf(guids), one => one.entityGuid);
  const edges = await activeEdges(tx, guids);
  return along.some(record => {
    const of = change.entities.get(record.guid);
    // What the change has restored may go again if nobody has changed it since.
    if (of?.kind === 'changed') return !isRestored(of) || of.after !== hashOfEntity(record);
    const own = classifications.get(record.guid) ?? [];
    return reasonsToStay(change, record, own, edges.get(record.guid) ?? []).length > 0;
  });
}

/** Of one that is given back in part, what stays is told beside it. */
function outcomesOf({unit: {guid, entity}, record, old, next, conflicts}: Decided): Undone[] {
  const isFollowing = entity?.kind === 'changed' && entity.isFollowing;
  const values = {oldValue: JSON.stringify(old), newValue: JSON.stringify(next)};
  const back = {
    guid,
    outcome: isFollowing ? 'FOLLOWED' : 'CHANGED',
    reason: '',
    ...values,
  } as const;
  return conflicts.length === 0
    ? [back]
    : [back, left(guid, 'CONFLICT', textOf(record, conflicts))];
}

/** Who has changed it last is as near as the entity itself tells. */
function textOf({updatedBy}: EntityRecord, reasons: readonly string[]): string {
  const [first = '', ...others] = reasons;
  const text = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
  return text.endsWith('.') ? text : `${text}; last changed by ${updatedBy}.`;
}

function left(guid: Guid, outcome: 'REFUSED' | 'CONFLICT' | 'UNCHANGED', reason: string): Undone {
  return {guid, outcome, reason, oldValue: 'null', newValue: 'null'};
}

import {
  emptyChangeSet,
  isExact,
  mergeChanges,
  type ChangeSet,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {planningOf, withDeleted, withTouched} from '../entity/planning.ts';
import {
  decide,
  isDecided,
  left,
  renamed,
  textOf,
  type Decided,
  type Undone,
} from './decide-unit.ts';
import {reasonsToStay, type UndoRules} from './plan-unit.ts';
import {hashOfEntity, isRestored, type RecordedChange} from './recorded-change.ts';
import {laterOf, settle, type SettlingRules} from './settle-units.ts';
import {activeEdges, holdersOfNames, readUndoState, type UndoState} from './undo-state.ts';
import type {UndoUnit} from './undo-units.ts';

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
  const rules = {types: tx.types, planning: planningOf(c), change, staying: new Set<Guid>()};
  return await undoIn(tx, rules, units);
}

/** What comes back under a name that something has which goes comes after it. */
async function undoIn(
  tx: GraphTx,
  rules: SettlingRules,
  units: readonly UndoUnit[],
): Promise<Undone[]> {
  const state = await readUndoState(tx, rules.change, units);
  const wanted = units.map(unit => decide(rules, state, unit)).filter(isDecided);
  const names = await holdersOfNames(tx, wanted.flatMap(renamed));
  const refusals = await tx.refusals(wanted.map(one => one.plan));
  const refused = new Map(wanted.map((one, i) => [one.unit.guid, refusals[i]]));
  const {allowed, done} = settle(rules, state, units, {names, refused});
  const later = laterOf(rules, allowed, names);
  const now = allowed.filter(one => !later.has(one.unit.guid));
  const values = now.filter(one => !one.isGoing);
  await applyValues(tx, rules, state, values);
  done.push(...values.flatMap(outcomesOf));
  const made = now.filter(one => one.isGoing);
  done.push(...(await removeMade(tx, rules, made)));
  if (later.size === 0) return done;
  const rest = units.filter(({guid}) => later.has(guid));
  return [...done, ...(await undoIn(tx, rules, rest))];
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
  const deletion = withValues(
    await withDeleted(tx, emptyChangeSet(), free, planning),
    decided.flatMap(one => (one.unit.entity?.kind === 'changed' ? one.plan.updated : [])),
  );
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

/** What goes again has its former values, should it ever come back. */
function withValues(deletion: ChangeSet, planned: ChangeSet['updated']): ChangeSet {
  const afters = new Map(planned.map(({after}) => [after.guid, after]));
  const updated = deletion.updated.map(({before, after}) => ({
    before,
    after: afters.get(after.guid) ?? after,
  }));
  return {...deletion, updated};
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
function outcomesOf({unit, record, old, next, conflicts, isGoing}: Decided): Undone[] {
  const {guid, entity, edges, classifications} = unit;
  const isFollowing = entity?.kind === 'changed' && entity.isFollowing;
  // What lies at something that goes stays with it.
  const kept = new Set(isGoing ? [...edges, ...classifications].map(one => one.typeName) : []);
  const values = {oldValue: shownOf(old, kept), newValue: shownOf(next, kept)};
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

/** What values refer to may be hidden from whoever asks: only single ones are kept. */
function shownOf(values: Readonly<Record<string, unknown>>, but: ReadonlySet<string>): string {
  const isSingle = (value: unknown) =>
    value === null || typeof value !== 'object' || isExact(value);
  const shown = Object.entries(values).filter(([name, one]) => isSingle(one) && !but.has(name));
  return JSON.stringify(Object.fromEntries(shown));
}

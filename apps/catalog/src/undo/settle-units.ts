import {uniquesOf, type AppError, type Guid, type UniqueRef} from '@gazetteer/model';
import {decide, isDecided, left, type Decided, type Undone} from './decide-unit.ts';
import type {UndoRules} from './plan-unit.ts';
import type {Holder, UndoState} from './undo-state.ts';
import type {UndoUnit} from './undo-units.ts';

/** `staying` grows: what is found to stay deleted keeps others from coming back. */
export type SettlingRules = UndoRules & {readonly staying: Set<Guid>};

type Against = {
  /** What has the names now that some would get. */
  readonly names: ReadonlyMap<Guid, readonly Holder[]>;
  readonly refused: ReadonlyMap<Guid, AppError | undefined>;
};

/**
 * Which are taken back, and why the others are not: one that stays as it is may keep others from
 * coming back, and those others again.
 */
export function settle(
  rules: SettlingRules,
  state: UndoState,
  units: readonly UndoUnit[],
  against: Against,
): {allowed: Decided[]; done: Undone[]} {
  const {staying} = rules;
  const owners = ownersIn(rules);
  const stopped = new Map<Guid, Undone>();
  for (;;) {
    const before = stopped.size + staying.size;
    const decided = units.map(unit => stopped.get(unit.guid) ?? decide(rules, state, unit));
    const allowed = decided.filter(isDecided);
    const byGuid = new Map(allowed.map(one => [one.unit.guid, one]));
    for (const one of allowed) {
      const isOrphan = staying.has(owners.get(one.unit.guid) ?? '') && comesBack(one);
      const reason = isOrphan
        ? left(one.unit.guid, 'CONFLICT', 'What it belongs to is not restored.')
        : reasonAgainst(rules, state, against, byGuid, one);
      if (reason !== undefined) stopped.set(one.unit.guid, reason);
    }
    for (const {guid} of units)
      if ((!byGuid.has(guid) || stopped.has(guid)) && state.records.get(guid)?.status !== 'ACTIVE')
        staying.add(guid);
    if (stopped.size + staying.size === before)
      return {allowed, done: decided.flatMap(one => (isDecided(one) ? [] : [one]))};
  }
}

function comesBack({plan, record}: Decided): boolean {
  return record.status === 'DELETED' && plan.updated.some(one => one.after.status === 'ACTIVE');
}

function reasonAgainst(
  {types}: UndoRules,
  {records}: UndoState,
  {names, refused}: Against,
  allowed: ReadonlyMap<Guid, Decided>,
  {unit: {guid}, isGoing}: Decided,
): Undone | undefined {
  const refusal = refused.get(guid);
  if (refusal !== undefined) return left(guid, 'REFUSED', refusal.message);
  const isFreed = ({holder, ref}: Holder) => {
    const {plan} = allowed.get(holder) ?? {};
    if (plan?.removed.length === 1) return true;
    const [after] = plan?.updated.map(one => one.after) ?? [];
    if (after === undefined) return false;
    const kept = uniquesOf(types, types.entityType(after.typeName), after.attributes);
    return after.status === 'DELETED' || !kept.some(one => isSame(one, ref));
  };
  if (names.get(guid)?.every(isFreed) === false)
    return left(guid, 'CONFLICT', 'Another entity has its name now.');
  // Neither would be there any more.
  const isInItsPlace = ([wanting, holders]: readonly [Guid, readonly Holder[]]) =>
    records.get(wanting)?.status === 'DELETED' &&
    !allowed.has(wanting) &&
    holders.some(one => one.holder === guid);
  return isGoing && [...names].some(isInItsPlace)
    ? left(guid, 'CONFLICT', 'What had its name before is not restored.')
    : undefined;
}

const isSame = (a: UniqueRef, b: UniqueRef) => a.attribute === b.attribute && a.value === b.value;

/**
 * What waits until something has gone that has its name, and what comes back with that or at it.
 */
export function laterOf(
  rules: UndoRules,
  allowed: readonly Decided[],
  names: Against['names'],
): Set<Guid> {
  const going = new Set(allowed.filter(one => one.isGoing).map(one => one.unit.guid));
  const later = new Set<Guid>();
  for (const {unit} of allowed)
    if (names.get(unit.guid)?.some(one => going.has(one.holder))) later.add(unit.guid);
  if (later.size === 0) return later;
  const owners = ownersIn(rules);
  const isAfter = ({guid, edges}: UndoUnit) =>
    later.has(owners.get(guid) ?? '') ||
    edges.some(one => one.before !== undefined && (later.has(one.end1) || later.has(one.end2)));
  for (let size = 0; size !== later.size;) {
    size = later.size;
    for (const one of allowed) if (comesBack(one) && isAfter(one.unit)) later.add(one.unit.guid);
  }
  return later;
}

/** Of parts whose relationship to what they belong to has changed: what that is. */
function ownersIn({types, change}: UndoRules): Map<Guid, Guid> {
  const owners = new Map<Guid, Guid>();
  for (const {typeName, end1, end2, before} of change.edges.values()) {
    const def = types.relationshipTypes.get(typeName)?.def;
    if (before?.status !== 'ACTIVE' || def?.relationshipCategory !== 'COMPOSITION') continue;
    if (def.endDef1.isContainer) owners.set(end2, end1);
    else owners.set(end1, end2);
  }
  return owners;
}

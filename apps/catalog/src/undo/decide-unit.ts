import {
  emptyChangeSet,
  touch,
  type ChangeSet,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {BulkEntity, BulkOutcome} from '@gazetteer/store';
import {planUnit, reasonsToStay, type UndoRules, type UnitPlan} from './plan-unit.ts';
import {hashOf} from './recorded-change.ts';
import type {UndoState} from './undo-state.ts';
import type {UndoUnit} from './undo-units.ts';

/** What became of one entity; one that is given back in part has two. */
export type Undone = Omit<BulkEntity, 'n' | 'outcome'> & {
  readonly outcome: BulkOutcome | 'UNCHANGED';
};

export type Decided = UnitPlan & {
  readonly unit: UndoUnit;
  readonly record: EntityRecord;
  /** The change made it: it goes with all that it owns. */
  readonly isGoing: boolean;
};

export const isDecided = (one: Decided | Undone): one is Decided => 'plan' in one;

/** What would become of an entity by itself. */
export function decide(rules: UndoRules, state: UndoState, unit: UndoUnit): Decided | Undone {
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
export function renamed({plan}: Decided): EntityRecord[] {
  return plan.updated.flatMap(({before, after}) =>
    after.status === 'ACTIVE' &&
    (before.status === 'DELETED' || hashOf(before.attributes) !== hashOf(after.attributes))
      ? [after]
      : [],
  );
}

/** Who has changed it last is as near as the entity itself tells. */
export function textOf({updatedBy}: EntityRecord, reasons: readonly string[]): string {
  const [first = '', ...others] = reasons;
  const text = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
  return text.endsWith('.') ? text : `${text}; last changed by ${updatedBy}.`;
}

export function left(
  guid: Guid,
  outcome: 'REFUSED' | 'CONFLICT' | 'UNCHANGED',
  reason: string,
): Undone {
  return {guid, outcome, reason, oldValue: 'null', newValue: 'null'};
}

import {
  changed,
  emptyChangeSet,
  touch,
  type ChangeSet,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type Planning,
  type TypeRegistry,
} from '@gazetteer/model';
import {
  classificationKey,
  fieldsOf,
  hashOf,
  hashOfClassification,
  hashOfEdge,
  hashOfEntity,
  isDeletion,
  partsOf,
  withFields,
  type EdgeChange,
  type EntityChange,
  type RecordedChange,
} from './recorded-change.ts';
import {guidsIn, type UndoState} from './undo-state.ts';
import type {UndoUnit} from './undo-units.ts';

/** What decisions rest on beside what is there. */
export type UndoRules = {
  readonly types: TypeRegistry;
  readonly planning: Planning;
  readonly change: RecordedChange;
  /** What would have come back and does not. */
  readonly staying: ReadonlySet<Guid>;
};

export type UnitPlan = {
  readonly plan: ChangeSet;
  /** What it gives back, by the names that people know: as it is, and as it would be. */
  readonly old: Readonly<Record<string, unknown>>;
  readonly next: Readonly<Record<string, unknown>>;
  /** What was changed by others since, and stays. */
  readonly conflicts: readonly string[];
};

/** Gives back what the change took of values, classifications and relationships of one entity. */
export function planUnit(
  rules: UndoRules,
  state: UndoState,
  unit: UndoUnit,
  record: EntityRecord,
): UnitPlan {
  const {entity} = unit;
  const conflicts: string[] = [];
  const {old, next, after} =
    entity?.kind === 'changed'
      ? planFields(rules, state, entity, record, conflicts)
      : {old: {}, next: {}, after: record};
  if (after.status === 'DELETED' && record.status === 'DELETED')
    return {plan: emptyChangeSet(), old: {}, next: {}, conflicts: ['It is deleted.']};
  const plan = emptyChangeSet();
  for (const one of unit.classifications) {
    const held = state.classifications.get(unit.guid)?.find(it => it.typeName === one.typeName);
    const how = planClassification(rules, plan, one, held);
    if (how === 'conflict') conflicts.push(`“${one.typeName}” was changed later`);
    if (how !== 'back') continue;
    old[one.typeName] = held === undefined ? null : 'classified';
    next[one.typeName] = one.before === undefined ? null : 'classified';
  }
  for (const one of unit.edges) {
    const how = planEdge(rules, state, plan, one);
    if (how === 'conflict') conflicts.push(`a relationship “${one.typeName}” was changed later`);
    if (how !== 'back') continue;
    old[one.typeName] = one.after === undefined ? null : 'related';
    next[one.typeName] = one.before === undefined ? null : 'related';
  }
  if (after !== record) plan.updated.push({before: record, after: touch(after, rules.planning)});
  // Its own row stays as it is; that something of it was given back shows in its time.
  else if (Object.keys(next).length > 0) plan.touched.push(touch(record, rules.planning));
  if (entity?.kind === 'changed' && entity.isFollowing) plan.following = [unit.guid];
  return {plan, old, next, conflicts};
}

type Back = 'back' | 'nothing' | 'conflict';

function planFields(
  {types}: UndoRules,
  {others}: UndoState,
  {fields}: Extract<EntityChange, {kind: 'changed'}>,
  record: EntityRecord,
  conflicts: string[],
) {
  const held = fieldsOf(record);
  const wanted = new Map<string, unknown>();
  const old: Record<string, unknown> = {};
  const next: Record<string, unknown> = {};
  for (const [field, [before, after]] of Object.entries(fields)) {
    const now = held.get(field) ?? null;
    const hash = hashOf(now);
    // It is again as it was before the change: there is nothing to give back.
    if (hash === hashOf(before)) continue;
    const name = fieldName(field);
    // What is no longer as the change left it was changed by others since, and stays theirs.
    if (hash !== after) conflicts.push(`“${name}” was changed later`);
    else if (!isPossible(types, record, field) || guidsIn(before).some(guid => !others.has(guid)))
      conflicts.push(`“${name}” can't have its former value any more`);
    else {
      wanted.set(field, before);
      old[name] = now;
      next[name] = before;
    }
  }
  return {old, next, after: wanted.size === 0 ? record : withFields(record, wanted)};
}

/** Whether entities of the type still have what the field is. */
function isPossible(types: TypeRegistry, {typeName}: EntityRecord, field: string): boolean {
  const type = types.entityType(typeName);
  const [kind, name] = partsOf(field);
  if (kind === 'a') return type.attributes.has(name);
  return kind !== 'b' || type.businessAttributes.has(partsOf(name)[0]);
}

/** As people know it. */
export function fieldName(field: string): string {
  const [kind, name] = partsOf(field);
  if (kind === 's') return 'status';
  if (kind === 'i') return 'isIncomplete';
  if (kind === 'l') return `label ${name}`;
  return kind === 'b' ? name.replace('/', '.') : name;
}

function planClassification(
  {types}: UndoRules,
  plan: ChangeSet,
  {
    typeName,
    before,
    after,
  }: {typeName: string; before: ClassificationRecord | undefined; after: string | undefined},
  held: ClassificationRecord | undefined,
): Back {
  const hash = held && hashOfClassification(held);
  if (hash === (before && hashOfClassification(before))) return 'nothing';
  if (hash !== after || !types.classificationTypes.has(typeName)) return 'conflict';
  if (before === undefined) {
    if (held !== undefined) plan.classificationsRemoved.push(held);
  } else if (held === undefined) plan.classificationsAdded.push(before);
  else plan.classificationsUpdated.push({before: held, after: before});
  return 'back';
}

function planEdge(rules: UndoRules, state: UndoState, plan: ChangeSet, one: EdgeChange): Back {
  const {planning} = rules;
  const held = state.edges.get(one.guid);
  if (one.before === undefined) {
    if (held?.status !== 'ACTIVE') return 'nothing';
    if (hashOfEdge(held) !== one.after) return 'conflict';
    endEdge(rules, state, plan, held);
    return 'back';
  }
  const {before} = one;
  if (held !== undefined && hashOfEdge(held) === hashOfEdge(before)) return 'nothing';
  if ((held && hashOfEdge(held)) !== one.after) return 'conflict';
  if (before.status === 'ACTIVE' && held?.status !== 'ACTIVE') {
    const how = makeRoom(rules, state, plan, before);
    if (how !== 'back') return how;
  }
  const {status, attributes, propagateTags} = before;
  if (held === undefined) plan.edgesCreated.push(before);
  else {
    const {attributes: _now, ...rest} = held;
    const back = {...rest, ...(attributes === undefined ? {} : {attributes})};
    plan.edgesUpdated.push({before: held, after: changed(back, {status, propagateTags}, planning)});
  }
  return 'back';
}

/** As deletions do it: of what the catalog keeps for good, nothing stays of it. */
function endEdge(
  {types, planning}: UndoRules,
  {others}: UndoState,
  plan: ChangeSet,
  edge: EdgeRecord,
): void {
  const isInternal = (guid: Guid) => {
    const other = others.get(guid);
    return other !== undefined && types.entityTypes.get(other.typeName)?.isInternal === true;
  };
  if (planning.deletes === 'hard' || isInternal(edge.end1) || isInternal(edge.end2))
    plan.edgesRemoved.push(edge);
  else plan.edgesUpdated.push({before: edge, after: changed(edge, {status: 'DELETED'}, planning)});
}

/**
 * An end that holds one only gives up what it got by the change, not what others gave it since.
 * What is related again already needs nothing.
 */
function makeRoom(rules: UndoRules, state: UndoState, plan: ChangeSet, edge: EdgeRecord): Back {
  const {types, change, staying} = rules;
  const {typeName, end1, end2} = edge;
  const isThere = (guid: Guid) => {
    const of = change.entities.get(guid);
    const comesBack = of?.kind === 'changed' && isDeletion(of) && !staying.has(guid);
    return comesBack || state.others.get(guid)?.status === 'ACTIVE';
  };
  if (!isThere(end1) || !isThere(end2)) return 'conflict';
  const def = types.relationshipTypes.get(typeName)?.def;
  const at = (guid: Guid) => state.held.get(`${typeName} ${guid}`) ?? [];
  if ([...at(end1), ...at(end2)].some(one => one.end1 === end1 && one.end2 === end2))
    return 'nothing';
  // An end of cardinality SINGLE holds one relationship: what it holds now has to end first.
  const inTheWay = [
    ...(def?.endDef1.cardinality === 'SINGLE' ? at(end1).filter(one => one.end1 === end1) : []),
    ...(def?.endDef2.cardinality === 'SINGLE' ? at(end2).filter(one => one.end2 === end2) : []),
  ];
  const isOwn = (one: EdgeRecord) => {
    const made = change.edges.get(one.guid);
    return made !== undefined && made.before === undefined && made.after === hashOfEdge(one);
  };
  if (!inTheWay.every(isOwn)) return 'conflict';
  // One may stand in the way at both ends, or end by this plan anyway: it ends once.
  const ended = new Set(
    [...plan.edgesUpdated.map(one => one.before), ...plan.edgesRemoved].map(one => one.guid),
  );
  for (const one of inTheWay) if (!ended.has(one.guid)) endEdge(rules, state, plan, one);
  return 'back';
}

/** Why an entity that the change has made stays: what others have done to it since. */
export function reasonsToStay(
  change: RecordedChange,
  record: EntityRecord,
  classifications: readonly ClassificationRecord[],
  edges: readonly EdgeRecord[],
): string[] {
  const made = change.entities.get(record.guid);
  if (made?.kind !== 'created') return ['it is not of this change'];
  const reasons: string[] = [];
  if (made.after !== hashOfEntity(record)) reasons.push('it was changed later');
  const own = (one: ClassificationRecord) =>
    change.classifications.get(classificationKey(one))?.after === hashOfClassification(one);
  for (const one of classifications)
    if (!own(one)) reasons.push(`“${one.typeName}” was changed later`);
  const isOwn = (edge: EdgeRecord) => change.edges.get(edge.guid)?.after === hashOfEdge(edge);
  // Told by their types: a hub may have got thousands of relationships since.
  const foreign = edges.filter(edge => !isOwn(edge)).map(edge => edge.typeName);
  for (const typeName of new Set(foreign))
    reasons.push(`a relationship “${typeName}” was added later`);
  return reasons;
}

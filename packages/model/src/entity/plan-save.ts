import {isAppended, type SaveMode} from './appended.ts';
import {mayRefer, visitReferences, type Matched, type Matches} from './drafts.ts';
import {planBusinessAttributes, planCustomAttributes, planLabels} from './annotations.ts';
import {planClassifications} from './plan-classifications.ts';
import {planEdges} from './plan-edges.ts';
import {isPlainEdge, planPlainEdges} from './plan-plain-edges.ts';
import {
  emptyChangeSet,
  type Attributes,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type Planning,
} from './record.ts';
import type {Attribute, EntityType, TypeRegistry} from '../types/type-registry.ts';
import {
  defaultValue,
  isMap,
  normaliseAttribute,
  refuse,
  requireValue,
  sameValue,
  type Issues,
  type ObjectId,
} from './value.ts';

export type SavePlan = {changes: ChangeSet; orphans: Guid[]};

/**
 * Decides what a save would change. Reads nothing and writes nothing, so every rule can be tested
 * with plain objects. Unchanged entities yield no change: hooks re-send on every retry, and that
 * must raise no update time.
 * @param stored the ACTIVE edges at `edgeRefsOf` and `plainEdgeRefsOf`, with the others where
 * `namesDeleted`
 * @param issues what reading the drafts already found
 * @throws INSTANCE_CRUD_INVALID_PARAMS with every issue of the request
 */
export function planSave(
  types: TypeRegistry,
  matches: Matches,
  stored: readonly EdgeRecord[],
  planning: Planning,
  issues: Issues,
  mode: SaveMode = 'full',
): SavePlan {
  const changes = emptyChangeSet();
  const created = new Map<Guid, EntityRecord>();
  const updated = new Map<Guid, {before: EntityRecord; after: EntityRecord}>();
  for (const matched of matches.list) {
    const {guid, before} = matched;
    const earlier = created.get(guid) ?? updated.get(guid)?.after;
    if (before === undefined && earlier === undefined) {
      created.set(
        guid,
        matched.draft.isShell
          ? createShell(types, matched, planning, issues)
          : createRecord(types, matched, matches, planning, issues),
      );
      changes.classificationsAdded.push(
        ...planClassifications(
          types,
          guid,
          matched.type,
          matched.draft.incoming.classifications,
          issues,
        ),
      );
    } else {
      const base = earlier ?? (before as EntityRecord);
      const howMuch = matched.draft.incoming.isPartial === true ? 'partial' : mode;
      const after = updateRecord(types, matched, base, matches, planning, issues, howMuch);
      if (created.has(guid)) created.set(guid, after);
      else if (after !== base) updated.set(guid, {before: before as EntityRecord, after});
    }
  }
  const edges = planEdges(types, matches, stored, planning, issues, mode);
  refuse(issues);

  changes.created = [...created.values()];
  const plain = planPlainEdges(types, matches, stored, planning, mode);
  changes.edgesCreated = [...edges.created, ...plain.created];
  changes.edgesUpdated = [...edges.updated, ...plain.updated];
  changes.updated = [...updated.values()];
  // What the request itself carries is wanted, wherever it moved from.
  const carried = new Set(matches.list.map(one => one.guid));
  return {
    changes,
    orphans: [...edges.orphans, ...plain.orphans].filter(guid => !carried.has(guid)),
  };
}

/**
 * Entities at the ends of changed edges that nothing else in `changes` touches: their update time
 * moves, too. As with the reference, not that of whom a changed entity just refers to without a
 * relationship, nor of whom it was related to before at an end that holds one, nor of whom a
 * deleted one was related to.
 */
export function touchedBy(types: TypeRegistry, changes: ChangeSet): Guid[] {
  const updated = new Set(changes.updated.map(one => one.after.guid));
  const done = new Set([
    ...changes.created.map(one => one.guid),
    ...updated,
    ...changes.removed.map(one => one.guid),
  ]);
  const taken = new Set(changes.edgesCreated.flatMap(edge => singleEnds(types, edge)));
  const ended = changes.edgesUpdated
    .filter(one => !singleEnds(types, one.after).some(end => taken.has(end)))
    .map(one => one.after);
  const gone = new Set([
    ...changes.updated.filter(one => one.after.status === 'DELETED').map(one => one.after.guid),
    ...changes.removed.map(one => one.guid),
  ]);
  const touches = (edge: EdgeRecord) =>
    isPlainEdge(edge) ? !updated.has(edge.end1) : !gone.has(edge.end1) && !gone.has(edge.end2);
  const ends = [...changes.edgesCreated, ...ended, ...changes.edgesRemoved].flatMap(edge =>
    touches(edge) ? [edge.end1, edge.end2] : [],
  );
  return [...new Set(ends)].filter(guid => !done.has(guid));
}

/** The ends of an edge that hold no other one of its type. */
function singleEnds(types: TypeRegistry, {typeName, end1, end2}: EdgeRecord): string[] {
  const def = types.relationshipTypes.get(typeName)?.def;
  return [
    ...(def?.endDef1.cardinality === 'SINGLE' ? [`${typeName} 1 ${end1}`] : []),
    ...(def?.endDef2.cardinality === 'SINGLE' ? [`${typeName} 2 ${end2}`] : []),
  ];
}

export function touch(record: EntityRecord, {userName, now}: Planning): EntityRecord {
  return {...record, updatedBy: userName, updateTime: now};
}

/** Of an entity that is referred to and not there yet: nothing but what names it. */
function createShell(
  types: TypeRegistry,
  {draft, guid, type}: Matched,
  {userName, now}: Planning,
  issues: Issues,
): EntityRecord {
  const attributes: Attributes = {};
  for (const attribute of type.uniqueAttributes) {
    const value = normaliseAttribute(
      types,
      attribute,
      draft.given[attribute.name],
      type.name,
      issues,
    );
    if (value !== null) attributes[attribute.name] = value;
  }
  const when = {createdBy: userName, updatedBy: userName, createTime: now, updateTime: now};
  return {guid, typeName: type.name, status: 'ACTIVE', ...when, attributes, isIncomplete: true};
}

function createRecord(
  types: TypeRegistry,
  {draft, guid, type}: Matched,
  matches: Matches,
  {userName, now, limits}: Planning,
  issues: Issues,
): EntityRecord {
  const attributes: Attributes = {};
  for (const attribute of type.attributes.values()) {
    const value = plannedValue(types, attribute, draft, type.name, matches, issues);
    if (value !== null) attributes[attribute.name] = value;
    else if (!isGivenAsEdge(draft, attribute)) {
      const fallback = defaultValue(types, attribute);
      if (fallback === null) requireValue(attribute, type.name, issues);
      else attributes[attribute.name] = fallback;
    }
  }
  const {labels, customAttributes, businessAttributes, version} = draft.incoming;
  const record: EntityRecord = {
    guid,
    typeName: type.name,
    status: 'ACTIVE',
    createdBy: userName,
    updatedBy: userName,
    createTime: now,
    updateTime: now,
    attributes,
  };
  if (labels !== undefined && labels.length > 0) record.labels = planLabels(labels, limits);
  if (customAttributes !== undefined)
    record.customAttributes = planCustomAttributes(customAttributes, limits);
  if (businessAttributes !== undefined) {
    record.businessAttributes = planBusinessAttributes(types, type, businessAttributes, issues);
  }
  if (version !== undefined && version !== 0) record.version = version;
  return record;
}

/**
 * Absent attributes stay; null sets the default. Labels and business attributes of an update body
 * are ignored, custom attributes replace the whole map.
 * @returns `before` itself when nothing changes
 */
function updateRecord(
  types: TypeRegistry,
  {draft, type}: Matched,
  before: EntityRecord,
  matches: Matches,
  {userName, now, limits}: Planning,
  issues: Issues,
  mode: SaveMode,
): EntityRecord {
  const attributes = {...before.attributes};
  for (const attribute of type.attributes.values()) {
    const isGiven = attribute.name in draft.given;
    const value = plannedValue(types, attribute, draft, type.name, matches, issues);
    if (value !== null) {
      const isMore = isAppended(types, type, attribute.name, mode);
      attributes[attribute.name] = isMore
        ? appended(before.attributes[attribute.name], value)
        : value;
      continue;
    }
    if (isGivenAsEdge(draft, attribute)) continue;
    if (isGiven || mode === 'full') requireValue(attribute, type.name, issues);
    // A shell knows its unique attributes only: filling it sets defaults like creating it.
    if (!isGiven && !(before.isIncomplete && before.attributes[attribute.name] === undefined))
      continue;
    const fallback = defaultValue(types, attribute);
    if (fallback === null) delete attributes[attribute.name];
    else attributes[attribute.name] = fallback;
  }
  const after: EntityRecord = {...before, attributes, updatedBy: userName, updateTime: now};
  // A shell that is only partly filled still lacks what it must have.
  if (mode === 'full' || !lacksValues(type, draft, attributes)) delete after.isIncomplete;
  const {customAttributes} = draft.incoming;
  if (customAttributes !== undefined)
    after.customAttributes = planCustomAttributes(customAttributes, limits);
  const isSame =
    before.isIncomplete === after.isIncomplete &&
    sameValue(attributes, before.attributes) &&
    sameValue(after.customAttributes ?? {}, before.customAttributes ?? {});
  return isSame ? before : after;
}

function lacksValues(type: EntityType, draft: Matched['draft'], attributes: Attributes): boolean {
  const mandatory = [...type.attributes.values()].filter(
    one => !one.def.isOptional && !isGivenAsEdge(draft, one),
  );
  return mandatory.some(one => attributes[one.name] === undefined);
}

/** Lists get what they do not hold yet, maps their new entries; anything else is replaced. */
function appended(old: unknown, added: unknown): unknown {
  if (Array.isArray(old) && Array.isArray(added)) {
    return [...old, ...added.filter(one => !old.some(had => sameValue(had, one)))];
  }
  return isMap(old) && isMap(added) && !('guid' in added) && !('attributes' in added)
    ? {...old, ...added}
    : added;
}

function plannedValue(
  types: TypeRegistry,
  attribute: Attribute,
  draft: Matched['draft'],
  path: string,
  matches: Matches,
  issues: Issues,
): unknown {
  const given = draft.given[attribute.name];
  if (given === null || given === undefined) return null;
  const refer = (id: ObjectId) => {
    const {guid, typeName} = matches.target(id);
    return {guid, typeName};
  };
  const value = mayRefer(attribute.type)
    ? visitReferences(types, attribute.type, given, refer)
    : given;
  return normaliseAttribute(types, attribute, value, path, issues);
}

/**
 * An attribute may be defined as a value and be an edge all the same (`Process.inputs`): then the
 * edge counts.
 */
function isGivenAsEdge(draft: Matched['draft'], attribute: Attribute): boolean {
  return draft.type.relationshipAttributes.has(attribute.name)
    ? attribute.def.isOptional ||
        draft.references.some(one => one.attribute === attribute.name && one.ids.length > 0)
    : false;
}

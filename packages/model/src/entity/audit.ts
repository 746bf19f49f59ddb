import type {
  Attributes,
  Author,
  ChangeSet,
  ClassificationRecord,
  EdgeRecord,
  EntityRecord,
  Guid,
  Propagation,
  Status,
} from './record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {sameValue} from './value.ts';

/**
 * Everything that the audit of an entity tells, in the API's words and in their order: an event is
 * stored by its number.
 */
export const auditActions = [
  'BUSINESS_ATTRIBUTE_UPDATE',
  'CLASSIFICATION_ADD',
  'CLASSIFICATION_DELETE',
  'CLASSIFICATION_UPDATE',
  'CUSTOM_ATTRIBUTE_UPDATE',
  'ENTITY_CREATE',
  'ENTITY_DELETE',
  'ENTITY_IMPORT_CREATE',
  'ENTITY_IMPORT_DELETE',
  'ENTITY_IMPORT_UPDATE',
  'ENTITY_PURGE',
  'ENTITY_UPDATE',
  'LABEL_ADD',
  'LABEL_DELETE',
  'PROPAGATED_CLASSIFICATION_ADD',
  'PROPAGATED_CLASSIFICATION_DELETE',
  'PROPAGATED_CLASSIFICATION_UPDATE',
  'TERM_ADD',
  'TERM_DELETE',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * What an entity was before an event, as far as the event changed it: enough to go back from what
 * it is now. Null stands for what was not there; of business attributes each business metadata is
 * whole.
 */
export type AuditBefore = {
  attributes?: Attributes;
  labels?: string[];
  customAttributes?: Record<string, string> | null;
  businessAttributes?: Record<string, Attributes | null>;
  status?: Status;
  isIncomplete?: boolean;
};

/** What is kept of an event besides who and when: most events need nothing. */
export type AuditChange = {
  before?: AuditBefore;
  classification?: ClassificationRecord;
  /** One that came from another entity; what it holds is told by that entity's own events. */
  propagated?: {typeName: string; sourceGuid: Guid};
  /** Of the glossary term. */
  term?: Guid;
};

export type AuditRecord = {guid: Guid; action: AuditAction; change?: AuditChange};

const termAssignment = 'AtlasGlossarySemanticAssignment';

/**
 * The events of a change, oldest first. A plain creation has none: its author and time stand in the
 * entity, and what it was then follows from what changed since. Entities of internal types are not
 * audited.
 */
export function auditOf(
  types: TypeRegistry,
  changes: ChangeSet,
  {unaudited = {}}: Author,
): AuditRecord[] {
  const isImport = changes.cause === 'import';
  const isAudited = (record: EntityRecord) =>
    types.entityTypes.get(record.typeName)?.isInternal === false;
  const imported = isImport ? changes.created.filter(isAudited) : [];
  const updated = changes.updated.filter(one => isAudited(one.after));
  const related = relatedAnew(changes);
  const touched = changes.touched.filter(record => related.has(record.guid) && isAudited(record));
  const removed = new Set(changes.removed.map(one => one.guid));
  const deleted = new Set(
    changes.updated.filter(one => isDeletion(one.before, one.after)).map(one => one.after.guid),
  );
  const action =
    changes.cause === 'purge'
      ? 'ENTITY_PURGE'
      : isImport
        ? 'ENTITY_IMPORT_DELETE'
        : 'ENTITY_DELETE';
  // One list of them all: what propagates may be more than a call takes arguments.
  return [
    ...imported.map(({guid}): AuditRecord => ({guid, action: 'ENTITY_IMPORT_CREATE'})),
    ...updated.flatMap(({before, after}) =>
      updateEvents(before, after, isImport, new Set(unaudited[after.typeName])),
    ),
    ...touched.map(({guid}): AuditRecord => ({
      guid,
      action: isImport ? 'ENTITY_IMPORT_UPDATE' : 'ENTITY_UPDATE',
    })),
    ...classificationEvents(changes).filter(one => !removed.has(one.guid)),
    ...termEvents(changes).filter(one => !removed.has(one.guid) && !deleted.has(one.guid)),
    ...changes.removed.filter(isAudited).map(({guid, status}): AuditRecord => ({
      guid,
      action,
      ...(status === 'ACTIVE' ? {change: {before: {status}}} : {}),
    })),
  ];
}

function isDeletion(before: EntityRecord, after: EntityRecord): boolean {
  return before.status === 'ACTIVE' && after.status === 'DELETED';
}

/** One event for each kind of thing that changed. */
function updateEvents(
  before: EntityRecord,
  after: EntityRecord,
  isImport: boolean,
  unaudited: ReadonlySet<string>,
): AuditRecord[] {
  const {guid} = after;
  const events: AuditRecord[] = [];
  const add = (action: AuditAction, part: AuditBefore) =>
    events.push({
      guid,
      action,
      ...(Object.keys(part).length === 0 ? {} : {change: {before: part}}),
    });
  const attributes = changedValues(before.attributes, after.attributes);
  const hasValues = attributes !== undefined || before.isIncomplete === true;
  const isCustom = !sameValue(before.customAttributes ?? {}, after.customAttributes ?? {});
  const part: AuditBefore = {};
  const kept = Object.entries(attributes ?? {}).filter(([name]) => !unaudited.has(name));
  if (kept.length > 0) part.attributes = Object.fromEntries(kept);
  if (isCustom) part.customAttributes = before.customAttributes ?? null;
  if (before.isIncomplete === true && after.isIncomplete !== true) part.isIncomplete = true;
  // Filling a shell is its creation for whoever reads the audit.
  if (isImport)
    add('ENTITY_IMPORT_UPDATE', {
      ...part,
      ...(before.status === after.status ? {} : {status: before.status}),
    });
  else if (part.isIncomplete) add('ENTITY_CREATE', part);
  else if (hasValues) add('ENTITY_UPDATE', part);
  else if (isCustom) add('CUSTOM_ATTRIBUTE_UPDATE', part);
  labelEvents(before.labels ?? [], after.labels ?? [], add);
  businessEvents(before.businessAttributes ?? {}, after.businessAttributes ?? {}, add);
  if (!isImport && isDeletion(before, after)) add('ENTITY_DELETE', {status: 'ACTIVE'});
  return events;
}

type Add = (action: AuditAction, before: AuditBefore) => void;

function labelEvents(before: readonly string[], after: readonly string[], add: Add): void {
  const both = [...new Set([...before, ...after])];
  if (both.length > before.length) add('LABEL_ADD', {labels: [...before]});
  if (both.length > after.length) add('LABEL_DELETE', {labels: both});
}

function businessEvents(
  before: Readonly<Record<string, Attributes>>,
  after: Readonly<Record<string, Attributes>>,
  add: Add,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameValue(before[name] ?? {}, after[name] ?? {})) continue;
    add('BUSINESS_ATTRIBUTE_UPDATE', {businessAttributes: {[name]: before[name] ?? null}});
  }
}

/** The old values of what differs, null where there was none; undefined when nothing does. */
export function changedValues(before: Attributes, after: Attributes): Attributes | undefined {
  const changed: Attributes = {};
  let isChanged = false;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameValue(before[name], after[name])) continue;
    changed[name] = before[name] ?? null;
    isChanged = true;
  }
  return isChanged ? changed : undefined;
}

/** Ends of edges that came, went or changed; those of terms have events of their own. */
function relatedAnew(changes: ChangeSet): ReadonlySet<Guid> {
  const edges = [
    ...changes.edgesCreated,
    ...changes.edgesUpdated.map(one => one.after),
    ...changes.edgesRemoved,
  ];
  return new Set(
    edges.flatMap(edge => (edge.typeName === termAssignment ? [] : [edge.end1, edge.end2])),
  );
}

function classificationEvents(changes: ChangeSet): AuditRecord[] {
  const event = (action: AuditAction) => (classification: ClassificationRecord) => ({
    guid: classification.entityGuid,
    action,
    change: {classification},
  });
  return [
    ...changes.classificationsAdded.map(event('CLASSIFICATION_ADD')),
    ...changes.classificationsUpdated.map(one => one.after).map(event('CLASSIFICATION_UPDATE')),
    ...changes.classificationsRemoved.map(event('CLASSIFICATION_DELETE')),
    ...changes.propagationsAdded.map(propagated('PROPAGATED_CLASSIFICATION_ADD')),
    ...changes.propagationsRemoved.map(propagated('PROPAGATED_CLASSIFICATION_DELETE')),
  ];
}

/** Wherever a classification has come to, what happened is one and the same. */
function propagated(action: AuditAction): (one: Propagation) => AuditRecord {
  const changes = new Map<string, AuditChange>();
  return ({entityGuid, typeName, sourceGuid}) => {
    const key = `${sourceGuid} ${typeName}`;
    const change = changes.get(key) ?? {propagated: {typeName, sourceGuid}};
    changes.set(key, change);
    return {guid: entityGuid, action, change};
  };
}

/** Assignments of glossary terms: from the term (end1) to the entity (end2). */
function termEvents(changes: ChangeSet): AuditRecord[] {
  const event = (action: AuditAction) => (edge: EdgeRecord) => ({
    guid: edge.end2,
    action,
    change: {term: edge.end1},
  });
  const isTerm = (edge: EdgeRecord) => edge.typeName === termAssignment && edge.status === 'ACTIVE';
  const ended = changes.edgesUpdated
    .filter(one => one.after.status === 'DELETED')
    .map(one => one.before);
  return [
    ...changes.edgesCreated.filter(isTerm).map(event('TERM_ADD')),
    ...[...ended, ...changes.edgesRemoved].filter(isTerm).map(event('TERM_DELETE')),
  ];
}

import type {AuditAction, AuditBefore, AuditChange} from './audit.ts';
import type {
  Attributes,
  CarriedClassification,
  ClassificationRecord,
  EntityRecord,
} from './record.ts';
import {sameValue} from './value.ts';

/** An event of one entity with its number, which rises from event to event. */
export type AuditEvent = {
  id: number;
  action: AuditAction;
  time: number;
  userName: string;
  change: AuditChange;
};

/** The entity right before and right after an event. */
export type AuditStep = {before: EntityRecord; after: EntityRecord};

/**
 * What the entity was around the events that are `wanted`, told from its last state backwards.
 * @param events from the newest on, without a gap; older ones may be missing
 * @param isWhole whether none is missing: then what was before all of them is the entity as it was
 * created
 */
export function historyOf(
  last: EntityRecord,
  events: readonly AuditEvent[],
  isWhole: boolean,
  wanted: (event: AuditEvent) => boolean,
): Map<number, AuditStep> {
  const earlier = authorsBefore(last, events, isWhole);
  const steps = new Map<number, AuditStep>();
  let after = last;
  events.forEach((event, i) => {
    const was = undone(after, event.change.before ?? {});
    const before = movesUpdateTime(event) ? {...was, ...earlier[i]} : after;
    if (wanted(event)) steps.set(event.id, {before, after});
    after = before;
  });
  return steps;
}

/** Of each event, who had changed the entity last before it, and when. */
function authorsBefore(
  last: EntityRecord,
  events: readonly AuditEvent[],
  isWhole: boolean,
): {updatedBy: string; updateTime: number}[] {
  const oldest = events.at(-1);
  let author = isWhole
    ? {updatedBy: last.createdBy, updateTime: last.createTime}
    : {updatedBy: oldest?.userName ?? '', updateTime: oldest?.time ?? 0};
  const authors = events.toReversed().map(event => {
    const before = author;
    if (movesUpdateTime(event)) author = {updatedBy: event.userName, updateTime: event.time};
    return before;
  });
  return authors.toReversed();
}

/** A classification that comes from elsewhere leaves the entity itself as it was. */
function movesUpdateTime({action}: AuditEvent): boolean {
  return !action.startsWith('PROPAGATED_');
}

function undone(after: EntityRecord, was: AuditBefore): EntityRecord {
  const before: EntityRecord = {...after};
  if (was.attributes !== undefined) before.attributes = merged(after.attributes, was.attributes);
  if (was.status !== undefined) before.status = was.status;
  if (was.isIncomplete !== undefined) before.isIncomplete = was.isIncomplete;
  if (was.labels !== undefined) before.labels = was.labels;
  if (was.customAttributes !== undefined) {
    if (was.customAttributes === null) delete before.customAttributes;
    else before.customAttributes = was.customAttributes;
  }
  if (was.businessAttributes !== undefined) {
    before.businessAttributes = merged(after.businessAttributes ?? {}, was.businessAttributes);
  }
  return before;
}

/** `old` with null for what was not there. */
function merged<T>(
  values: Readonly<Record<string, T>>,
  old: Readonly<Record<string, T | null>>,
): Record<string, T> {
  const all = {...values, ...old};
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, T] => entry[1] !== null),
  );
}

/**
 * The classifications attached to an entity after `events`, all of it up to some moment, newest
 * first.
 */
export function classificationsAfter(events: readonly AuditEvent[]): ClassificationRecord[] {
  const seen = new Map<string, ClassificationRecord | undefined>();
  for (const {action, change} of events) {
    const one = change.classification;
    if (one === undefined || seen.has(one.typeName)) continue;
    seen.set(one.typeName, action === 'CLASSIFICATION_DELETE' ? undefined : one);
  }
  return [...seen.values()].filter(one => one !== undefined);
}

/**
 * The classifications that an entity carried after `events`, its own and those that had come from
 * elsewhere; of the latter only which, and from where.
 */
export function carriedAfter(events: readonly AuditEvent[]): CarriedClassification[] {
  const seen = new Map<string, CarriedClassification | undefined>();
  for (const {action, change} of events) {
    const came = change.propagated;
    if (came === undefined || seen.has(`${came.typeName} ${came.sourceGuid}`)) continue;
    const {typeName, sourceGuid: entityGuid} = came;
    seen.set(
      `${typeName} ${entityGuid}`,
      action === 'PROPAGATED_CLASSIFICATION_DELETE'
        ? undefined
        : {
            typeName,
            entityGuid,
            attributes: {},
            propagate: true,
            removePropagationsOnEntityDelete: false,
            entityStatus: 'ACTIVE',
          },
    );
  }
  return [...classificationsAfter(events), ...seen.values()].filter(one => one !== undefined);
}

export type Difference = {before: unknown; after: unknown};
export type Differences = {
  attributes?: Record<string, Difference>;
  customAttributes?: Record<string, Difference>;
  /** By business metadata. */
  businessAttributes?: Record<string, Record<string, Difference>>;
  labels?: Difference;
  status?: Difference;
};

/**
 * What an event changed of the entity's own values, null standing for none. Nothing for a mere
 * change of relations.
 */
export function differencesOf({before, after}: AuditStep): Differences {
  const found: Differences = {};
  const attributes = pairs(before.attributes, after.attributes);
  if (attributes !== undefined) found.attributes = attributes;
  const custom = pairs(before.customAttributes ?? {}, after.customAttributes ?? {});
  if (custom !== undefined) found.customAttributes = custom;
  const [was, is] = [before.businessAttributes ?? {}, after.businessAttributes ?? {}];
  const business = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(name => {
    const changed = pairs(was[name] ?? {}, is[name] ?? {});
    return changed === undefined ? [] : [[name, changed] as const];
  });
  if (business.length > 0) found.businessAttributes = Object.fromEntries(business);
  const [oldLabels, newLabels] = [before.labels ?? [], after.labels ?? []];
  if (!sameValue(oldLabels, newLabels)) found.labels = {before: oldLabels, after: newLabels};
  if (before.status !== after.status) found.status = {before: before.status, after: after.status};
  return found;
}

function pairs(before: Attributes, after: Attributes): Record<string, Difference> | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !sameValue(before[name], after[name]),
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(
    names.map(name => [name, {before: before[name] ?? null, after: after[name] ?? null}]),
  );
}

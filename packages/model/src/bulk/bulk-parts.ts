import {mergeChanges} from '../entity/plan-delete.ts';
import {touch} from '../entity/plan-save.ts';
import {
  emptyChangeSet,
  type Attributes,
  type ChangeSet,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type Planning,
} from '../entity/record.ts';
import {normaliseAttribute, refuse, sameValue, type Issues} from '../entity/value.ts';
import {AppError} from '../error.ts';
import {planAssignments} from '../glossary/plan-assignments.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import type {BusinessValues} from './bulk-action.ts';

/** What an action may look at of an entity. */
export type BulkState = {
  readonly record: EntityRecord;
  /** Its own. */
  readonly classifications: readonly ClassificationRecord[];
  /** ACTIVE assignments of terms. */
  readonly assignments: readonly EdgeRecord[];
};

/** What the planning of an action rests on beside the entity. */
export type BulkRules = {
  readonly types: TypeRegistry;
  readonly planning: Planning;
  /** Terms that the action names. */
  readonly terms: ReadonlyMap<Guid, EntityRecord>;
};

/**
 * The part of an entity that an action is about, as a value that can be kept, compared and set
 * again.
 */
export type Held = {
  readonly CLASSIFICATION: Omit<ClassificationRecord, 'entityGuid' | 'typeName'> | null;
  /** What is said of each assignment, by term. */
  readonly TERMS: Readonly<Record<Guid, Attributes>>;
  readonly LABELS: readonly string[];
  readonly BUSINESS: BusinessValues;
};

export function planClassification(
  typeName: string,
  {record, classifications}: BulkState,
  value: Held['CLASSIFICATION'],
  planning: Planning,
): ChangeSet {
  const before = classifications.find(one => one.typeName === typeName);
  const after = value === null ? undefined : {...value, entityGuid: record.guid, typeName};
  const changes = {...emptyChangeSet(), touched: [touch(record, planning)]};
  if (before !== undefined && after !== undefined)
    return {...changes, classificationsUpdated: [{before, after}]};
  return {
    ...changes,
    classificationsAdded: after === undefined ? [] : [after],
    classificationsRemoved: before === undefined ? [] : [before],
  };
}

export function planTerms(
  named: readonly Guid[],
  {record, assignments}: BulkState,
  value: Held['TERMS'],
  {types, planning, terms}: BulkRules,
): ChangeSet {
  const edgesRemoved = assignments.filter(
    edge => named.includes(edge.end1) && value[edge.end1] === undefined,
  );
  const assigned = Object.entries(value).map(([guid, attributes]) => {
    const term = terms.get(guid);
    if (term === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    const said = Object.keys(attributes).length === 0 ? undefined : attributes;
    return planAssignments(
      types,
      term,
      [{entity: record, attributes: said}],
      assignments,
      planning,
    );
  });
  return assigned.reduce((all, one) => mergeChanges(all, one), {...emptyChangeSet(), edgesRemoved});
}

/**
 * @throws UNKNOWN_ATTRIBUTE, ATTRIBUTE_UPDATE_NOT_SUPPORTED for references, structures and what
 * names an entity
 */
export function attributeValue(
  types: TypeRegistry,
  record: EntityRecord,
  {name, value}: {readonly name: string; readonly value: unknown},
): unknown {
  const type = types.entityType(record.typeName);
  const attribute = type.attributes.get(name);
  if (attribute === undefined) throw new AppError('UNKNOWN_ATTRIBUTE', [name, type.name]);
  const isPlain = attribute.type.kind === 'primitive' || attribute.type.kind === 'enum';
  if (!isPlain || type.uniqueAttributes.includes(attribute)) {
    throw new AppError('ATTRIBUTE_UPDATE_NOT_SUPPORTED', [name, attribute.def.typeName]);
  }
  if (value === null && !attribute.def.isOptional) {
    throw new AppError('INVALID_PARAMETERS', [`${type.name}.${name} cannot be empty`]);
  }
  return value === null
    ? null
    : checked(issues => normaliseAttribute(types, attribute, value, type.name, issues) ?? null);
}

/** The values that stand under the names of `values`. */
export function businessOf(
  values: BusinessValues,
  {businessAttributes = {}}: EntityRecord,
): BusinessValues {
  const named = Object.entries(values).map(([name, given]) => {
    const held = Object.keys(given).map(
      key => [key, businessAttributes[name]?.[key] ?? null] as const,
    );
    return [name, Object.fromEntries(held)] as const;
  });
  return Object.fromEntries(named);
}

export function withBusiness(record: EntityRecord, values: BusinessValues): EntityRecord {
  const {businessAttributes = {}, ...rest} = record;
  const next: Record<string, Attributes> = {...businessAttributes};
  for (const [name, given] of Object.entries(values)) {
    const kept = Object.entries({...next[name], ...given}).filter(([, value]) => value !== null);
    if (kept.length > 0) next[name] = Object.fromEntries(kept);
    else delete next[name];
  }
  return Object.keys(next).length === 0 ? rest : {...rest, businessAttributes: next};
}

export function updated(before: EntityRecord, after: EntityRecord, planning: Planning): ChangeSet {
  return sameValue(before, after)
    ? emptyChangeSet()
    : {...emptyChangeSet(), updated: [{before, after: touch(after, planning)}]};
}

export function checked<T>(plan: (issues: Issues) => T): T {
  const issues: Issues = [];
  const planned = plan(issues);
  refuse(issues, 'INVALID_PARAMETERS');
  return planned;
}

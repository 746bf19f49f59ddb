import {mayRefer, visitReferences} from '../entity/drafts.ts';
import type {Attributes, EntityRecord, Planning} from '../entity/record.ts';
import {defaultValue, normaliseAttribute, refuse, sameValue, type Issues} from '../entity/value.ts';
import type {Attribute, TypeRegistry} from '../types/type-registry.ts';
import {planBusinessAttributes} from '../entity/annotations.ts';
import type {ImportMatches, MatchedImport} from './match-import.ts';

/** What a record refers to that is neither in the batch nor in the store. */
export type Missing = {count: number};

/**
 * The record as the archive tells it: status, times and authors are kept, and null stays null. An
 * attribute that the archive does not know has its default in a new entity and stays in one that is
 * there.
 * @throws INSTANCE_CRUD_INVALID_PARAMS with all that does not fit
 */
export function importRecord(
  types: TypeRegistry,
  {entity, type, before}: MatchedImport,
  target: ImportMatches['target'],
  planning: Planning,
  missing: Missing,
): EntityRecord {
  const issues: Issues = [];
  const attributes: Attributes = {...before?.attributes};
  for (const attribute of type.attributes.values()) {
    if (type.relationshipAttributes.has(attribute.name)) continue;
    const {name} = attribute;
    const isGiven = name in entity.attributes;
    const value = isGiven
      ? valueOf(types, attribute, entity.attributes[name], type.name, target, issues, missing)
      : (before?.attributes[name] ??
        (before === undefined && !entity.isIncomplete ? defaultValue(types, attribute) : null));
    if (value === null || value === undefined) delete attributes[name];
    else attributes[name] = value;
  }
  const {labels, customAttributes, homeId, provenanceType, version = 0} = entity;
  const business = planBusinessAttributes(types, type, entity.businessAttributes ?? {}, issues);
  refuse(issues);
  return {
    guid: entity.guid,
    typeName: type.name,
    status: entity.status,
    createdBy: entity.createdBy ?? before?.createdBy ?? planning.userName,
    updatedBy: entity.updatedBy ?? planning.userName,
    createTime: entity.createTime ?? before?.createTime ?? planning.now,
    updateTime: entity.updateTime ?? planning.now,
    attributes,
    ...(entity.isIncomplete ? {isIncomplete: true} : {}),
    ...(labels === undefined || labels.length === 0 ? {} : {labels: [...new Set(labels)]}),
    ...(customAttributes === undefined ? {} : {customAttributes}),
    ...(Object.keys(business).length === 0 ? {} : {businessAttributes: business}),
    ...(homeId === undefined ? {} : {homeId}),
    ...(provenanceType === undefined ? {} : {provenanceType}),
    ...(version === 0 ? {} : {version}),
  };
}

/** Equal but for what is never shown: empty lists and maps stand for nothing. */
export function isSameRecord(one: EntityRecord, other: EntityRecord): boolean {
  const shown = ({
    labels = [],
    customAttributes = {},
    businessAttributes = {},
    ...rest
  }: EntityRecord) => ({
    ...rest,
    labels,
    customAttributes,
    businessAttributes,
  });
  return sameValue(shown(one), shown(other));
}

function valueOf(
  types: TypeRegistry,
  attribute: Attribute,
  given: unknown,
  path: string,
  target: ImportMatches['target'],
  issues: Issues,
  missing: Missing,
): unknown {
  if (!mayRefer(attribute.type) || attribute.isSoftReference) {
    return normaliseAttribute(types, attribute, given, path, issues);
  }
  const resolved = visitReferences(types, attribute.type, given, id => {
    const found = target(id);
    if (found === undefined) missing.count += 1;
    return found ?? null;
  });
  const value = Array.isArray(resolved) ? resolved.filter(one => one !== null) : resolved;
  return normaliseAttribute(types, attribute, value, path, issues);
}

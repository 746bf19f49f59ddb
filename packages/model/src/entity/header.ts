import {writtenText} from './exact-number.ts';
import type {
  Attributes,
  CarriedClassification,
  EdgeRecord,
  EntityRecord,
  Guid,
  Status,
  TimeBoundary,
} from './record.ts';
import {showAll, showAttribute} from './show-value.ts';
import type {Attribute, EntityType, TypeRegistry} from '../types/type-registry.ts';

/** Where a hit has words of a query. */
export type SearchMatch = {
  kind: 'attribute' | 'label' | 'custom' | 'business' | 'classification' | 'term' | 'type';
  /** The attribute, the classification or the term. */
  field: string;
  /** What stands there, around the first of the words. */
  text: string;
};

/**
 * Short form of an entity: what searches, mutations and lineage answer. Field order as the
 * reference writes it.
 */
export type EntityHeader = {
  typeName: string;
  attributes: Attributes;
  guid: Guid;
  status: Status;
  displayText: string;
  classificationNames: string[];
  classifications?: ClassificationJson[];
  meaningNames: string[];
  meanings: MeaningJson[];
  isIncomplete: boolean;
  labels: string[];
  /** An addition, where a search is asked for it: where the words of the query stand. */
  matches?: SearchMatch[];
};

export type ClassificationJson = {
  typeName: string;
  /** Absent where its type has none. */
  attributes?: Attributes;
  entityGuid: Guid;
  entityStatus: Status;
  propagate: boolean;
  validityPeriods?: TimeBoundary[];
  removePropagationsOnEntityDelete: boolean;
};

/** A glossary term that an entity is assigned, by the edge from the term. */
export type Meaning = {edge: EdgeRecord; term: EntityRecord};
export type MeaningJson = Record<string, unknown> & {termGuid: Guid; displayText: string};

export type HeaderOptions = {
  /** Adds the list `classifications` beside their names. */
  withClassifications?: boolean;
  /**
   * Further attributes by name, also of business metadata as `<group>.<name>`; those that the type
   * lacks are skipped.
   */
  attributes?: readonly string[];
  meanings?: readonly Meaning[];
};

/** Carried by every header, as far as the type has them, besides unique attributes. */
export const headerAttributes = ['name', 'description', 'owner', 'createTime'];

/** Looked up once for each type: answers have thousands of headers. */
const ofHeaders = new WeakMap<EntityType, readonly Attribute[]>();

function headerAttributesOf(type: EntityType): readonly Attribute[] {
  const known = ofHeaders.get(type);
  if (known !== undefined) return known;
  const all = [...type.attributes.values()].filter(
    one => one.def.isUnique || headerAttributes.includes(one.name),
  );
  ofHeaders.set(type, all);
  return all;
}

/** @param options what to tell beside unique attributes, name, description, owner and time */
export function entityHeader(
  types: TypeRegistry,
  record: EntityRecord,
  classifications: readonly CarriedClassification[],
  options: HeaderOptions = {},
): EntityHeader {
  const type = types.entityType(record.typeName);
  const attributes: Attributes = {};
  for (const attribute of headerAttributesOf(type)) {
    attributes[attribute.name] = record.attributes[attribute.name] ?? emptyHeaderValue(attribute);
  }
  for (const name of options.attributes ?? []) {
    const attribute = type.attributes.get(name);
    if (attribute !== undefined)
      attributes[name] ??= showAttribute(types, attribute, record.attributes);
    else {
      const value = businessValue(record, name);
      if (value !== undefined) attributes[name] = value;
    }
  }
  const meanings = (options.meanings ?? []).map(meaningJson);
  return {
    typeName: record.typeName,
    attributes,
    guid: record.guid,
    status: record.status,
    displayText: displayText(type, record),
    classificationNames: classifications.map(one => one.typeName),
    ...(options.withClassifications
      ? {classifications: classifications.map(one => classificationJson(types, one, record.status))}
      : {}),
    meaningNames: meanings.map(one => one.displayText),
    meanings,
    isIncomplete: record.isIncomplete ?? false,
    labels: record.labels ?? [],
  };
}

function businessValue({businessAttributes}: EntityRecord, name: string): unknown {
  const [group = '', member = ''] = name.split('.');
  return businessAttributes?.[group]?.[member];
}

/**
 * Headers write "" for a missing text and 0 for a missing number or date, where the full entity
 * writes null.
 */
function emptyHeaderValue(attribute: Attribute): unknown {
  if (attribute.type.kind !== 'primitive') return null;
  return attribute.type.name === 'string' ? '' : attribute.type.name === 'boolean' ? false : 0;
}

/** What people call the entity: the type's own choice, else its name, else its qualified name. */
export function displayText(type: EntityType, record: EntityRecord): string {
  const own = type.def.options?.['displayTextAttribute'];
  const names = [...(own === undefined ? [] : [own]), 'name', 'displayName', 'qualifiedName'];
  const value = names
    .map(name => record.attributes[name])
    .find(one => one !== undefined && one !== null && one !== '');
  return value === undefined ? '' : writtenText(value);
}

/** `status` is that of the entity that carries it. */
export function classificationJson(
  types: TypeRegistry,
  one: CarriedClassification,
  status: Status,
): ClassificationJson {
  const attributes: ReadonlyMap<string, Attribute> =
    types.classificationTypes.get(one.typeName)?.attributes ?? new Map();
  return {
    typeName: one.typeName,
    ...(attributes.size === 0 ? {} : {attributes: showAll(types, attributes, one.attributes)}),
    entityGuid: one.entityGuid,
    entityStatus: one.entityStatus ?? status,
    propagate: one.propagate,
    ...(one.validityPeriods === undefined ? {} : {validityPeriods: one.validityPeriods}),
    removePropagationsOnEntityDelete: one.removePropagationsOnEntityDelete,
  };
}

/** A term as the entity that it is assigned to tells it. */
export function meaningJson({edge, term}: Meaning): MeaningJson {
  const attributes = edge.attributes ?? {};
  const optional = ['description', 'expression', 'createdBy', 'steward', 'source', 'status'].filter(
    name => attributes[name] !== undefined,
  );
  return {
    termGuid: term.guid,
    relationGuid: edge.guid,
    displayText: String(term.attributes['name'] ?? ''),
    ...Object.fromEntries(optional.map(name => [name, attributes[name]])),
    confidence: attributes['confidence'] ?? 0,
    qualifiedName: term.attributes['qualifiedName'],
  };
}

import type {
  Attributes,
  CarriedClassification,
  EdgeRecord,
  EntityRecord,
  Guid,
  Status,
  TimeBoundary,
} from './record.ts';
import type {
  Attribute,
  EntityType,
  RelationshipAttribute,
  TypeRegistry,
  ValueType,
} from '../types/type-registry.ts';
import type {SearchMatch} from '../search/search-matches.ts';
import {mayRefer, visitReferences} from './drafts.ts';
import {isSymmetric} from './plan-edges.ts';
import {labelOf} from './plan-plain-edges.ts';
import {writtenText} from './exact-number.ts';
import {isMap, type ObjectId} from './value.ts';

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
  /** Further attributes by name; those that the type lacks are skipped. */
  attributes?: readonly string[];
  meanings?: readonly Meaning[];
};

/** Carried by every header, as far as the type has them, besides unique attributes. */
const headerAttributes = ['name', 'description', 'owner', 'createTime'];

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

function meaningJson({edge, term}: Meaning): MeaningJson {
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

/**
 * What the full form of an entity is made of; `others` are the entities at the other ends of
 * `edges`.
 */
export type EntityParts = {
  record: EntityRecord;
  edges: readonly EdgeRecord[];
  others: ReadonlyMap<Guid, EntityRecord>;
  classifications: readonly CarriedClassification[];
  /** False: without `relationshipAttributes`, and without legacy reference attributes. */
  withRelationships: boolean;
  /** Only header attributes and those that the type lists as `schemaAttributes`. */
  isMinimal?: boolean;
};

export type EntityJson = Record<string, unknown> & {
  typeName: string;
  guid: Guid;
  status: Status;
  attributes: Attributes;
};

/**
 * Full form of an entity: every attribute of its type, null where it has none. Field order as the
 * reference writes it.
 */
export function entityJson(types: TypeRegistry, parts: EntityParts): EntityJson {
  const {record} = parts;
  const type = types.entityType(record.typeName);
  const relationships = parts.withRelationships
    ? relationshipAttributes(types, type, parts)
    : undefined;
  const meanings = parts.edges
    .filter(
      edge =>
        edge.typeName === 'AtlasGlossarySemanticAssignment' &&
        edge.end2 === record.guid &&
        edge.status === 'ACTIVE',
    )
    .flatMap(edge => {
      const term = parts.others.get(edge.end1);
      return term === undefined ? [] : [meaningJson({edge, term})];
    });
  return {
    typeName: record.typeName,
    attributes: fullAttributes(types, type, parts, relationships),
    guid: record.guid,
    ...(record.homeId === undefined ? {} : {homeId: record.homeId}),
    isIncomplete: record.isIncomplete ?? false,
    ...(record.provenanceType === undefined ? {} : {provenanceType: record.provenanceType}),
    status: record.status,
    createdBy: record.createdBy,
    updatedBy: record.updatedBy,
    createTime: record.createTime,
    updateTime: record.updateTime,
    // The reference gives 0 at creation and never raises it; clients compare update times.
    version: 0,
    ...(relationships === undefined
      ? {}
      : {relationshipAttributes: Object.fromEntries(relationships)}),
    ...(parts.classifications.length === 0
      ? {}
      : {
          classifications: parts.classifications.map(one =>
            classificationJson(types, one, record.status),
          ),
        }),
    ...(meanings.length === 0 ? {} : {meanings}),
    ...(record.customAttributes === undefined ? {} : {customAttributes: record.customAttributes}),
    ...(record.businessAttributes === undefined
      ? {}
      : {businessAttributes: record.businessAttributes}),
    labels: record.labels ?? [],
  };
}

function fullAttributes(
  types: TypeRegistry,
  type: EntityType,
  parts: EntityParts,
  relationships: ReadonlyMap<string, unknown> | undefined,
): Attributes {
  const schema = parts.isMinimal ? schemaAttributes(type) : undefined;
  const attributes: Attributes = {};
  for (const attribute of type.attributes.values()) {
    const ends = type.relationshipAttributes.get(attribute.name);
    if (schema !== undefined && !schema.has(attribute.name) && !attribute.def.isUnique) continue;
    if (ends !== undefined) continue;
    const stored = showAttribute(types, attribute, parts.record.attributes);
    const value = isFollowed(attribute)
      ? visitReferences(types, attribute.type, stored, id => namedId(types, id, parts.others))
      : stored;
    const dropped = relationships === undefined ? [] : droppedMembers(attribute, value, parts);
    attributes[attribute.name] =
      dropped.length === 0 ? value : [...((value ?? []) as unknown[]), ...dropped];
  }
  for (const [name, ends] of relationships === undefined || parts.isMinimal
    ? []
    : type.relationshipAttributes) {
    if (ends.some(end => end.isLegacy)) attributes[name] = plainIds(relationships?.get(name));
  }
  return attributes;
}

/** Of its references is told how they are found otherwise. */
function isFollowed(attribute: Attribute): boolean {
  return !attribute.isSoftReference && mayRefer(attribute.type);
}

function namedId(
  types: TypeRegistry,
  id: ObjectId,
  others: ReadonlyMap<Guid, EntityRecord>,
): unknown {
  const record = others.get(id.guid ?? '');
  return record === undefined ? id : {...id, ...uniqueAttributesOf(types, record)};
}

/** `{uniqueAttributes}` with the values that it has, or nothing. */
export function uniqueAttributesOf(
  types: TypeRegistry,
  {typeName, attributes}: EntityRecord,
): {uniqueAttributes?: Attributes} {
  const unique = (types.entityTypes.get(typeName)?.uniqueAttributes ?? [])
    .filter(({name}) => attributes[name] !== undefined)
    .map(({name}) => [name, attributes[name]]);
  return unique.length === 0 ? {} : {uniqueAttributes: Object.fromEntries(unique) as Attributes};
}

/** The entities that attributes of a record refer to, besides its relationships. */
export function referencesIn(types: TypeRegistry, {typeName, attributes}: EntityRecord): Guid[] {
  const guids: Guid[] = [];
  const type = types.entityType(typeName);
  for (const attribute of type.attributes.values()) {
    if (!isFollowed(attribute) || type.relationshipAttributes.has(attribute.name)) continue;
    visitReferences(types, attribute.type, attributes[attribute.name], id =>
      guids.push(id.guid ?? ''),
    );
  }
  return guids;
}

/**
 * Of a list of owned entities those that are no more in it, and so are deleted: it shows them until
 * they are purged.
 */
function droppedMembers(
  {type, isOwned, ...attribute}: Attribute,
  value: unknown,
  parts: EntityParts,
): unknown[] {
  if (!isOwned || type.kind !== 'array') return [];
  const listed = new Set(((value ?? []) as {guid?: unknown}[]).map(one => one.guid));
  const label = labelOf(attribute);
  return parts.edges
    .filter(
      one => one.typeName === label && one.end1 === parts.record.guid && one.status === 'DELETED',
    )
    .flatMap(one => parts.others.get(one.end2) ?? [])
    .filter(one => one.status === 'DELETED' && !listed.has(one.guid))
    .map(({guid, typeName}) => ({guid, typeName}));
}

/**
 * Attributes that the minimal form keeps: those of headers and what the type's schema table shows.
 */
function schemaAttributes(type: EntityType): ReadonlySet<string> {
  const option = type.def.options?.['schemaAttributes'];
  const own = option === undefined ? [] : (JSON.parse(option) as string[]).map(name => name.trim());
  return new Set([...headerAttributes, ...own]);
}

/**
 * Every relationship attribute of the type: a list, or one or null, of what stands at the other
 * ends.
 */
function relationshipAttributes(
  types: TypeRegistry,
  type: EntityType,
  parts: EntityParts,
): Map<string, unknown> {
  const {guid} = parts.record;
  const values = new Map<string, unknown>();
  for (const [name, ends] of type.relationshipAttributes) {
    const related = ends.flatMap(end =>
      parts.edges
        .filter(edge => isAt(edge, end, guid))
        .map(edge => relatedId(types, edge, end, parts)),
    );
    // A new edge at a single end replaces the old one, which stays as deleted: the living one
    // counts.
    const living = related.find(one => one['relationshipStatus'] === 'ACTIVE') ?? related.at(-1);
    values.set(name, ends.some(end => end.isMany) ? related : (living ?? null));
  }
  return values;
}

function isAt(edge: EdgeRecord, end: RelationshipAttribute, guid: Guid): boolean {
  if (edge.typeName !== end.relationship.name) return false;
  if (isSymmetric(end.relationship)) return edge.end1 === guid || edge.end2 === guid;
  return (end.end === 1 ? edge.end1 : edge.end2) === guid;
}

function relatedId(
  types: TypeRegistry,
  edge: EdgeRecord,
  end: RelationshipAttribute,
  parts: EntityParts,
): Record<string, unknown> {
  const guid = edge.end1 === parts.record.guid ? edge.end2 : edge.end1;
  return relatedObjectId(types, edge, parts.others.get(guid) ?? {guid, typeName: end.otherType});
}

/** What is at the other end of an edge, as relationship attributes and glossary terms list it. */
export function relatedObjectId(
  types: TypeRegistry,
  edge: EdgeRecord,
  other: EntityRecord | {guid: Guid; typeName: string},
): Record<string, unknown> {
  const record = 'attributes' in other ? other : undefined;
  const attributes = types.relationshipTypes.get(edge.typeName)?.attributes;
  return {
    guid: other.guid,
    typeName: other.typeName,
    entityStatus: record?.status ?? 'DELETED',
    displayText: record === undefined ? '' : displayText(types.entityType(record.typeName), record),
    relationshipType: edge.typeName,
    relationshipGuid: edge.guid,
    relationshipStatus: edge.status,
    relationshipAttributes: {
      typeName: edge.typeName,
      ...(attributes === undefined || attributes.size === 0
        ? {}
        : {attributes: showAll(types, attributes, edge.attributes ?? {})}),
    },
    ...(record?.attributes['qualifiedName'] === undefined
      ? {}
      : {qualifiedName: record.attributes['qualifiedName']}),
  };
}

/** Legacy attributes show related entities as plain `{guid, typeName}`. */
function plainIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainIds);
  return isMap(value) ? {guid: value['guid'], typeName: value['typeName']} : (value ?? null);
}

function showAll(
  types: TypeRegistry,
  attributes: ReadonlyMap<string, Attribute>,
  values: Attributes,
): Attributes {
  return Object.fromEntries(
    Array.from(attributes.values(), one => [one.name, showAttribute(types, one, values)]),
  );
}

/**
 * The value of one attribute. As in the reference a list of references that is not set is empty,
 * and any other list null.
 */
function showAttribute(
  types: TypeRegistry,
  {type, name, isSoftReference}: Attribute,
  values: Attributes,
): unknown {
  const isReferences = type.kind === 'array' && type.element.kind === 'entity' && !isSoftReference;
  return showValue(types, type, values[name]) ?? (isReferences ? [] : null);
}

/**
 * Structs show all their attributes, null where there is none; everything else is stored as it is
 * shown.
 */
export function showValue(types: TypeRegistry, type: ValueType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type.kind === 'struct' && isMap(value)) {
    const given = isMap(value['attributes']) ? value['attributes'] : {};
    return {
      typeName: type.name,
      attributes: showAll(types, types.structTypes.get(type.name)?.attributes ?? new Map(), given),
    };
  }
  if (type.kind === 'array' && type.element.kind !== 'primitive' && Array.isArray(value)) {
    return value.map(one => showValue(types, type.element, one));
  }
  return value;
}

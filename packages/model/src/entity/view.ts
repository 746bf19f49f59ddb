import {mayRefer, visitReferences} from './drafts.ts';
import {classificationJson, displayText, headerAttributes, meaningJson} from './header.ts';
import {isSymmetric} from './plan-edges.ts';
import {labelOf} from './plan-plain-edges.ts';
import type {
  Attributes,
  CarriedClassification,
  EdgeRecord,
  EntityRecord,
  Guid,
  Status,
} from './record.ts';
import {showAll, showAttribute} from './show-value.ts';
import type {
  Attribute,
  EntityType,
  RelationshipAttribute,
  TypeRegistry,
} from '../types/type-registry.ts';
import {isMap, type ObjectId} from './value.ts';

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
    // The reference never raises it; clients compare update times.
    version: record.version ?? 0,
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
  edge: Pick<EdgeRecord, 'guid' | 'typeName' | 'status' | 'attributes'>,
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

import {isAssigned, type IncomingEntity, type SaveRequest} from './entity.ts';
import {AppError, printJava} from '../error.ts';
import {writtenText} from './exact-number.ts';
import type {Attributes, EntityRecord, Guid, UniqueRef} from './record.ts';
import type {
  Attribute,
  EntityType,
  RelationshipAttribute,
  TypeRegistry,
  ValueType,
} from '../types/type-registry.ts';
import {
  isMap,
  misfit,
  normaliseValue,
  printType,
  readObjectId,
  type Issues,
  type ObjectId,
} from './value.ts';

/** A relationship attribute of a body: the edges it asks for at `ends`, which share its name. */
export type Reference = {
  attribute: string;
  ends: readonly RelationshipAttribute[];
  ids: readonly ObjectId[];
};

/** An entity of a request, taken apart: what is a value, and what is an edge. */
export type Draft = {
  incoming: IncomingEntity;
  type: EntityType;
  /** Values as given, without relationship attributes. */
  given: Attributes;
  references: readonly Reference[];
  /** It stands for an entity that is only referred to and that nobody has. */
  isShell?: true;
  /** It comes from `referredEntities`. */
  isReferred?: true;
};

/** Entities that a request names, to be asked for at once. */
export type Lookup = {guids: Guid[]; uniques: UniqueRef[]};

/** What a request names: entities that it will change, and entities that it only refers to. */
export type Lookups = {change: Lookup; keep: Lookup};

/** What the store has of it; `byUnique` by `uniqueKey`. */
export type Found = {
  byGuid: ReadonlyMap<Guid, EntityRecord>;
  byUnique: ReadonlyMap<string, EntityRecord>;
};

/**
 * The entities of a request that will be saved: those of the body and, of `referredEntities`, those
 * that are reachable from them; others are ignored, as in the reference.
 * @throws TYPE_NAME_INVALID for an unknown entity type
 */
export function readDrafts(types: TypeRegistry, request: SaveRequest, issues: Issues): Draft[] {
  const drafts = new Map<Guid, Draft>();
  const queue = [...request.entities];
  const named = new Set(queue);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (drafts.has(next.guid)) continue;
    const draft = readDraft(types, next, issues);
    drafts.set(next.guid, named.has(next) ? draft : {...draft, isReferred: true});
    for (const {guid} of objectIdsOf(types, draft)) {
      const referred = guid === undefined ? undefined : request.referredEntities.get(guid);
      if (referred !== undefined) queue.push(referred);
    }
  }
  return [...drafts.values()];
}

function readDraft(types: TypeRegistry, incoming: IncomingEntity, issues: Issues): Draft {
  const type = types.entityType(incoming.typeName);
  const given: Attributes = {};
  const references = new Map<string, Reference>();
  for (const values of [incoming.attributes, incoming.relationshipAttributes]) {
    for (const [name, value] of Object.entries(values)) {
      const ends = type.relationshipAttributes.get(name);
      if (ends === undefined) given[name] = value;
      // Given in both places, the one in relationshipAttributes counts.
      else
        references.set(name, {
          attribute: name,
          ends,
          ids: readReferences(type, ends, value, issues),
        });
    }
  }
  return {incoming, type, given, references: [...references.values()]};
}

function readReferences(
  type: EntityType,
  ends: readonly RelationshipAttribute[],
  value: unknown,
  issues: Issues,
): readonly ObjectId[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((one, i) => {
    const id = readObjectId(one);
    if (id !== undefined) return [id];
    const end = ends[0];
    const path = `${type.name}.${end?.name ?? ''}${Array.isArray(value) ? `[${i}]` : ''}`;
    issues.push(misfit(path, one, {kind: 'entity', name: end?.otherType ?? ''}));
    return [];
  });
}

/** Every reference in a draft: relationship attributes, and values that are typed as entities. */
function objectIdsOf(types: TypeRegistry, draft: Draft): ObjectId[] {
  return [
    ...draft.references.flatMap(reference => reference.ids),
    ...valueReferencesOf(types, draft),
  ];
}

function valueReferencesOf(types: TypeRegistry, draft: Draft): ObjectId[] {
  const ids: ObjectId[] = [];
  for (const attribute of draft.type.attributes.values()) {
    const value = draft.given[attribute.name];
    if (value === null || value === undefined || !mayRefer(attribute.type)) continue;
    visitReferences(types, attribute.type, value, id => void ids.push(id));
  }
  return ids;
}

/**
 * Replaces each reference inside a value of `type` by what `visit` answers. Values that fit no
 * reference stay as they are: validation reports them.
 */
export function visitReferences(
  types: TypeRegistry,
  type: ValueType,
  value: unknown,
  visit: (id: ObjectId) => unknown,
): unknown {
  if (value === null || value === undefined) return value;
  if (type.kind === 'entity') {
    const id = readObjectId(value);
    return id === undefined ? value : visit(id);
  }
  if (type.kind === 'array' && Array.isArray(value)) {
    return value.map(one => visitReferences(types, type.element, one, visit));
  }
  if (type.kind === 'map' && isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([k, one]) => [k, visitReferences(types, type.value, one, visit)]),
    );
  }
  if (type.kind === 'struct' && isMap(value)) {
    const attributes = isMap(value['attributes']) ? value['attributes'] : value;
    const visited = {...attributes};
    for (const member of types.structTypes.get(type.name)?.attributes.values() ?? []) {
      if (member.name in visited)
        visited[member.name] = visitReferences(types, member.type, visited[member.name], visit);
    }
    return {typeName: type.name, attributes: visited};
  }
  return value;
}

/** Whether a value of this type can hold a reference; structs are assumed to. */
export function mayRefer(type: ValueType): boolean {
  if (type.kind === 'array') return mayRefer(type.element);
  if (type.kind === 'map') return mayRefer(type.value);
  return type.kind === 'entity' || type.kind === 'struct';
}

/**
 * The text of a unique attribute's value as it is stored and compared, or undefined when none is
 * given.
 */
export function uniqueText(
  types: TypeRegistry,
  attribute: Attribute,
  value: unknown,
): string | undefined {
  const normal = normaliseValue(types, attribute.type, value, attribute.key, []);
  return normal === null ? undefined : writtenText(normal);
}

export function uniquesOf(types: TypeRegistry, type: EntityType, values: Attributes): UniqueRef[] {
  return type.uniqueAttributes.flatMap(attribute => {
    const value = uniqueText(types, attribute, values[attribute.name]);
    return value === undefined ? [] : [{typeName: type.name, attribute: attribute.name, value}];
  });
}

/**
 * What the drafts name and do not carry themselves. An entity that is related at an end which holds
 * one only is changed, too: it loses what it was related to before.
 * @throws REFERENCED_ENTITY_NOT_FOUND for a temporary guid that the request does not carry
 */
export function lookupsOf(types: TypeRegistry, drafts: readonly Draft[]): Lookups {
  const carried = new Set(drafts.map(draft => draft.incoming.guid));
  const change = new LookupBuilder();
  const keep = new LookupBuilder();
  for (const draft of drafts) {
    if (isAssigned(draft.incoming.guid)) change.guids.add(draft.incoming.guid);
    change.addUniques(uniquesOf(types, draft.type, draft.given));
  }
  const add = (builder: LookupBuilder, id: ObjectId) => {
    if (id.guid === undefined) {
      builder.addUniques(
        uniquesOf(types, types.entityType(id.typeName ?? ''), id.uniqueAttributes ?? {}),
      );
    } else if (isAssigned(id.guid)) builder.guids.add(id.guid);
    else if (!carried.has(id.guid)) throw new AppError('REFERENCED_ENTITY_NOT_FOUND', [id.guid]);
  };
  for (const draft of drafts) {
    for (const {ends, ids} of draft.references) {
      const builder = ends.some(end => !isManyAtOtherEnd(end)) ? change : keep;
      for (const id of ids) add(builder, id);
    }
    for (const id of valueReferencesOf(types, draft)) add(keep, id);
  }
  return {change: change.lookup(), keep: keep.lookup(change)};
}

class LookupBuilder {
  readonly guids = new Set<Guid>();
  readonly uniques = new Map<string, UniqueRef>();

  addUniques(refs: readonly UniqueRef[]): void {
    for (const ref of refs) this.uniques.set(uniqueKey(ref), ref);
  }

  /** Without what `other` asks for. */
  lookup(other?: LookupBuilder): Lookup {
    return {
      guids: [...this.guids].filter(guid => !other?.guids.has(guid)),
      uniques: [...this.uniques].filter(([key]) => !other?.uniques.has(key)).map(([, ref]) => ref),
    };
  }
}

/**
 * Drafts of the entities that `drafts` refer to by unique attributes and that are neither among
 * them nor in the store, each once. Saved with the others they become shells: incomplete entities
 * that a later save fills.
 */
export function shellDrafts(types: TypeRegistry, drafts: readonly Draft[], found: Found): Draft[] {
  const carried = new Set(
    drafts.flatMap(draft => uniquesOf(types, draft.type, draft.given).map(uniqueKey)),
  );
  const shells: Draft[] = [];
  for (const {guid, typeName, uniqueAttributes} of drafts.flatMap(draft =>
    objectIdsOf(types, draft),
  )) {
    if (guid !== undefined || typeName === undefined || uniqueAttributes === undefined) continue;
    const type = types.entityType(typeName);
    const keys = uniquesOf(types, type, uniqueAttributes).map(uniqueKey);
    if (keys.length === 0 || keys.some(key => carried.has(key) || found.byUnique.has(key)))
      continue;
    for (const key of keys) carried.add(key);
    const incoming: IncomingEntity = {
      guid: `-shell ${shells.length}`,
      typeName,
      attributes: uniqueAttributes,
      relationshipAttributes: {},
      classifications: [],
    };
    shells.push({incoming, type, given: uniqueAttributes, references: [], isShell: true});
  }
  return shells;
}

function isManyAtOtherEnd({relationship, end}: RelationshipAttribute): boolean {
  return (end === 1 ? relationship.endDef2 : relationship.endDef1).cardinality !== 'SINGLE';
}

export function uniqueKey(ref: UniqueRef): string {
  return `${ref.typeName}\n${ref.attribute}\n${ref.value}`;
}

/** A draft with the guid it is saved under and, on update, what the store holds. */
export type Matched = {
  draft: Draft;
  guid: Guid;
  type: EntityType;
  before: EntityRecord | undefined;
};

/** What a request refers to. A deleted entity may be named by its guid. */
export type Target = {guid: Guid; typeName: string; isDeleted: boolean};

/** Drafts matched to stored entities, and a way to find whatever a request refers to. */
export type Matches = {
  list: readonly Matched[];
  /** request guid -> stored or new guid */
  guidAssignments: ReadonlyMap<Guid, Guid>;
  /** @throws REFERENCED_ENTITY_NOT_FOUND */
  target: (id: ObjectId) => Target;
  /** Whether the request names deleted entities. */
  namesDeleted: boolean;
};

/**
 * Which stored entity each draft is: by guid, else by any of its unique attributes, else it is a
 * new one. Two drafts with the same unique value are one entity. Of `referredEntities`, deleted
 * ones are left alone: clients read an entity with those around it, change something and send all
 * of it back.
 * @throws REFERENCED_ENTITY_NOT_FOUND for an assigned guid that nothing has;
 * INSTANCE_ALREADY_EXISTS for a unique value that belongs to another entity
 * @param gone entities that are deleted in the same change, so that their unique values are free
 */
export function matchDrafts(
  types: TypeRegistry,
  all: readonly Draft[],
  found: Found,
  newGuid: () => Guid,
  gone: readonly Guid[] = [],
): Matches {
  const inRequest = new Map<string, Guid>();
  const assignments = new Map<Guid, Guid>();
  const typeNames = new Map<Guid, string>();
  const drafts = all.filter(
    one => !one.isReferred || found.byGuid.get(one.incoming.guid)?.status !== 'DELETED',
  );
  const list = drafts.map((draft): Matched => {
    const byGuid = found.byGuid.get(draft.incoming.guid);
    // A deleted entity may be written to, but its unique values are anybody's.
    const keys =
      byGuid?.status === 'DELETED' ? [] : uniquesOf(types, draft.type, draft.given).map(uniqueKey);
    const before =
      byGuid ?? keys.map(key => found.byUnique.get(key)).find(one => one !== undefined);
    const twin = keys.map(key => inRequest.get(key)).find(guid => guid !== undefined);
    if (before === undefined && twin === undefined && isAssigned(draft.incoming.guid)) {
      throw new AppError('REFERENCED_ENTITY_NOT_FOUND', [draft.incoming.guid]);
    }
    const guid = before?.guid ?? twin ?? newGuid();
    for (const key of keys) inRequest.set(key, guid);
    if (!draft.isShell) assignments.set(draft.incoming.guid, guid);
    // An update may name a super type of the stored one; the rules of the stored one apply.
    const type = before === undefined ? draft.type : types.entityType(before.typeName);
    typeNames.set(guid, type.name);
    return {draft, guid, type, before};
  });
  checkUniques(types, list, found, gone);
  const target = (id: ObjectId): Target => {
    const assigned = id.guid === undefined ? undefined : assignments.get(id.guid);
    if (assigned !== undefined)
      return {guid: assigned, typeName: typeNames.get(assigned) ?? '', isDeleted: false};
    const record = id.guid === undefined ? byUniqueAttributes(id) : found.byGuid.get(id.guid);
    if (record === undefined)
      throw new AppError('REFERENCED_ENTITY_NOT_FOUND', [id.guid ?? printUnique(id)]);
    return {
      guid: record.guid,
      typeName: record.typeName,
      isDeleted: 'status' in record && record.status === 'DELETED',
    };
  };
  const byUniqueAttributes = (
    id: ObjectId,
  ): EntityRecord | {guid: Guid; typeName: string} | undefined => {
    const keys = uniquesOf(
      types,
      types.entityType(id.typeName ?? ''),
      id.uniqueAttributes ?? {},
    ).map(uniqueKey);
    for (const key of keys) {
      const guid = inRequest.get(key);
      if (guid !== undefined) return {guid, typeName: typeNames.get(guid) ?? ''};
      const record = found.byUnique.get(key);
      if (record !== undefined) return record;
    }
    return undefined;
  };
  const namesDeleted = [...found.byGuid.values()].some(one => one.status === 'DELETED');
  return {list, guidAssignments: assignments, target, namesDeleted};
}

/**
 * No two entities have the same value of a unique attribute, unless the request takes it from the
 * other one.
 * @throws INSTANCE_ALREADY_EXISTS
 */
function checkUniques(
  types: TypeRegistry,
  list: readonly Matched[],
  found: Found,
  gone: readonly Guid[],
): void {
  const taken = new Map<string, Guid>();
  for (const {draft, guid, before} of list) {
    if (before?.status === 'DELETED') continue;
    for (const ref of uniquesOf(types, draft.type, draft.given)) {
      const key = uniqueKey(ref);
      const holder = found.byUnique.get(key);
      const isOwn = holder === undefined || holder.guid === guid || gone.includes(holder.guid);
      if ((!isOwn && !givesUp(types, list, holder, ref)) || (taken.get(key) ?? guid) !== guid) {
        const text = `${ref.typeName}.${ref.attribute}=${ref.value} belongs to another one`;
        throw new AppError('INSTANCE_ALREADY_EXISTS', [text]);
      }
      taken.set(key, guid);
    }
  }
}

function givesUp(
  types: TypeRegistry,
  list: readonly Matched[],
  holder: EntityRecord,
  ref: UniqueRef,
): boolean {
  return list.some(
    ({guid, draft}) =>
      guid === holder.guid &&
      ref.attribute in draft.given &&
      uniquesOf(types, draft.type, draft.given).every(
        one => one.attribute !== ref.attribute || one.value !== ref.value,
      ),
  );
}

function printUnique(id: ObjectId): string {
  return `${id.typeName ?? ''}${printJava(id.uniqueAttributes ?? {})}`;
}

/** `array<hive_column>` or `hive_db`: how messages name the type of a relationship attribute. */
export function printReferenceType(end: RelationshipAttribute): string {
  return end.isMany ? `array<${end.otherType}>` : printType({kind: 'entity', name: end.otherType});
}

import {uniqueKey, uniquesOf, visitReferences, mayRefer} from '../entity/drafts.ts';
import type {EntityRecord, Guid, UniqueRef} from '../entity/record.ts';
import {isMap, type ObjectId} from '../entity/value.ts';
import type {EntityType, TypeRegistry} from '../types/type-registry.ts';
import {readRelation, type ImportedEntity, type ImportedRelation} from './imported-entity.ts';

/**
 * What the files of a batch name, to be asked for at once: what is written, and what it only refers
 * to.
 */
export type ImportLookups = {
  own: {guids: Guid[]; uniques: UniqueRef[]};
  others: {guids: Guid[]; uniques: UniqueRef[]};
};

export type ImportFound = {
  byGuid: ReadonlyMap<Guid, EntityRecord>;
  /** By `uniqueKey`. */
  byUnique: ReadonlyMap<string, EntityRecord>;
};

/** An entity of the batch with what the store has of it. */
export type MatchedImport = {
  entity: ImportedEntity;
  type: EntityType;
  before: EntityRecord | undefined;
};

export type ImportMatches = {
  list: MatchedImport[];
  /** Why an entity cannot be imported, by its guid. */
  failures: Map<Guid, string>;
  /** The entity that a reference means, in the batch or in the store. */
  target: (id: ObjectId) => {guid: Guid; typeName: string} | undefined;
};

export function importLookups(
  types: TypeRegistry,
  entities: readonly ImportedEntity[],
): ImportLookups {
  const own = {guids: new Set<Guid>(), uniques: new Map<string, UniqueRef>()};
  const others = {guids: new Set<Guid>(), uniques: new Map<string, UniqueRef>()};
  for (const entity of entities) {
    own.guids.add(entity.guid);
    const type = types.entityTypes.get(entity.typeName);
    if (type === undefined) continue;
    for (const ref of uniquesOf(types, type, entity.attributes))
      own.uniques.set(uniqueKey(ref), ref);
    for (const id of referencesIn(types, type, entity)) {
      if (id.guid !== undefined) others.guids.add(id.guid);
      const named = types.entityTypes.get(id.typeName ?? '');
      const refs =
        id.guid !== undefined || named === undefined
          ? []
          : uniquesOf(types, named, id.uniqueAttributes ?? {});
      for (const ref of refs) others.uniques.set(uniqueKey(ref), ref);
    }
  }
  return {
    own: {guids: [...own.guids], uniques: [...own.uniques.values()]},
    others: {
      guids: [...others.guids].filter(guid => !own.guids.has(guid)),
      uniques: [...others.uniques].filter(([key]) => !own.uniques.has(key)).map(([, ref]) => ref),
    },
  };
}

/**
 * Which stored entity each of the batch is: by guid, else an ACTIVE one with the same unique value.
 * A deleted entity of an archive is no successor of a living one, so it is found by guid only.
 */
export function matchImport(
  types: TypeRegistry,
  entities: readonly ImportedEntity[],
  {byGuid, byUnique}: ImportFound,
): ImportMatches {
  const failures = new Map<Guid, string>();
  const list: MatchedImport[] = [];
  const here = new Map<Guid, string>();
  const keys = new Map<string, Guid>();
  const taken = new Set<Guid>();
  for (const entity of entities) {
    if (here.has(entity.guid)) continue;
    const type = types.entityTypes.get(entity.typeName);
    if (type === undefined) {
      failures.set(entity.guid, `Type ENTITY with name ${entity.typeName} does not exist`);
      continue;
    }
    const own =
      entity.status === 'ACTIVE' ? uniquesOf(types, type, entity.attributes).map(uniqueKey) : [];
    const namesakes = own.flatMap(key => byUnique.get(key) ?? []);
    const before = byGuid.get(entity.guid) ?? namesakes[0];
    const failure = mismatch(entity, before, namesakes, taken) ?? twin(own, keys);
    if (failure !== undefined) {
      failures.set(entity.guid, failure);
      continue;
    }
    if (before !== undefined) taken.add(before.guid);
    for (const key of own) keys.set(key, entity.guid);
    here.set(entity.guid, type.name);
    list.push({entity, type, before});
  }
  // What was found under another guid is known by the archive's from now on.
  const renamed = new Map(
    list.flatMap(({entity, before}) => (before === undefined ? [] : [[before.guid, entity.guid]])),
  );
  const found = (guid: Guid) => {
    const typeName = here.get(guid);
    if (typeName !== undefined) return {guid, typeName};
    const record = byGuid.get(guid);
    return record === undefined || failures.has(guid) ? undefined : known(record);
  };
  const known = ({guid, typeName}: EntityRecord) => ({guid: renamed.get(guid) ?? guid, typeName});
  const target = (id: ObjectId) => {
    if (id.guid !== undefined) return found(id.guid);
    const named = types.entityTypes.get(id.typeName ?? '');
    for (const ref of named === undefined
      ? []
      : uniquesOf(types, named, id.uniqueAttributes ?? {})) {
      const guid = keys.get(uniqueKey(ref));
      if (guid !== undefined) return found(guid);
      const record = byUnique.get(uniqueKey(ref));
      if (record !== undefined) return known(record);
    }
    return undefined;
  };
  return {list, failures, target};
}

function mismatch(
  {guid, typeName}: ImportedEntity,
  before: EntityRecord | undefined,
  namesakes: readonly EntityRecord[],
  taken: ReadonlySet<Guid>,
): string | undefined {
  if (before !== undefined && before.typeName !== typeName) {
    return `${guid} is of type ${typeName} in the archive and ${before.typeName} here`;
  }
  const other = namesakes.find(one => one.guid !== before?.guid);
  if (other !== undefined) return `entity ${other.guid} has the unique attributes of ${guid}`;
  return before !== undefined && taken.has(before.guid)
    ? `two entities of the archive are ${before.guid} here`
    : undefined;
}

function twin(own: readonly string[], keys: ReadonlyMap<string, Guid>): string | undefined {
  const guid = own.map(key => keys.get(key)).find(one => one !== undefined);
  return guid === undefined
    ? undefined
    : `entity ${guid} of the archive has the same unique attributes`;
}

/**
 * Relationship attributes by name: those in `attributes` are of older catalogs, and count where the
 * others say nothing.
 */
export function relationsOf(
  type: EntityType,
  entity: ImportedEntity,
): Map<string, ImportedRelation[]> {
  const relations = new Map<string, ImportedRelation[]>();
  for (const values of [entity.attributes, entity.relationshipAttributes]) {
    for (const [name, value] of Object.entries(values)) {
      if (!type.relationshipAttributes.has(name)) continue;
      relations.set(
        name,
        [value].flat().flatMap(one => readRelation(one) ?? []),
      );
    }
  }
  return relations;
}

function* referencesIn(
  types: TypeRegistry,
  type: EntityType,
  entity: ImportedEntity,
): Iterable<ObjectId> {
  for (const list of relationsOf(type, entity).values()) yield* list;
  for (const attribute of type.attributes.values()) {
    const value = entity.attributes[attribute.name];
    if (
      !isReference(value) ||
      type.relationshipAttributes.has(attribute.name) ||
      !mayRefer(attribute.type)
    )
      continue;
    const ids: ObjectId[] = [];
    visitReferences(types, attribute.type, value, id => void ids.push(id));
    yield* ids;
  }
}

function isReference(value: unknown): boolean {
  return Array.isArray(value) || isMap(value) || typeof value === 'string';
}

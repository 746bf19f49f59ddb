import {readIncoming, type IncomingEntity} from '../entity/entity.ts';
import {JsonError} from '../json-error.ts';
import type {Guid, Status} from '../entity/record.ts';
import {isMap, readObjectId, type ObjectId} from '../entity/value.ts';
import type {PropagateTags} from '../types/type-def.ts';
import type {RawEntity} from './import-transforms.ts';

/** Who made something and when; kept as the archive tells it. */
export type SystemAttributes = {
  createdBy: string;
  updatedBy: string;
  createTime: number;
  updateTime: number;
};

/**
 * An entity of an archive: as a client would send it, with what only the catalog it comes from can
 * know.
 */
export type ImportedEntity = IncomingEntity &
  Partial<SystemAttributes> & {status: Status; isIncomplete: boolean};

/** A relationship as one of its ends tells it. */
export type ImportedRelation = ObjectId & {
  relationshipGuid?: Guid;
  relationshipStatus?: Status;
  system?: Partial<SystemAttributes> & {propagateTags?: PropagateTags};
  /** Classifications that it does not let through. */
  blocked?: readonly SourcedTag[];
};

/** A classification of one entity, wherever it has come to. */
export type SourcedTag = {typeName: string; sourceGuid: Guid};

/**
 * The entities of one file of an archive: the one it is named for, and those that it owns. @throws
 * JsonError
 */
export function rawEntitiesOf(json: unknown): RawEntity[] {
  if (!isMap(json) || !isMap(json['entity']))
    throw new JsonError('Expected an object', undefined, 'entity');
  const referred = isMap(json['referredEntities']) ? Object.values(json['referredEntities']) : [];
  return [json['entity'], ...referred.filter(isMap)];
}

/** @throws JsonError for a wrong shape */
export function readImported(raw: RawEntity): ImportedEntity {
  const {status, isIncomplete, createdBy, updatedBy, createTime, updateTime} = raw;
  return {
    ...readIncoming(raw, `entity[${String(raw.guid)}]`),
    status: status === 'DELETED' ? 'DELETED' : 'ACTIVE',
    isIncomplete: isIncomplete === true,
    ...systemAttributes({createdBy, updatedBy, createTime, updateTime}),
  };
}

/** undefined for what names nothing. */
export function readRelation(value: unknown): ImportedRelation | undefined {
  const id = readObjectId(value);
  if (id === undefined || !isMap(value)) return id;
  const {relationshipGuid, relationshipStatus, relationshipSystemAttributes: given} = value;
  const tags = isMap(given) ? given['propagateTags'] : undefined;
  const isTags =
    tags === 'NONE' || tags === 'ONE_TO_TWO' || tags === 'TWO_TO_ONE' || tags === 'BOTH';
  return {
    ...id,
    ...(typeof relationshipGuid === 'string' && !relationshipGuid.startsWith('-')
      ? {relationshipGuid}
      : {}),
    relationshipStatus: relationshipStatus === 'DELETED' ? 'DELETED' : 'ACTIVE',
    ...(isMap(given) ? {blocked: sourcedTags(given['blockedPropagatedClassifications'])} : {}),
    system: {
      ...systemAttributes(isMap(given) ? given : {}),
      ...(isTags ? {propagateTags: tags} : {}),
    },
  };
}

function sourcedTags(list: unknown): SourcedTag[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter(isMap)
    .flatMap(({typeName, entityGuid}) =>
      typeof typeName === 'string' && typeof entityGuid === 'string'
        ? [{typeName, sourceGuid: entityGuid}]
        : [],
    );
}

/** The classifications that have come to an entity from others. */
export function carriedTags({guid, classifications}: ImportedEntity): SourcedTag[] {
  return classifications.flatMap(({typeName, entityGuid}) =>
    entityGuid === undefined || entityGuid === '' || entityGuid === guid
      ? []
      : [{typeName, sourceGuid: entityGuid}],
  );
}

/** What its relations do not let through, by the relation's guid. */
export function blockedTags({
  relationshipAttributes,
}: ImportedEntity): Map<Guid, readonly SourcedTag[]> {
  const found = new Map<Guid, readonly SourcedTag[]>();
  for (const value of Object.values(relationshipAttributes)) {
    for (const one of [value].flat()) {
      const relation = readRelation(one);
      const {relationshipGuid, blocked = []} = relation ?? {};
      if (relationshipGuid !== undefined && blocked.length > 0)
        found.set(relationshipGuid, blocked);
    }
  }
  return found;
}

function systemAttributes(given: Record<string, unknown>): Partial<SystemAttributes> {
  const system: Partial<SystemAttributes> = {};
  for (const name of ['createdBy', 'updatedBy'] as const) {
    const value = given[name];
    if (typeof value === 'string') system[name] = value;
  }
  for (const name of ['createTime', 'updateTime'] as const) {
    const value = given[name];
    if (typeof value === 'number' && Number.isFinite(value)) system[name] = Math.trunc(value);
  }
  return system;
}

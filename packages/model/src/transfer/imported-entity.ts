import {readIncoming, type IncomingEntity} from '../entity/entity.ts';
import {JsonError} from '../json-error.ts';
import type {Guid, Status} from '../entity/record.ts';
import {isMap, readObjectId, type ObjectId} from '../entity/value.ts';
import type {PropagateTags} from '../types/type-def.ts';
import type {RawEntity} from './import-transforms.ts';

/** Who made something and when; kept as the archive tells it. */
export type SystemAttributes = {createdBy: string; updatedBy: string; createTime: number; updateTime: number};

/** An entity of an archive: as a client would send it, with what only the catalog it comes from can know. */
export type ImportedEntity = IncomingEntity & Partial<SystemAttributes> & {status: Status; isIncomplete: boolean};

/** A relationship as one of its ends tells it. */
export type ImportedRelation = ObjectId & {
  relationshipGuid?: Guid;
  relationshipStatus?: Status;
  system?: Partial<SystemAttributes> & {propagateTags?: PropagateTags};
};

/** The entities of one file of an archive: the one it is named for, and those that it owns. @throws JsonError */
export function rawEntitiesOf(json: unknown): RawEntity[] {
  if (!isMap(json) || !isMap(json['entity'])) throw new JsonError('Expected an object', undefined, 'entity');
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
  const isTags = tags === 'NONE' || tags === 'ONE_TO_TWO' || tags === 'TWO_TO_ONE' || tags === 'BOTH';
  return {
    ...id,
    ...(typeof relationshipGuid === 'string' && !relationshipGuid.startsWith('-') ? {relationshipGuid} : {}),
    relationshipStatus: relationshipStatus === 'DELETED' ? 'DELETED' : 'ACTIVE',
    system: {...systemAttributes(isMap(given) ? given : {}), ...(isTags ? {propagateTags: tags} : {})},
  };
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

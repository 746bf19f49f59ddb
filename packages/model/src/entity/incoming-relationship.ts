import {AppError} from '../error.ts';
import {JsonError} from '../json-error.ts';
import type {Attributes, Guid, PropagationBlock} from './record.ts';
import {propagateTagsValues, type PropagateTags} from '../types/type-def.ts';
import {isMap, readObjectId, type ObjectId} from './value.ts';

/** A relationship as a client sends it. What is absent stays as it is, or has its default. */
export type IncomingRelationship = {
  guid?: Guid;
  typeName?: string;
  end1?: ObjectId;
  end2?: ObjectId;
  attributes: Attributes;
  propagateTags?: PropagateTags;
  /** All that the relationship shall not let through. */
  blocked?: Omit<PropagationBlock, 'edge'>[];
};

/**
 * Body of POST and PUT /relationship.
 * @throws JsonError for a wrong shape, INVALID_PARAMETERS when there is none, INVALID_OBJECT_ID for
 * an end that names nothing
 */
export function readRelationship(json: unknown): IncomingRelationship {
  if (json === null || json === undefined)
    throw new AppError('INVALID_PARAMETERS', ['no relationship']);
  if (!isMap(json)) throw new JsonError('Expected an object', undefined);
  const {
    guid,
    typeName,
    attributes,
    propagateTags,
    blockedPropagatedClassifications: blocked,
  } = json;
  const [end1, end2] = [readEnd(json['end1']), readEnd(json['end2'])];
  return {
    ...(isText(guid) ? {guid: String(guid)} : {}),
    ...(isText(typeName) ? {typeName: String(typeName)} : {}),
    ...(end1 === undefined ? {} : {end1}),
    ...(end2 === undefined ? {} : {end2}),
    attributes: isMap(attributes) ? attributes : {},
    ...(isText(propagateTags) ? {propagateTags: readPropagateTags(propagateTags)} : {}),
    ...(Array.isArray(blocked) ? {blocked: blocked.map(readBlock)} : {}),
  };
}

function isText(value: unknown): value is string {
  return value !== null && value !== undefined && value !== '';
}

function readEnd(json: unknown): ObjectId | undefined {
  if (json === null || json === undefined) return undefined;
  const id = readObjectId(json);
  if (id === undefined) throw new AppError('INVALID_OBJECT_ID', [JSON.stringify(json)]);
  return id;
}

function readPropagateTags(text: unknown): PropagateTags {
  const value = propagateTagsValues.find(one => one === text);
  if (value === undefined)
    throw new JsonError(
      `Expected one of ${propagateTagsValues.join(', ')}`,
      undefined,
      'propagateTags',
    );
  return value;
}

function readBlock(json: unknown, i: number): Omit<PropagationBlock, 'edge'> {
  if (!isMap(json))
    throw new JsonError('Expected an object', undefined, `blockedPropagatedClassifications[${i}]`);
  return {typeName: String(json['typeName'] ?? ''), sourceGuid: String(json['entityGuid'] ?? '')};
}

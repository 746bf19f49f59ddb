import {AppError} from '@gazetteer/model';
import {text} from '@gazetteer/kernel/parameters';
import type {ByUnique} from '../entity/read-entities.ts';

export const byUnique = {
  type: text('Type'),
  property: text('A unique attribute of the type'),
  value: text('Its value'),
};
export const wrongUnique = [
  'ATTRIBUTE_UNIQUE_INVALID',
  'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
  'TYPE_NAME_INVALID',
] as const;
export const missing = ['INSTANCE_GUID_NOT_FOUND'] as const;
export const badEntity = [
  'INSTANCE_CRUD_INVALID_PARAMS',
  'INVALID_OBJECT_ID',
  'INVALID_STRUCT_VALUE',
  'INVALID_RELATIONSHIP_END_TYPE',
  'RELATIONSHIP_CRUD_INVALID_PARAMS',
  'TYPE_NAME_INVALID',
  'REFERENCED_ENTITY_NOT_FOUND',
  'INSTANCE_ALREADY_EXISTS',
] as const;

type Unique = {
  type?: string | undefined;
  property?: string | undefined;
  value?: string | undefined;
};

/** @throws BAD_REQUEST for what is not given */
export function uniqueOf({type, property, value}: Unique): ByUnique {
  const typeName = required(type, 'Entity type cannot be null');
  const name = required(property, 'attribute name cannot be null');
  return {typeName, attributes: {[name]: required(value, 'attribute value cannot be null')}};
}

/** Nothing is found by a value that is not given. @throws TYPE_NAME_NOT_FOUND without a type */
export function looselyUniqueOf({type, property = '', value = ''}: Unique): ByUnique {
  if (type === undefined) throw new AppError('TYPE_NAME_NOT_FOUND', ['null']);
  return {typeName: type, attributes: {[property]: value}};
}

/** @param words that clients of this API know it by. @throws BAD_REQUEST */
export function required(value: string | undefined, words: string): string {
  if (value !== undefined && value !== '') return value;
  const missing = value === undefined ? 'null' : 'empty';
  throw new AppError('BAD_REQUEST', [`${words} cannot be ${missing}`]);
}

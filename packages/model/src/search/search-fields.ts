import {lookup} from '../lookup.ts';
import {AppError} from '../error.ts';
import type {Field} from './search.ts';
import {indexKind, isReady, recordKeys} from './search-document.ts';
import type {Attribute, TypeRegistry, ValueType} from '../types/type-registry.ts';

/** An attribute that a filter or a sort names. */
export type FilterField =
  | {kind: 'field'; field: Field; valueType: ValueType}
  /** What has few possible values, which are compared before the store is asked. */
  | {kind: 'status' | 'type' | 'classifications' | 'propagatedClassifications' | 'incomplete'}
  /** The names and the values of all that an entity is classified with. */
  | {kind: 'classificationsText'}
  /** What other servers keep there has no entity here. */
  | {kind: 'nothing'};

const text: ValueType = {kind: 'primitive', name: 'string'};
const date: ValueType = {kind: 'primitive', name: 'date'};

const columns: Readonly<
  Record<string, {column: Extract<Field, {kind: 'column'}>['column']; valueType: ValueType}>
> = lookup({
  __guid: {column: 'guid', valueType: text},
  __timestamp: {column: 'created', valueType: date},
  __modificationTimestamp: {column: 'updated', valueType: date},
  __createdBy: {column: 'created_by', valueType: text},
  __modifiedBy: {column: 'updated_by', valueType: text},
});

/** What every entity has whatever its type; undefined for other names. */
export function systemField(name: string): FilterField | undefined {
  const column = columns[name];
  if (column !== undefined) {
    const compare = column.valueType === date ? 'number' : 'text';
    return {
      kind: 'field',
      field: {kind: 'column', column: column.column, compare},
      valueType: column.valueType,
    };
  }
  switch (name) {
    case '__state':
    case '__entityStatus':
      return {kind: 'status'};
    case '__typeName':
      return {kind: 'type'};
    case '__classificationNames':
      return {kind: 'classifications'};
    case '__propagatedClassificationNames':
      return {kind: 'propagatedClassifications'};
    case '__classificationsText':
      return {kind: 'classificationsText'};
    case '__historicalGuids':
    case '__pendingTasks':
      return {kind: 'nothing'};
    case '__labels':
      return recordField(recordKeys.labels, 'labels');
    case '__customAttributes':
      return recordField(recordKeys.customAttributes, 'customAttributes');
    case '__isIncomplete':
      return {kind: 'incomplete'};
    default:
      return undefined;
  }
}

function recordField(key: string, member: string): FilterField {
  const field: Field = {
    kind: 'attribute',
    keys: [key],
    isIndexed: true,
    isList: true,
    compare: 'text',
    column: 'extra',
    path: [member],
  };
  return {kind: 'field', field, valueType: text};
}

/**
 * The attribute `name` of entities of the types `typeNames` (none: of any type): a system
 * attribute, an attribute that each of them has, or a business attribute as `<business
 * metadata>.<attribute>`.
 * @throws UNKNOWN_ATTRIBUTE, BAD_REQUEST for one that has no order, such as a reference
 */
export function entityField(
  types: TypeRegistry,
  typeNames: readonly string[],
  name: string,
): FilterField {
  const found =
    systemField(name) ?? attributeField(types, typeNames, name) ?? businessField(types, name);
  if (found === undefined) {
    const lacking = typeNames.find(one => !types.entityTypes.get(one)?.attributes.has(name));
    throw new AppError('UNKNOWN_ATTRIBUTE', [name, lacking ?? '_ALL_ENTITY_TYPES']);
  }
  return found;
}

/**
 * Attributes of classifications are not indexed by value: there is a row for each classification to
 * look at.
 */
export function classificationField(
  types: TypeRegistry,
  typeNames: readonly string[],
  name: string,
): FilterField {
  if (name === '__typeName') return {kind: 'type'};
  if (name === '__entityStatus') return {kind: 'status'};
  if (name !== '__guid' && columns[name] !== undefined)
    return systemField(name) ?? {kind: 'nothing'};
  const attributes = typeNames.map(one => types.classificationTypes.get(one)?.attributes.get(name));
  const found = fieldOf(types, attributes, 'attributes', [name]);
  if (found === undefined) {
    const lacking = typeNames[attributes.indexOf(undefined)];
    throw new AppError('UNKNOWN_ATTRIBUTE', [name, lacking ?? '_ALL_CLASSIFICATION_TYPES']);
  }
  return found.kind === 'field' && found.field.kind === 'attribute'
    ? {...found, field: {...found.field, keys: [], isIndexed: false}}
    : found;
}

function attributeField(
  types: TypeRegistry,
  typeNames: readonly string[],
  name: string,
): FilterField | undefined {
  const attributes = typeNames.map(one => types.entityTypes.get(one)?.attributes.get(name));
  return fieldOf(types, attributes, 'attributes', [name]);
}

function businessField(types: TypeRegistry, name: string): FilterField | undefined {
  const [group, member, ...rest] = name.split('.');
  if (group === undefined || member === undefined || rest.length > 0) return undefined;
  const attribute = types.businessMetadataTypes.get(group)?.attributes.get(member);
  const found = fieldOf(types, [attribute], 'extra', ['businessAttributes', group, member]);
  // Values of business attributes are always indexed, whatever their definition says.
  return found?.kind === 'field' && found.field.kind === 'attribute'
    ? {
        ...found,
        field: {
          ...found.field,
          isIndexed: !found.field.keys.some(key => types.unready.values.has(key)),
        },
      }
    : undefined;
}

export function fieldOf(
  types: TypeRegistry,
  attributes: readonly (Attribute | undefined)[],
  column: 'attributes' | 'extra',
  path: string[],
): FilterField | undefined {
  const [first] = attributes;
  if (first === undefined || !attributes.every(one => one !== undefined)) return undefined;
  const compare = indexKind(first.type);
  if (compare === undefined)
    throw new AppError('BAD_REQUEST', [
      `${first.name}: only texts, numbers, dates, enums and lists of them can be compared`,
    ]);
  if (attributes.some(one => indexKind(one.type) !== compare)) return undefined;
  const field: Field = {
    kind: 'attribute',
    keys: [...new Set(attributes.map(one => one.key))],
    isIndexed: attributes.every(one => isReady(types, one)),
    isList: attributes.some(one => one.type.kind === 'array'),
    compare,
    column,
    path,
  };
  return {kind: 'field', field, valueType: first.type};
}

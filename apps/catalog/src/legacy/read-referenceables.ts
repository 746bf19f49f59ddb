import {
  AppError,
  JsonError,
  normaliseValue,
  parseJson,
  printJava,
  type Attribute,
  type Attributes,
  type Guid,
  type Issues,
  type TypeRegistry,
  type ValueType,
} from '@gazetteer/model';
import {isFields, jsonClass, type Fields} from './referenceable.ts';

/**
 * Entities and traits as the API before v2 and the first hooks write them, and what the later API
 * calls the same.
 */

/** A body of POST /entity/bulk. */
export type SaveBody = {entities: Fields[]; referredEntities: Record<Guid, Fields>};

type Reading = {
  readonly types: TypeRegistry;
  readonly referred: Record<Guid, Fields>;
  /**
   * An entity inside of another one is known by the object that is its id, too: some hooks leave
   * out its class.
   */
  readonly isOfHook?: boolean;
};

/**
 * One entity or a list of them; each may be JSON text inside JSON.
 * @throws JsonError for what is no entity, TYPE_NAME_INVALID, INSTANCE_CRUD_INVALID_PARAMS for a
 * value that does not fit
 */
export function readReferenceables(types: TypeRegistry, json: unknown, isOfHook = false): SaveBody {
  const list = Array.isArray(json) ? (json as unknown[]) : [json];
  const reading = {types, referred: {}, isOfHook};
  const entities = list.map((one, i) => {
    const fields: unknown = typeof one === 'string' ? parseJson(one) : one;
    if (!isFields(fields)) throw new JsonError('Expected an entity', undefined, `[${i}]`);
    return entityOf(reading, fields, `[${i}]`);
  });
  return {entities, referredEntities: reading.referred};
}

/** A trait of a body. @throws JsonError, TYPE_NAME_INVALID, INSTANCE_CRUD_INVALID_PARAMS */
export function readTrait(
  types: TypeRegistry,
  json: unknown,
): {typeName: string; attributes: Attributes} {
  const fields: unknown = typeof json === 'string' ? parseJson(json) : json;
  if (!isFields(fields)) throw new JsonError('Expected a trait', undefined);
  const typeName = String(fields['typeName'] ?? 'null');
  const type = types.classificationTypes.get(typeName);
  if (type === undefined) throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', typeName]);
  return {typeName, attributes: valuesOf({types, referred: {}}, type.attributes, fields['values'])};
}

/**
 * An entity as V2 has it: relationships stand among its attributes, so both are read. @throws
 * JsonError without an id
 */
function entityOf(reading: Reading, fields: Fields, path: string): Fields {
  const {id, values} = fields;
  const type = reading.types.entityType(String(fields['typeName'] ?? 'null'));
  if (!isFields(id)) throw new JsonError('Expected an object with the id', undefined, `${path}.id`);
  const guid = guidOf(id);
  const edges = new Map(
    Array.from(type.relationshipAttributes, ([name, [end]]) => [
      name,
      {name, type: referenceTo(end)},
    ]),
  );
  return {
    ...(guid === undefined ? {} : {guid}),
    typeName: type.name,
    attributes: valuesOf(reading, new Map([...edges, ...type.attributes]), values),
    classifications: traitsOf(fields).map(one => readTrait(reading.types, one)),
  };
}

/** What a relationship's attribute holds, as a type to read values by. */
function referenceTo(end: {otherType: string; isMany: boolean} | undefined): ValueType {
  const one: ValueType = {kind: 'entity', name: end?.otherType ?? 'objectid'};
  return end?.isMany === true ? {kind: 'array', element: one} : one;
}

/** Those that the list of names has; without it all. */
function traitsOf({traits, traitNames}: Fields): unknown[] {
  const byName = isFields(traits) ? traits : {};
  const names = Array.isArray(traitNames) ? traitNames.map(String) : Object.keys(byName);
  return names.map(name => byName[name] ?? {typeName: name});
}

/** Clients write numbers, too. */
function guidOf(id: Fields): Guid | undefined {
  const guid = id['id'];
  return typeof guid === 'number'
    ? String(guid)
    : typeof guid === 'string' && guid !== ''
      ? guid
      : undefined;
}

/** Of the attributes that the type has; others are ignored. */
function valuesOf(
  reading: Reading,
  attributes: ReadonlyMap<string, Pick<Attribute, 'name' | 'type'>>,
  values: unknown,
): Attributes {
  const read: Attributes = {};
  for (const [name, value] of Object.entries(isFields(values) ? values : {})) {
    const type = attributes.get(name)?.type;
    if (type === undefined) continue;
    const fit = valueOf(reading, type, value);
    if (fit === undefined)
      throw new AppError('INSTANCE_CRUD_INVALID_PARAMS', [`${name}=${printJava(value)}`]);
    read[name] = fit;
  }
  return read;
}

/** undefined: does not fit. */
function valueOf(reading: Reading, type: ValueType, value: unknown): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case 'entity':
      return referenceOf(reading, value);
    case 'struct':
      return structOf(reading, type.name, value);
    case 'array': {
      if (!Array.isArray(value)) return undefined;
      const elements = value.map(one => valueOf(reading, type.element, one));
      return elements.includes(undefined) ? undefined : elements;
    }
    case 'map': {
      if (!isFields(value)) return undefined;
      const entries = Object.entries(value).map(
        ([key, one]) => [key, valueOf(reading, type.value, one)] as const,
      );
      return entries.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(entries);
    }
    case 'enum':
      return normal(reading, type, enumText(reading.types, type.name, value));
    case 'primitive':
      return normal(reading, type, value);
  }
}

/**
 * The value as the store would keep it; undefined when it does not fit, which whoever saves it will
 * tell.
 */
function normal({types}: Reading, type: ValueType, value: unknown): unknown {
  const issues: Issues = [];
  const fit = normaliseValue(types, type, value, '', issues);
  return issues.length > 0 ? undefined : fit;
}

/** `{value, ordinal}`, or either of them. */
function enumText(types: TypeRegistry, name: string, value: unknown): unknown {
  const one = isFields(value) ? (value['value'] ?? value['ordinal']) : value;
  if (typeof one !== 'number') return one;
  return (
    types.enumTypes.get(name)?.def.elementDefs.find(element => element.ordinal === one)?.value ??
    one
  );
}

/**
 * Undefined where the type is unknown: the value stays as it is, and the save refuses it with its
 * own words.
 */
function structOf(reading: Reading, name: string, value: unknown): unknown {
  const struct = reading.types.structTypes.get(name);
  if (!isFields(value) || struct === undefined) return undefined;
  return {
    typeName: name,
    attributes: valuesOf(
      reading,
      struct.attributes,
      value['values'] ?? value['attributes'] ?? value,
    ),
  };
}

/**
 * Its class tells a reference from a map. An entity with values of its own becomes a referred one.
 */
function referenceOf(reading: Reading, value: unknown): unknown {
  if (!isFields(value)) return undefined;
  const {typeName} = value;
  const isEntity =
    value['jsonClass'] === jsonClass('Reference') ||
    (reading.isOfHook === true && value['jsonClass'] === undefined && isFields(value['id']));
  if (!isEntity && value['jsonClass'] !== jsonClass('Id')) return undefined;
  const id = isEntity ? value['id'] : value;
  const guid = isFields(id) ? guidOf(id) : undefined;
  if (guid === undefined) return undefined;
  const values = Object.values(isFields(value['values']) ? value['values'] : {});
  if (isEntity && reading.referred[guid] === undefined && values.some(one => one !== null)) {
    // Before its own values are read, which may refer back to it.
    reading.referred[guid] = {};
    Object.assign(reading.referred[guid], entityOf(reading, value, ''));
  }
  return {guid, typeName};
}

import {
  isExact,
  JsonError,
  parseJson,
  type Attribute,
  type Attributes,
  type ClassificationJson,
  type EntityJson,
  type Guid,
  type TypeRegistry,
  type ValueType,
} from '@gazetteer/model';

/** Entities as the API before v2 writes them, and how they become those of today and back. */

type Fields = Record<string, unknown>;
const jsonClass = (name: 'Id' | 'Struct' | 'Reference') =>
  `org.apache.atlas.typesystem.json.InstanceSerialization$_${name}`;

export type Referenceable = {
  jsonClass: string;
  id: Fields;
  typeName: string;
  values: Fields;
  traitNames: string[];
  traits: Fields;
  systemAttributes: Fields;
};

/** A body of POST /entity/bulk. */
export type SaveBody = {entities: Fields[]; referredEntities: Record<Guid, Fields>};

/** One entity or a list of them; each may be JSON text inside JSON. @throws JsonError for what is no entity */
export function readReferenceables(json: unknown): SaveBody {
  const list = Array.isArray(json) ? json : [json];
  const referredEntities: Record<Guid, Fields> = {};
  const entities = list.map((one, i) => {
    const fields: unknown = typeof one === 'string' ? parseJson(one) : one;
    if (!isFields(fields)) throw new JsonError('Expected an entity', undefined, `[${i}]`);
    return entityOf(fields, referredEntities);
  });
  return {entities, referredEntities};
}

/** A trait of a body. @throws JsonError */
export function readTrait(json: unknown): {typeName: string; attributes: Attributes} {
  const fields: unknown = typeof json === 'string' ? parseJson(json) : json;
  if (!isFields(fields) || typeof fields['typeName'] !== 'string') throw new JsonError('Expected a trait', undefined);
  return {typeName: fields['typeName'], attributes: valuesOf(fields['values'], {})};
}

function entityOf(fields: Fields, referred: Record<Guid, Fields>): Fields {
  const {id, typeName, values, traits} = fields;
  const guid = isFields(id) ? id['id'] : id;
  return {
    ...(typeof guid === 'string' && guid !== '' ? {guid} : {}),
    typeName: typeName ?? (isFields(id) ? id['typeName'] : undefined),
    attributes: valuesOf(values, referred),
    classifications: Object.values(isFields(traits) ? traits : {}).map(readTrait),
  };
}

function valuesOf(values: unknown, referred: Record<Guid, Fields>): Attributes {
  if (!isFields(values)) return {};
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value, referred)]));
}

/** Entities inside values become referred ones, their ids references, structs structs, and enums their words. */
function valueOf(value: unknown, referred: Record<Guid, Fields>): unknown {
  if (Array.isArray(value)) return value.map(one => valueOf(one, referred));
  if (!isFields(value)) return value;
  const {id, typeName} = value;
  if ('values' in value) {
    if (id === undefined || id === null) return {typeName, attributes: valuesOf(value['values'], referred)};
    const entity = entityOf(value, referred);
    const {guid} = entity;
    if (typeof guid !== 'string') throw new JsonError('Expected an id', undefined);
    referred[guid] = entity;
    return {guid, typeName: entity['typeName']};
  }
  if (typeof id === 'string' && typeName !== undefined) return {guid: id, typeName};
  if (isFields(id)) return valueOf(id, referred);
  if ('value' in value && 'ordinal' in value) return value['value'];
  return valuesOf(value, referred);
}

/** The full form of an entity as a Referenceable. Dates are texts there. */
export function showReferenceable(types: TypeRegistry, entity: EntityJson): Referenceable {
  const type = types.entityTypes.get(entity.typeName);
  const classifications = (entity['classifications'] ?? []) as ClassificationJson[];
  return {
    jsonClass: jsonClass('Reference'),
    id: idOf(entity),
    typeName: entity.typeName,
    values: showValues(entity.attributes, type?.attributes),
    traitNames: classifications.map(one => one.typeName),
    traits: Object.fromEntries(classifications.map(one => [one.typeName, showTrait(types, one)])),
    systemAttributes: {
      createdBy: entity['createdBy'],
      modifiedBy: entity['updatedBy'],
      createdTime: showDate(entity['createTime']),
      modifiedTime: showDate(entity['updateTime']),
    },
  };
}

export function showTrait(types: TypeRegistry, {typeName, attributes}: ClassificationJson): Fields {
  return showStruct(typeName, showValues(attributes ?? {}, types.classificationTypes.get(typeName)?.attributes));
}

export function showStruct(typeName: string, values: Fields): Fields {
  return {jsonClass: jsonClass('Struct'), typeName, values};
}

export function idOf({guid, typeName, status}: {guid: Guid; typeName: string; status?: unknown}): Fields {
  return {jsonClass: jsonClass('Id'), id: guid, version: 0, typeName, state: status ?? 'ACTIVE'};
}

function showValues(values: Attributes, attributes: ReadonlyMap<string, Attribute> | undefined): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, showValue(value, attributes?.get(name)?.type)]),
  );
}

function showValue(value: unknown, type: ValueType | undefined): unknown {
  if (type?.kind === 'primitive' && type.name === 'date') return showDate(value);
  if (Array.isArray(value)) return value.map(one => showValue(one, type?.kind === 'array' ? type.element : undefined));
  if (!isFields(value)) return value;
  const {guid, typeName, attributes} = value;
  if (typeof guid === 'string' && typeof typeName === 'string') return idOf({guid, typeName});
  if (type?.kind === 'struct' && isFields(attributes)) return showStruct(type.name, showValues(attributes, undefined));
  return value;
}

function showDate(value: unknown): unknown {
  const time = typeof value === 'number' ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? value : time.toISOString();
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
}

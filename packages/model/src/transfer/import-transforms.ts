import {AppError} from '../error.ts';
import {JsonError} from '../json-error.ts';
import {writtenText} from '../entity/exact-number.ts';
import type {ObjectId} from '../entity/value.ts';
import {isMap} from '../entity/value.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/** An entity as an archive has it: JSON that transforms change before it is read. */
export type RawEntity = Record<string, unknown> & {typeName?: unknown; guid?: unknown};
export type EntityTransform = (entity: RawEntity) => void;

/** What transforms are read against. */
export type TransformScope = {
  types: TypeRegistry;
  /** What the archive's export was asked for. */
  exportedItems: readonly ObjectId[];
};

type ValueChange = (value: unknown) => unknown;
type Part = {value: ValueChange} | {entity: EntityTransform};

/**
 * Option `transforms`: `{"<type>": {"<attribute>": ["replace:@a:@b", "lowercase"], "*":
 * ["addClassification:COPY"]}}`. A type's transforms are those of its sub-types, too. Under `*`
 * stand those that change the entity as a whole.
 * @throws INVALID_VALUE for a transform that nobody knows, JsonError for what is no such JSON
 */
export function readTransforms(json: unknown, scope: TransformScope): EntityTransform {
  const byType = new Map<string, EntityTransform[]>();
  for (const [typeName, attributes] of entriesOf(json, 'transforms')) {
    const names = scope.types.entityTypes.get(typeName)?.typeAndSubTypes ?? new Set([typeName]);
    for (const [attribute, specs] of entriesOf(attributes, `transforms.${typeName}`)) {
      if (!Array.isArray(specs))
        throw new JsonError('Expected an array', undefined, `transforms.${typeName}.${attribute}`);
      const parts = specs.map(spec => readPart(writtenText(spec), scope));
      for (const name of names)
        byType.set(name, [...(byType.get(name) ?? []), transformOf(attribute, parts)]);
    }
  }
  return entity => {
    for (const transform of byType.get(String(entity.typeName)) ?? []) transform(entity);
  };
}

/** Classifications that the transforms may add, which have to be there before. */
export function classificationsIn(transforms: unknown, transformers: unknown): string[] {
  const text = JSON.stringify([transforms ?? {}, transformers ?? []]);
  const found = [
    ...text.matchAll(/"addClassification[\\:]+([^":\\]+)|"\s*ADD_CLASSIFICATION\s*:([^"]+)"/gi),
  ];
  return [
    ...new Set(
      found.map(([, one, other]) => one ?? other?.trim() ?? '').filter(name => name !== ''),
    ),
  ];
}

function transformOf(attribute: string, parts: readonly Part[]): EntityTransform {
  return entity => {
    const attributes = attributesOf(entity);
    for (const part of parts) {
      if ('entity' in part) part.entity(entity);
      else if (attribute in attributes) attributes[attribute] = part.value(attributes[attribute]);
    }
  };
}

/** Parameters are parted by colons or backslashes, several of which are one. */
function readPart(spec: string, scope: TransformScope): Part {
  const [name = '', ...parameters] = spec.split(/[\\:]+/).filter(text => text !== '');
  const text = (change: (text: string) => string): Part => ({
    value: value => (typeof value === 'string' ? change(value) : value),
  });
  const rest = parameters.join(':');
  switch (name) {
    case 'replace':
      return text(value =>
        parameters[0] === undefined
          ? value
          : value.replaceAll(parameters[0], () => parameters[1] ?? ''),
      );
    case 'lowercase':
      return text(value => value.toLowerCase());
    case 'uppercase':
      return text(value => value.toUpperCase());
    case 'removeClassification':
      return {
        entity: entity =>
          void (entity['classifications'] = classificationsOf(entity).filter(
            one => one.typeName !== rest,
          )),
      };
    case 'addClassification': {
      const [classification = '', reach = ''] = parameters;
      const isTopOnly = reach.toLowerCase() === 'toplevel';
      return {
        entity: entity => {
          if (!isTopOnly || isExported(entity, scope.exportedItems))
            addClassification(entity, classification);
        },
      };
    }
    case 'add':
      return {entity: addValue(rest)};
    case 'clearAttrValue':
      return {
        entity: entity => {
          for (const attribute of rest.split(',')) attributesOf(entity)[attribute] = null;
        },
      };
    case 'setDeleted':
      return {entity: entity => void (entity['status'] = 'DELETED')};
    default:
      throw new AppError('INVALID_VALUE', [`transform ${spec}`]);
  }
}

/** `name=value` or `name=list:value`: a list gets the value as its last element. */
function addValue(spec: string): EntityTransform {
  const at = spec.indexOf('=');
  if (at < 1) throw new AppError('INVALID_VALUE', [`transform add:${spec}`]);
  const [name, given] = [spec.slice(0, at), spec.slice(at + 1)];
  const isList = given.startsWith('list:');
  const value = isList ? given.slice('list:'.length) : given;
  return entity => {
    const attributes = attributesOf(entity);
    const before = attributes[name];
    if (Array.isArray(before)) attributes[name] = [...(before as unknown[]), value];
    else attributes[name] = isList && (before === null || before === undefined) ? [value] : value;
  };
}

export function addClassification(entity: RawEntity, typeName: string): void {
  const list = classificationsOf(entity);
  if (list.some(one => one.typeName === typeName)) return;
  entity['classifications'] = [...list, {typeName}];
}

/** Whether the entity is one of those that an export was asked for, not one that came along. */
export function isExported(entity: RawEntity, items: readonly ObjectId[]): boolean {
  return items.some(({guid, typeName, uniqueAttributes = {}}) => {
    if (guid !== undefined) return guid === entity.guid;
    if (typeName !== entity.typeName) return false;
    return Object.entries(uniqueAttributes).every(
      ([name, value]) => attributesOf(entity)[name] === value,
    );
  });
}

export function attributesOf(entity: RawEntity): Record<string, unknown> {
  if (!isMap(entity['attributes'])) entity['attributes'] = {};
  return entity['attributes'] as Record<string, unknown>;
}

function classificationsOf(entity: RawEntity): {typeName?: unknown}[] {
  return Array.isArray(entity['classifications'])
    ? (entity['classifications'] as {typeName?: unknown}[])
    : [];
}

function entriesOf(json: unknown, path: string): [string, unknown][] {
  if (!isMap(json)) throw new JsonError('Expected an object', undefined, path);
  return Object.entries(json);
}

import type {Attributes} from './record.ts';
import {isMap} from './value.ts';
import type {Attribute, TypeRegistry, ValueType} from '../types/type-registry.ts';

/** Each of `attributes`, null where `values` has none. */
export function showAll(
  types: TypeRegistry,
  attributes: ReadonlyMap<string, Attribute>,
  values: Attributes,
): Attributes {
  return Object.fromEntries(
    Array.from(attributes.values(), one => [one.name, showAttribute(types, one, values)]),
  );
}

/**
 * The value of one attribute. As in the reference a list of references that is not set is empty,
 * and any other list null.
 */
export function showAttribute(
  types: TypeRegistry,
  {type, name, isSoftReference}: Attribute,
  values: Attributes,
): unknown {
  const isReferences = type.kind === 'array' && type.element.kind === 'entity' && !isSoftReference;
  return showValue(types, type, values[name]) ?? (isReferences ? [] : null);
}

/**
 * Structs show all their attributes, null where there is none; everything else is stored as it is
 * shown.
 */
export function showValue(types: TypeRegistry, type: ValueType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type.kind === 'struct' && isMap(value)) {
    const given = isMap(value['attributes']) ? value['attributes'] : {};
    return {
      typeName: type.name,
      attributes: showAll(types, types.structTypes.get(type.name)?.attributes ?? new Map(), given),
    };
  }
  if (type.kind === 'array' && type.element.kind !== 'primitive' && Array.isArray(value)) {
    return value.map(one => showValue(types, type.element, one));
  }
  return value;
}

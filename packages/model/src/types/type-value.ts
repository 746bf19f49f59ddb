import {AppError} from '../error.ts';
import type {TypeCategory} from './type-def.ts';

export const primitiveNames = [
  'boolean',
  'byte',
  'short',
  'int',
  'long',
  'float',
  'double',
  'biginteger',
  'bigdecimal',
  'string',
  'date',
] as const;
export type PrimitiveName = (typeof primitiveNames)[number];

/**
 * What a value must look like; type names are resolved, so walking it needs no registry but for
 * struct members.
 */
export type ValueType =
  | {kind: 'primitive'; name: PrimitiveName}
  | {kind: 'enum'; name: string}
  | {kind: 'struct'; name: string}
  /** `name` is an entity type, or `objectid` for any. */
  | {kind: 'entity'; name: string}
  | {kind: 'array'; element: ValueType}
  | {kind: 'map'; key: ValueType; value: ValueType};

/**
 * `categoryOf` tells what a name that is no built-in one stands for.
 * @throws TYPE_NAME_NOT_FOUND (404) for a name that cannot be an attribute's type
 */
export function resolveValueType(
  typeName: string,
  categoryOf: (name: string) => TypeCategory | undefined,
): ValueType {
  const text = typeName.trim();
  if (text.startsWith('array<') && text.endsWith('>')) {
    return {kind: 'array', element: resolveValueType(text.slice(6, -1), categoryOf)};
  }
  if (text.startsWith('map<') && text.endsWith('>')) {
    const comma = topLevelComma(text);
    if (comma > 0) {
      return {
        kind: 'map',
        key: resolveValueType(text.slice(4, comma), categoryOf),
        value: resolveValueType(text.slice(comma + 1, -1), categoryOf),
      };
    }
  }
  if (isPrimitiveName(text)) return {kind: 'primitive', name: text};
  if (text === 'objectid') return {kind: 'entity', name: text};
  const category = categoryOf(text);
  if (category === 'ENUM') return {kind: 'enum', name: text};
  if (category === 'STRUCT') return {kind: 'struct', name: text};
  if (category === 'ENTITY') return {kind: 'entity', name: text};
  throw new AppError('TYPE_NAME_NOT_FOUND', [text]);
}

const primitives: ReadonlySet<string> = new Set(primitiveNames);

export function isPrimitiveName(name: string): name is PrimitiveName {
  return primitives.has(name);
}

/** All names inside `map<string,array<hive_order>>` but `map` and `array`. */
export function namesInType(typeName: string): string[] {
  const names = typeName.split(/[<>,]/).map(name => name.trim());
  return names.filter(name => name !== '' && name !== 'array' && name !== 'map');
}

/** One plain value: no list, map, struct or reference. */
export function isScalar(type: ValueType): boolean {
  return type.kind === 'primitive' || type.kind === 'enum';
}

/** The entity type that values refer to, directly or as elements of a list or values of a map. */
export function referencedEntity(type: ValueType): string | undefined {
  if (type.kind === 'array') return referencedEntity(type.element);
  if (type.kind === 'map') return referencedEntity(type.value);
  return type.kind === 'entity' ? type.name : undefined;
}

/** Where `map<K,V>` splits: K may itself hold commas in angle brackets. */
function topLevelComma(text: string): number {
  let depth = 0;
  for (let i = 4; i < text.length; i++) {
    const char = text[i];
    if (char === '<') depth++;
    else if (char === '>') depth--;
    else if (char === ',' && depth === 0) return i;
  }
  return -1;
}

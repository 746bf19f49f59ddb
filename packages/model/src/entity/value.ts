import type {ErrorKind} from '../error-table.ts';
import {AppError, printJava} from '../error.ts';
import {exactly, isExact, nearest, writtenText, type ExactNumber} from './exact-number.ts';
import type {Attributes} from './record.ts';
import type {Attribute, PrimitiveName, TypeRegistry, ValueType} from '../types/type-registry.ts';

/** What is wrong with a value, with its place; some have an error of their own. */
export type Issue =
  | string
  | {readonly text: string; readonly kind: ErrorKind; readonly args: readonly string[]};

/** Collects what is wrong with the values of one request; nothing is thrown until all are known. */
export type Issues = Issue[];

/**
 * @param kind the error of an issue that has none of its own
 * @throws the first issue's error, with every issue
 */
export function refuse(
  issues: Issues,
  kind: ErrorKind = 'INSTANCE_CRUD_INVALID_PARAMS',
  print = (texts: readonly string[]) => texts[0] ?? '',
): void {
  const [first] = issues;
  if (first === undefined) return;
  const texts = issues.map(one => (typeof one === 'string' ? one : one.text));
  if (typeof first === 'string') throw new AppError(kind, [print(texts)], {issues: texts});
  throw new AppError(first.kind, first.args, {issues: texts});
}

/** A reference as clients write it: by guid, or by type and unique attributes. */
export type ObjectId = {
  guid?: string;
  typeName?: string;
  uniqueAttributes?: Attributes;
  relationshipType?: string;
  relationshipAttributes?: Attributes;
  /** It was read as a relation that has ended. */
  isEnded?: true;
};

/**
 * What a value of `type` becomes in the store, or undefined after adding to `issues`. Null stays
 * null.
 */
export function normaliseValue(
  types: TypeRegistry,
  type: ValueType,
  value: unknown,
  path: string,
  issues: Issues,
): unknown {
  if (value === null || value === undefined) return null;
  const normal = normalise(types, type, value, path, issues);
  if (normal === undefined) issues.push(misfit(path, value, type));
  return normal ?? null;
}

/** Structs and references have errors of their own in the reference, which tell the value alone. */
const ownErrors: {readonly [kind in ValueType['kind']]?: ErrorKind} = {
  struct: 'INVALID_STRUCT_VALUE',
  entity: 'INVALID_OBJECT_ID',
};

export function misfit(path: string, value: unknown, type: ValueType): Issue {
  const printed = printJava(value);
  const text = `${path}=${printed}: invalid value for type ${printType(type)}`;
  const kind = ownErrors[type.kind];
  return kind === undefined ? text : {text, kind, args: [printed]};
}

/** undefined: the value itself does not fit; problems inside it are in `issues` already. */
function normalise(
  types: TypeRegistry,
  type: ValueType,
  value: unknown,
  path: string,
  issues: Issues,
): unknown {
  switch (type.kind) {
    case 'primitive':
      return primitive[type.name](value);
    case 'enum':
      return enumValue(types, type.name, value);
    case 'entity':
      return readObjectId(value);
    case 'array':
      if (!Array.isArray(value)) return undefined;
      // Elements that are null are none, as in the reference.
      return value
        .map((element, i) => normaliseValue(types, type.element, element, `${path}[${i}]`, issues))
        .filter(element => element !== null);
    case 'map':
      return mapValue(types, type, value, path, issues);
    case 'struct':
      return structValue(types, type.name, value, path, issues);
  }
}

/**
 * The reference takes any number of digits behind the second, as microseconds of Python come, and
 * reads them as thousandths.
 */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

const primitive: Record<PrimitiveName, (value: unknown) => unknown> = {
  boolean: value => {
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    return text === 'true' ? true : text === 'false' ? false : undefined;
  },
  byte: integerWithin(-128n, 127n),
  short: integerWithin(-32768n, 32767n),
  int: integerWithin(-2147483648n, 2147483647n),
  long: integerWithin(-(2n ** 63n), 2n ** 63n - 1n),
  biginteger: integerWithin(),
  // One that a float of 32 bits cannot hold would come back as infinity in other languages.
  float: value => notANumber(value) ?? finite(readNumber(value), Math.fround),
  double: value => notANumber(value) ?? finite(readNumber(value)),
  bigdecimal: readExact,
  // Maps and lists are taken as the reference writes them.
  string: value => (typeof value === 'object' ? printJava(value) : String(value)),
  date: value => {
    if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : undefined;
    if (typeof value !== 'string') return undefined;
    // An empty date is no date: hooks send it for what they do not know.
    if (value === '') return null;
    if (/^-?\d+$/.test(value)) return Number(value);
    const time = isoTime.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(time) ? undefined : time;
  },
};

/** A number as it is or as text; one that a double cannot hold keeps its digits. */
function readExact(value: unknown): number | ExactNumber | undefined {
  if (isExact(value)) return value;
  const number = typeof value === 'string' && value.trim() !== '' ? exactly(value.trim()) : value;
  return isExact(number) || (typeof number === 'number' && Number.isFinite(number))
    ? number
    : undefined;
}

function readNumber(value: unknown): number | undefined {
  const number = readExact(value);
  return number === undefined ? undefined : nearest(number);
}

/** JSON has no number for it, so it stays the text that clients send. */
function notANumber(value: unknown): 'NaN' | undefined {
  return value === 'NaN' ? value : undefined;
}

/** @param held how the type holds it */
function finite(value: number | undefined, held = (one: number) => one): number | undefined {
  return value !== undefined && Number.isFinite(held(value)) ? value : undefined;
}

/**
 * Bounds are inclusive; without them any integer fits. Of a number the decimals are cut off, but a
 * text may have none.
 */
function integerWithin(
  min?: bigint,
  max?: bigint,
): (value: unknown) => number | ExactNumber | undefined {
  return value => {
    const digits = wholeDigits(value);
    if (digits === undefined) return undefined;
    if (min === undefined || max === undefined) return exactly(digits);
    // To read millions of digits takes long, and what has so many is too large anyway.
    const bare = digits.replace(/^(-?)0+(?=\d)/, '$1');
    const fits = bare.length <= maxDigits && BigInt(bare) >= min && BigInt(bare) <= max;
    return fits ? exactly(bare) : undefined;
  };
}

/** Of a `long`, with its sign. */
const maxDigits = 20;

function wholeDigits(value: unknown): string | undefined {
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? value : undefined;
  if (isExact(value)) return value.rawJSON.replace(/\..*$/, '');
  return typeof value === 'number' && Number.isFinite(value)
    ? BigInt(Math.trunc(value)).toString()
    : undefined;
}

/** Any spelling by case; kept in the spelling of the definition. */
function enumValue(types: TypeRegistry, name: string, value: unknown): unknown {
  const text = isMap(value) ? value['value'] : value;
  return typeof text === 'string'
    ? types.enumTypes.get(name)?.values.get(text.toLowerCase())
    : undefined;
}

function mapValue(
  types: TypeRegistry,
  type: Extract<ValueType, {kind: 'map'}>,
  value: unknown,
  path: string,
  issues: Issues,
): unknown {
  if (!isMap(value)) return undefined;
  const entries = Object.entries(value).map(([key, one]) => [
    writtenText(normaliseValue(types, type.key, key, `${path}.${key}`, issues)),
    normaliseValue(types, type.value, one, `${path}.${key}`, issues),
  ]);
  return Object.fromEntries(entries);
}

/** `{typeName, attributes}`, or the attributes alone. */
function structValue(
  types: TypeRegistry,
  name: string,
  value: unknown,
  path: string,
  issues: Issues,
): unknown {
  const struct = types.structTypes.get(name);
  if (!isMap(value) || struct === undefined) return undefined;
  const given = isMap(value['attributes']) ? value['attributes'] : value;
  return {typeName: name, attributes: normaliseAll(types, struct.attributes, given, path, issues)};
}

/** What an attribute becomes that has no value. */
type Unset = (types: TypeRegistry, attribute: Attribute) => unknown;

/**
 * Values for all of `attributes` on creation: given, `unset`, or an issue when mandatory; null ones
 * are left out.
 */
export function normaliseAll(
  types: TypeRegistry,
  attributes: ReadonlyMap<string, Attribute>,
  given: Attributes,
  path: string,
  issues: Issues,
  unset: Unset = defaultValue,
): Attributes {
  const values: Attributes = {};
  for (const attribute of attributes.values()) {
    const value =
      normaliseAttribute(types, attribute, given[attribute.name], path, issues) ??
      unset(types, attribute);
    if (value === null || value === undefined) requireValue(attribute, path, issues);
    else values[attribute.name] = value;
  }
  return values;
}

/**
 * The value of one attribute in normal form with its cardinality applied; null when none is given.
 */
export function normaliseAttribute(
  types: TypeRegistry,
  attribute: Attribute,
  value: unknown,
  path: string,
  issues: Issues,
): unknown {
  const {def, name} = attribute;
  const normal = normaliseValue(types, attribute.type, value, `${path}.${name}`, issues);
  if (!Array.isArray(normal)) return normal;
  // The counts of the definition are not enforced: the reference does not, and clients declare at
  // most one value of a list.
  return def.cardinality === 'SET' ? distinct(normal) : normal;
}

export function requireValue(attribute: Attribute, path: string, issues: Issues): void {
  if (!attribute.def.isOptional) {
    issues.push(
      `${path}.${attribute.name}: mandatory attribute value missing in type ${attribute.owner}`,
    );
  }
}

/**
 * What an attribute holds that nobody gave: its own default, else the type's: 0, false, null for
 * everything else.
 */
export function defaultValue(types: TypeRegistry, attribute: Attribute): unknown {
  if (attribute.def.defaultValue !== undefined) {
    const text = attribute.def.defaultValue;
    return normaliseValue(
      types,
      attribute.type,
      attribute.type.kind === 'primitive' || attribute.type.kind === 'enum' ? text : parsed(text),
      attribute.key,
      [],
    );
  }
  // A mandatory one without a default of its own must be given.
  if (!attribute.def.isOptional || attribute.type.kind !== 'primitive') return null;
  const {name} = attribute.type;
  return name === 'string' ? null : name === 'boolean' ? false : 0;
}

/**
 * The default that the definition has, if there is one: what classifications and relationships are
 * not given is null, not 0.
 */
export function declaredDefault(types: TypeRegistry, attribute: Attribute): unknown {
  return attribute.def.defaultValue === undefined ? null : defaultValue(types, attribute);
}

/** Relationships do without that, too, as long as they may. */
export function mandatoryDefault(types: TypeRegistry, attribute: Attribute): unknown {
  return attribute.def.isOptional ? null : declaredDefault(types, attribute);
}

/** A reference in any form that clients send, or undefined when it names nothing. */
export function readObjectId(value: unknown): ObjectId | undefined {
  if (typeof value === 'string') return value === '' ? undefined : {guid: value};
  if (!isMap(value)) return undefined;
  const id: ObjectId = {};
  const {
    guid,
    typeName,
    uniqueAttributes,
    relationshipType,
    relationshipAttributes,
    relationshipStatus,
  } = value;
  // Clients number their temporary guids.
  if ((typeof guid === 'string' && guid !== '') || typeof guid === 'number') id.guid = String(guid);
  if (typeof typeName === 'string' && typeName !== '') id.typeName = typeName;
  if (isMap(uniqueAttributes) && Object.keys(uniqueAttributes).length > 0)
    id.uniqueAttributes = uniqueAttributes;
  if (typeof relationshipType === 'string') id.relationshipType = relationshipType;
  if (relationshipStatus === 'DELETED') id.isEnded = true;
  if (isMap(relationshipAttributes)) {
    id.relationshipAttributes = isMap(relationshipAttributes['attributes'])
      ? relationshipAttributes['attributes']
      : {};
    const inner = relationshipAttributes['typeName'];
    if (id.relationshipType === undefined && typeof inner === 'string') id.relationshipType = inner;
  }
  return id.guid !== undefined || (id.typeName !== undefined && id.uniqueAttributes !== undefined)
    ? id
    : undefined;
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
}

/** Equal as JSON, whatever the order of members. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => sameValue(one, b[i]));
  if (isExact(a) && isExact(b)) return a.rawJSON === b.rawJSON;
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => key in b && sameValue(a[key], b[key]))
  );
}

function distinct(list: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return list.filter(one => {
    const key = JSON.stringify(one);
    return seen.size < seen.add(key).size;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // A default that is no JSON is the text itself; whether that fits is checked next.
  }
}

export function printType(type: ValueType): string {
  if (type.kind === 'array') return `array<${printType(type.element)}>`;
  if (type.kind === 'map') return `map<${printType(type.key)},${printType(type.value)}>`;
  return type.name;
}

import {isExact, type ExactNumber} from '../entity/exact-number.ts';
import type {EntityRecord} from '../entity/record.ts';
import {tokens} from './tokens.ts';
import type {Attribute, EntityType, TypeRegistry, ValueType} from '../types/type-registry.ts';

/**
 * Words of an entity by falling weight; values are kept apart by `valueBreak`, so that no phrase
 * spans two of them.
 */
export type SearchDocument = {a: string; b: string; c: string};

/**
 * A value to be found by (attribute, value): `key` is `<defining type>.<name>` or a name of
 * `recordKeys`.
 */
export type IndexedValue = {key: string; value: string | number | ExactNumber};

/** What `tokens` never yields and a database takes for a word. */
export const valueBreak = '¶';

/**
 * Keys of what every entity may have whatever its type. Custom attributes are `key=value`;
 * incomplete ones have 1.
 */
export const recordKeys = {
  labels: '__labels',
  customAttributes: '__customAttributes',
  isIncomplete: '__isIncomplete',
} as const;

/** Weight of a text attribute whose definition sets none. */
const defaultWeight = 3;
/** A larger document is not searched to its end: PostgreSQL counts positions up to 16,383. */
export const maxWords = 10_000;
/** Names are ordered by no more of them. */
const maxName = 100;
/**
 * Found as if they weighed 10 whatever their definition says: some types leave the weight of their
 * names unset.
 */
const nameLike: ReadonlySet<string> = new Set(['name', 'qualifiedName', 'displayName']);

type Reader = {
  name: string;
  key: string;
  column: keyof SearchDocument | undefined;
  indexed: Comparison | undefined;
};
const readers = new WeakMap<EntityType, readonly Reader[]>();

/** undefined for entities that search never shows: those of internal types. */
export function searchDocument(
  types: TypeRegistry,
  record: EntityRecord,
): SearchDocument | undefined {
  const type = types.entityType(record.typeName);
  if (type.isInternal) return undefined;
  const texts: Record<keyof SearchDocument, string[]> = {a: [], b: [], c: []};
  for (const {name, column} of readersOf(type)) {
    if (column !== undefined) addTexts(texts[column], record.attributes[name]);
  }
  if (record.labels) texts.a.push(...record.labels);
  for (const [key, value] of Object.entries(record.customAttributes ?? {}))
    texts.c.push(`${key}=${value}`);
  for (const values of Object.values(record.businessAttributes ?? {})) {
    for (const value of Object.values(values)) addTexts(texts.c, value);
  }
  const left = {words: maxWords};
  return {a: words(texts.a, left), b: words(texts.b, left), c: words(texts.c, left)};
}

/**
 * Words of what people call the entity, between blanks; empty when it has no name. Long names are
 * cut.
 */
export function nameWords({attributes}: EntityRecord): string {
  const texts = ['name', 'displayName', 'qualifiedName'].map(name => attributes[name]);
  const name = texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
  return tokens(name.slice(0, maxName)).join(' ');
}

/** Each (key, value) once. */
export function indexedValues(types: TypeRegistry, record: EntityRecord): IndexedValue[] {
  const values: IndexedValue[] = [];
  for (const {name, key, indexed} of readersOf(types.entityType(record.typeName))) {
    if (indexed !== undefined) addValues(values, key, indexed, record.attributes[name]);
  }
  addValues(values, recordKeys.labels, 'text', record.labels);
  const custom = Object.entries(record.customAttributes ?? {}).map(
    ([key, value]) => `${key}=${value}`,
  );
  addValues(values, recordKeys.customAttributes, 'text', custom);
  if (record.isIncomplete) values.push({key: recordKeys.isIncomplete, value: 1});
  for (const [name, group] of Object.entries(record.businessAttributes ?? {})) {
    const attributes = types.businessMetadataTypes.get(name)?.attributes;
    for (const attribute of attributes?.values() ?? []) {
      const kind = indexKind(attribute.type);
      if (kind !== undefined) addValues(values, attribute.key, kind, group[attribute.name]);
    }
  }
  return values;
}

/**
 * Whether values of the attribute stand in the (attribute, value) index; business attributes always
 * do.
 */
export function isIndexed(attribute: Attribute): boolean {
  return attribute.def.isIndexable || attribute.def.isUnique;
}

/**
 * Whether the index has the values of all entities by now: an attribute that became indexed is
 * looked for in the entities until then.
 */
export function isReady({unready}: TypeRegistry, attribute: Attribute): boolean {
  return isIndexed(attribute) && !unready.values.has(attribute.key);
}

/** How values are compared: `number` as doubles, `exact` with all their digits. */
export type Comparison = 'text' | 'number' | 'exact';

/**
 * How values of the type are compared: undefined for references, structs and maps, which are not.
 */
export function indexKind(type: ValueType): Comparison | undefined {
  if (type.kind === 'array') return indexKind(type.element);
  if (type.kind === 'enum') return 'text';
  if (type.kind !== 'primitive') return undefined;
  if (type.name === 'string' || type.name === 'boolean') return 'text';
  return type.name === 'long' || type.name === 'biginteger' || type.name === 'bigdecimal'
    ? 'exact'
    : 'number';
}

/** Attributes that suggestions are taken from. */
export function isSuggested(attribute: Attribute): boolean {
  return (
    isText(attribute.type) && ((weightOf(attribute) ?? 0) >= 8 || nameLike.has(attribute.name))
  );
}

/** Any number may be given; only these mean something. */
function weightOf({def: {searchWeight}}: Attribute): number | undefined {
  return searchWeight >= 1 && searchWeight <= 10 ? searchWeight : undefined;
}

function readersOf(type: EntityType): readonly Reader[] {
  let list = readers.get(type);
  if (list === undefined) {
    list = [...type.attributes.values()]
      .map(attribute => ({
        name: attribute.name,
        key: attribute.key,
        column: documentColumn(attribute),
        indexed: isIndexed(attribute) ? indexKind(attribute.type) : undefined,
      }))
      .filter(reader => reader.column !== undefined || reader.indexed !== undefined);
    readers.set(type, list);
  }
  return list;
}

/** Where the words of the attribute stand in a document; undefined: nowhere. */
export function documentColumn(attribute: Attribute): keyof SearchDocument | undefined {
  if (!isText(attribute.type)) return undefined;
  if (nameLike.has(attribute.name)) return 'a';
  const weight = weightOf(attribute) ?? (isIndexed(attribute) ? defaultWeight : 0);
  return weight >= 10 ? 'a' : weight >= 8 ? 'b' : weight > 0 ? 'c' : undefined;
}

function isText(type: ValueType): boolean {
  return type.kind === 'array'
    ? isText(type.element)
    : type.kind === 'primitive' && type.name === 'string';
}

function addTexts(texts: string[], value: unknown): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const one of value) addTexts(texts, one);
}

function addValues(values: IndexedValue[], key: string, kind: Comparison, value: unknown): void {
  if (Array.isArray(value)) {
    for (const one of new Set(value)) addValues(values, key, kind, one);
  } else if (kind === 'exact' && isExact(value)) {
    values.push({key, value});
  } else if (value !== null && value !== undefined && typeof value !== 'object') {
    const one = kind === 'text' ? String(value) : Number(value);
    // What is no number is neither equal to nor above or below any.
    if (!Number.isNaN(one)) values.push({key, value: one});
  }
}

function words(texts: readonly string[], left: {words: number}): string {
  let joined = '';
  for (const text of texts) {
    const found = tokens(text);
    const taken = found.length > left.words ? found.slice(0, left.words) : found;
    left.words -= taken.length;
    if (taken.length > 0) joined += (joined === '' ? '' : ` ${valueBreak} `) + taken.join(' ');
  }
  return joined;
}

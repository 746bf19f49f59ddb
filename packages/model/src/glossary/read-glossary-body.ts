import {readClassification, type IncomingClassification} from '../entity/entity.ts';
import type {Attributes, Guid} from '../entity/record.ts';
import {AppError} from '../error.ts';
import type {ErrorKind} from '../error-table.ts';
import {mapAt, optionalList, optionalMap, optionalText} from '../json-shape.ts';
import {termRelations} from './glossary-types.ts';

/** What somebody writes about a relation to another term or category, and to which. */
export type RelationInput = {
  guid: Guid;
  /** Undefined: whatever the relation says stays as it is. */
  attributes?: Attributes;
};

/** What glossaries, terms and categories have in common. */
export type GlossaryInput = {
  name: string;
  qualifiedName: string | undefined;
  /** Every plain attribute besides the names; null where the body has none. */
  attributes: Attributes;
  classifications: IncomingClassification[];
};

export type TermInput = GlossaryInput & {
  /** Undefined: the body has no anchor; empty: an anchor without a guid. */
  anchor: Guid | undefined;
  /** By the field of the term. */
  relations: ReadonlyMap<string, readonly RelationInput[]>;
  categories: readonly RelationInput[];
};

export type CategoryInput = GlossaryInput & {
  anchor: Guid | undefined;
  parent: RelationInput | undefined;
  children: readonly RelationInput[];
  terms: readonly RelationInput[];
};

const plainAttributes = {
  glossary: ['shortDescription', 'longDescription', 'language', 'usage', 'additionalAttributes'],
  term: [
    'shortDescription',
    'longDescription',
    'examples',
    'abbreviation',
    'usage',
    'additionalAttributes',
  ],
  category: ['shortDescription', 'longDescription', 'additionalAttributes'],
} as const;

export type GlossaryKind = keyof typeof plainAttributes;

/** @throws JsonError for a wrong shape, BAD_REQUEST when there is nothing */
export function readGlossaryInput(json: unknown): GlossaryInput {
  if (json === null) throw new AppError('BAD_REQUEST', ['Glossary definition missing']);
  return readCommon('glossary', mapAt(json, ''), '');
}

export function readTermInput(json: unknown, path = ''): TermInput {
  if (json === null) throw new AppError('BAD_REQUEST', ['GlossaryTerm definition missing']);
  const map = mapAt(json, path);
  const relations = termRelations.map(
    ({field}) => [field, readTermHeaders(map[field], at(path, field))] as const,
  );
  return {
    ...readCommon('term', map, path),
    anchor: readAnchor(map, path),
    relations: new Map(relations),
    categories: readCategorizations(map['categories'], at(path, 'categories')),
  };
}

export function readCategoryInput(json: unknown, path = ''): CategoryInput {
  if (json === null) throw new AppError('BAD_REQUEST', ['GlossaryCategory definition missing']);
  const map = mapAt(json, path);
  const parent = map['parentCategory'];
  return {
    ...readCommon('category', map, path),
    anchor: readAnchor(map, path),
    parent:
      parent === null || parent === undefined
        ? undefined
        : readCategory(parent, at(path, 'parentCategory')),
    children: readList(map['childrenCategories'], at(path, 'childrenCategories'), readCategory),
    terms: readTermHeaders(map['terms'], at(path, 'terms'), 'MISSING_TERM_ID_FOR_CATEGORIZATION'),
  };
}

/** A list of terms or of categories. */
export function readInputs<T>(json: unknown, read: (one: unknown, path: string) => T): T[] {
  return optionalList(json, '').map((one, i) => read(one, `[${i}]`));
}

/**
 * The body of a partial update: texts by the name of their attribute.
 * @throws INVALID_PARTIAL_UPDATE_ATTR for anything but a text attribute
 */
export function readPartialUpdate(kind: GlossaryKind, json: unknown): Attributes {
  const updates = json === null ? {} : mapAt(json, '');
  if (Object.keys(updates).length === 0)
    throw new AppError('BAD_REQUEST', ['PartialUpdates missing/empty']);
  const texts = new Set([
    'name',
    ...plainAttributes[kind].filter(one => one !== 'additionalAttributes' && one !== 'examples'),
  ]);
  return Object.fromEntries(
    Object.entries(updates).map(([name, value]) => {
      if (!texts.has(name)) throw new AppError('INVALID_PARTIAL_UPDATE_ATTR', [name, labels[kind]]);
      return [name, optionalText(value, name) ?? null];
    }),
  );
}

const labels = {
  glossary: 'Glossary',
  term: 'Glossary Term',
  category: 'Glossary Category',
} as const;

function readCommon(kind: GlossaryKind, map: Record<string, unknown>, path: string): GlossaryInput {
  const attributes: Attributes = {};
  for (const name of plainAttributes[kind]) attributes[name] = map[name] ?? null;
  return {
    name: optionalText(map['name'], at(path, 'name')) ?? '',
    qualifiedName: optionalText(map['qualifiedName'], at(path, 'qualifiedName')) || undefined,
    attributes,
    classifications: readList(
      map['classifications'],
      at(path, 'classifications'),
      readClassification,
    ),
  };
}

function readAnchor(map: Record<string, unknown>, path: string): Guid | undefined {
  const anchor = optionalMap(map['anchor'], at(path, 'anchor'));
  return anchor === undefined
    ? undefined
    : (optionalText(anchor['glossaryGuid'], at(path, 'anchor.glossaryGuid')) ?? '');
}

function readTermHeaders(
  json: unknown,
  path: string,
  missing: ErrorKind = 'RELATIONSHIP_END_IS_NULL',
): readonly RelationInput[] {
  const names = ['description', 'expression', 'steward', 'source', 'status'];
  return readList(json, path, (one, at) => readRelation(one, at, 'termGuid', names, missing));
}

function readCategorizations(json: unknown, path: string): readonly RelationInput[] {
  return readList(json, path, (one, at) =>
    readRelation(one, at, 'categoryGuid', ['description', 'status']),
  );
}

function readCategory(json: unknown, path: string): RelationInput {
  // The link between two categories holds nothing.
  return readRelation(json, path, 'categoryGuid', []);
}

/**
 * Whoever sends a relation with its guid has read it, so what it does not say is to go; without
 * one, silence changes nothing.
 */
function readRelation(
  json: unknown,
  path: string,
  key: 'termGuid' | 'categoryGuid',
  names: readonly string[],
  missing: ErrorKind = 'RELATIONSHIP_END_IS_NULL',
): RelationInput {
  const map = mapAt(json, path);
  const guid = optionalText(map[key], at(path, key)) ?? '';
  if (guid === '') throw new AppError(missing, [key]);
  const given = names.filter(name => map[name] !== undefined && map[name] !== null);
  const isRead = (optionalText(map['relationGuid'], at(path, 'relationGuid')) ?? '') !== '';
  return {
    guid,
    ...(isRead || given.length > 0
      ? {attributes: Object.fromEntries(given.map(name => [name, map[name]]))}
      : {}),
  };
}

function readList<T>(json: unknown, path: string, read: (one: unknown, path: string) => T): T[] {
  return optionalList(json, path).map((one, i) => read(one, `${path}[${i}]`));
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

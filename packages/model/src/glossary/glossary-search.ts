import {AppError} from '../error.ts';
import {mapAt, optionalMap, optionalText} from '../json-shape.ts';

/**
 * What narrows and orders terms and categories; texts are compared without regard to case, as
 * parts.
 */
export type GlossarySearch = {
  readonly kinds: readonly ('TERM' | 'CATEGORY')[];
  /** Empty: all. */
  readonly glossaryGuids: readonly string[];
  readonly glossaryName: string;
  readonly status: string;
  readonly classification: string;
  readonly query: string;
  readonly sortBy: GlossaryOrder;
  readonly descending: boolean;
  readonly offset: number;
  /** 0: all. */
  readonly limit: number;
};

/** A term or category in the texts that searches look at and files show. */
export type GlossaryRow = {
  readonly kind: 'TERM' | 'CATEGORY';
  readonly guid: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly glossaryGuid: string;
  readonly glossaryName: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly status: string;
  readonly classifications: string;
  readonly customAttributes: string;
  /** Categories of a term, the parent of a category. */
  readonly related: string;
};

/** Spellings of `sortBy`, lower-cased. */
const orders = {
  '': 'name',
  name: 'name',
  glossaryname: 'glossaryName',
  glossary: 'glossaryName',
  status: 'status',
  qualifiedname: 'qualifiedName',
  recordtype: 'kind',
  type: 'kind',
  glossarytype: 'kind',
} as const;
export type GlossaryOrder = (typeof orders)[keyof typeof orders];

/**
 * Body of POST /glossary/search.
 * @throws JsonError for a wrong shape, BAD_REQUEST for a negative number or a word that is not
 * known
 */
export function readGlossarySearch(json: unknown): GlossarySearch {
  const map = json === null ? {} : mapAt(json, '');
  const glossary = optionalMap(map['glossary'], 'glossary') ?? {};
  const guid = optionalText(glossary['guid'], 'glossary.guid') ?? '';
  return {
    kinds: kindsOf(map['glossaryType'], 'glossaryType'),
    glossaryGuids: guid === '' ? [] : [guid],
    glossaryName: optionalText(glossary['name'], 'glossary.name') ?? '',
    status: optionalText(map['status'], 'status') ?? '',
    classification: optionalText(map['classificationContains'], 'classificationContains') ?? '',
    query: optionalText(map['searchQuery'], 'searchQuery') ?? '',
    sortBy: orderOf(map['sortBy']),
    descending: isDescending(map['sortOrder']),
    offset: countOf(map['offset'], 'offset', 0),
    limit: countOf(map['limit'], 'limit', 25),
  };
}

export function kindsOf(json: unknown, path: string): readonly ('TERM' | 'CATEGORY')[] {
  const kind = optionalText(json, path) ?? 'ALL';
  if (kind === 'ALL' || kind === '') return ['TERM', 'CATEGORY'];
  if (kind === 'TERM' || kind === 'CATEGORY') return [kind];
  throw new AppError('BAD_REQUEST', [`${path} must be ALL, TERM or CATEGORY, not ${kind}`]);
}

export function orderOf(json: unknown): GlossaryOrder {
  const text = optionalText(json, 'sortBy') ?? '';
  const order = Object.entries(orders).find(([name]) => name === text.trim().toLowerCase())?.[1];
  if (order !== undefined) return order;
  const known = ['name', 'glossaryName', 'status', 'qualifiedName', 'recordType'];
  throw new AppError('BAD_REQUEST', [`sortBy must be one of ${known.join(', ')}, not ${text}`]);
}

export function isDescending(json: unknown): boolean {
  const order = optionalText(json, 'sortOrder') ?? 'ASCENDING';
  if (order !== 'ASCENDING' && order !== 'DESCENDING') {
    throw new AppError('BAD_REQUEST', [`sortOrder must be ASCENDING or DESCENDING, not ${order}`]);
  }
  return order === 'DESCENDING';
}

/**
 * All rows that fit, in order. Inside of chosen glossaries the name of the glossary is no text to
 * be found by.
 */
export function findRows(rows: readonly GlossaryRow[], search: GlossarySearch): GlossaryRow[] {
  const direction = search.descending ? -1 : 1;
  const key = (row: GlossaryRow) => row[search.sortBy].toLowerCase();
  return rows
    .filter(row => fits(row, search))
    .map(row => ({row, key: key(row)}))
    .sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(one => one.row);
}

function fits(row: GlossaryRow, search: GlossarySearch): boolean {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  const {
    name,
    shortDescription,
    longDescription,
    status,
    classifications,
    customAttributes,
    related,
  } = row;
  const texts = [
    name,
    shortDescription,
    longDescription,
    status,
    classifications,
    customAttributes,
    related,
  ];
  if (search.glossaryGuids.length === 0) texts.push(row.glossaryName);
  return (
    search.kinds.includes(row.kind) &&
    has(row.glossaryName, search.glossaryName) &&
    has(status, search.status) &&
    has(classifications, search.classification) &&
    texts.some(text => has(text, search.query))
  );
}

function countOf(json: unknown, name: string, otherwise: number): number {
  const text = optionalText(json, name) ?? '';
  if (text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text))
    throw new AppError('BAD_REQUEST', [`${name} must be a count, not ${text}`]);
  return Number(text);
}

import type {Session} from '@gazetteer/db';
import {
  lookup,
  indexedValues,
  isExact,
  nameWords,
  recordKeys,
  searchDocument,
  type ChangeSet,
  type EntityRecord,
  type Guid,
  type TypeRegistry,
} from '@gazetteer/model';
import {fullTextOf, type DocumentRow} from './search-fulltext.ts';
import {addDocuments} from './vocabulary.ts';
import {facet, numberValue, textValue} from '../schema/schema.ts';
import type {Symbols} from '../schema/symbols.ts';

type Cell = string | number;

/**
 * Symbol numbers of what every entity may have; names of types and attributes are numbered from 1.
 */
export const recordKeyIds: Readonly<Record<string, number>> = lookup({
  [recordKeys.labels]: -1,
  [recordKeys.customAttributes]: -2,
  [recordKeys.isIncomplete]: -3,
});

/** The double next to a number of any size, in whose order exact numbers stand. */
export function nearDouble(digits: string): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(digits)));
}

/**
 * Longer texts stand cut, under a number of their own, to be compared in full in the entity:
 * PostgreSQL takes no index entry above 2,704 bytes. So do numbers that no double is: as the next
 * one.
 */
export const maxIndexedText = 800;
export const longTextId = (attributeId: number): number => -10 - attributeId;

/** The attribute whose values quick search counts. */
export const ownerKey = 'Asset.owner';

/**
 * All rows that make one state of an entity findable: a function of the record, so the old ones
 * need not be read.
 */
export type IndexRows = {
  document: DocumentRow | undefined;
  facet: Cell[] | undefined;
  texts: Cell[][];
  numbers: Cell[][];
};

const noRows: IndexRows = {document: undefined, facet: undefined, texts: [], numbers: []};

/**
 * Brings documents, attribute values and facets in line with `changes`, whose entities have the row
 * numbers `ids`. A constant number of statements; what stays as it is, is not written.
 */
export async function indexChanges(
  session: Session,
  symbols: Symbols,
  types: TypeRegistry,
  changes: ChangeSet,
  ids: ReadonlyMap<Guid, number>,
): Promise<void> {
  const gone: IndexRows[] = [];
  const come: IndexRows[] = [];
  const rowsOf = (record: EntityRecord | undefined) => {
    const id = ids.get(record?.guid ?? '');
    return record === undefined || id === undefined
      ? noRows
      : indexRows(symbols, types, record, id);
  };
  for (const {before, after} of statesOf(changes)) {
    const [old, next] = [rowsOf(before), rowsOf(after)];
    if (old !== noRows) gone.push(difference(old, next));
    if (next !== noRows) come.push(difference(next, old));
  }
  // Ascending: rewriting documents in random order costs up to ten times as much.
  const documents = (rows: IndexRows[]) =>
    rows.flatMap(one => one.document ?? []).sort((x, y) => x.id - y.id);
  const cells = (rows: IndexRows[], part: 'texts' | 'numbers') => rows.flatMap(one => one[part]);
  const facets = (rows: IndexRows[]) =>
    rows.flatMap(one => (one.facet === undefined ? [] : [one.facet]));
  const fullText = fullTextOf(session.dialect);
  const [formerly, now] = [documents(gone), documents(come)];
  await fullText.remove(
    session,
    formerly.map(row => row.id),
  );
  // What is deleted, say, keeps its words.
  const known = new Map(formerly.map(row => [row.id, textOf(row)]));
  const reworded = now.filter(row => known.get(row.id) !== textOf(row));
  await addDocuments(session, now, reworded);
  await session.remove(
    facet,
    ['entity_id'],
    facets(gone).map(row => row.slice(0, 1)),
  );
  await session.insert(facet, facets(come));
  await session.remove(textValue, Object.keys(textValue.columns), cells(gone, 'texts'));
  await session.insert(textValue, cells(come, 'texts'));
  await session.remove(numberValue, Object.keys(numberValue.columns), cells(gone, 'numbers'));
  await session.insert(numberValue, cells(come, 'numbers'));
}

function textOf({a, b, c}: DocumentRow): string {
  return [a, b, c].join('\n');
}

/** State of each entity before and after the whole change, even when the change names it twice. */
function statesOf(
  changes: ChangeSet,
): Iterable<{before: EntityRecord | undefined; after: EntityRecord | undefined}> {
  const states = new Map<
    Guid,
    {before: EntityRecord | undefined; after: EntityRecord | undefined}
  >();
  const add = (guid: Guid, before: EntityRecord | undefined, after: EntityRecord | undefined) => {
    const known = states.get(guid);
    states.set(guid, {before: known === undefined ? before : known.before, after});
  };
  for (const record of changes.created) add(record.guid, undefined, record);
  for (const {before, after} of changes.updated) add(after.guid, before, after);
  for (const record of changes.removed) add(record.guid, record, undefined);
  return states.values();
}

export function indexRows(
  symbols: Symbols,
  types: TypeRegistry,
  record: EntityRecord,
  id: number,
): IndexRows {
  const texts: Cell[][] = [];
  const numbers: Cell[][] = [];
  const type = symbols.id(record.typeName);
  for (const {key, value} of indexedValues(types, record)) {
    const attribute = recordKeyIds[key] ?? symbols.id(key);
    if (typeof value === 'number') numbers.push([attribute, type, value, id]);
    else if (isExact(value))
      numbers.push([longTextId(attribute), type, nearDouble(value.rawJSON), id]);
    else if (value.length <= maxIndexedText) texts.push([attribute, type, value, id]);
    else texts.push([longTextId(attribute), type, value.slice(0, maxIndexedText), id]);
  }
  const isDeleted = record.status !== 'ACTIVE';
  const found = searchDocument(types, record);
  const name = nameWords(record);
  const isOwned = types.entityTypes.get(record.typeName)?.attributes.get('owner')?.key === ownerKey;
  const owner = isOwned ? String(record.attributes['owner'] ?? '').slice(0, maxIndexedText) : '';
  return {
    document: found && {id, ...found, name, type, isDeleted},
    facet: [id, type, isDeleted ? 1 : 0, owner, name],
    texts: distinct(texts),
    numbers: distinct(numbers),
  };
}

/** What `rows` has and `other` has not. */
function difference(rows: IndexRows, other: IndexRows): IndexRows {
  if (other === noRows) return rows;
  const without = (some: Cell[][], others: Cell[][]) => {
    const known = new Set(others.map(keyOf));
    return some.filter(cells => !known.has(keyOf(cells)));
  };
  return {
    document: isDeepEqual(rows.document, other.document) ? undefined : rows.document,
    facet: isDeepEqual(rows.facet, other.facet) ? undefined : rows.facet,
    texts: without(rows.texts, other.texts),
    numbers: without(rows.numbers, other.numbers),
  };
}

/** Of flat values made by the same function, so with their members in the same order. */
function isDeepEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Two long texts of one attribute may become one when they are cut. Most entities have no attribute
 * twice.
 */
function distinct(rows: Cell[][]): Cell[][] {
  if (new Set(rows.map(cells => cells[0])).size === rows.length) return rows;
  return [...new Map(rows.map(cells => [keyOf(cells), cells])).values()];
}

function keyOf(cells: readonly Cell[]): string {
  return cells.join('\n');
}

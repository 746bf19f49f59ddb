import {randomUUID} from 'node:crypto';
import {
  allDerived,
  derivedChange,
  derivedVersions,
  typesWithValues,
  type DerivedChange,
  type TypeRegistry,
} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {rewriteWords} from '../index/classification-words.ts';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {entityColumns, toEntity, type EntityRow, type Walked} from '../schema/rows.ts';
import {facet, numberValue, symbol, textValue, uniqueValue} from '../schema/schema.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {addDocuments} from '../index/vocabulary.ts';
import {indexRows, longTextId} from '../index/search-index.ts';
import {readSetting, writeSetting} from '../schema/settings.ts';
import {addTasks, pendingTask, unfinishedTasks} from '../queues/tasks.ts';
import {saveReady, type TypeSystem} from '../schema/type-store.ts';
import {uniqueRows} from '../schema/unique-rows.ts';

/**
 * Rows that are functions of entities, classifications and types, brought in line after the types,
 * or the functions, have changed. What is not in line is marked (`unready`) in the transaction of
 * the change; then a task walks the entities, a part at a time, and takes the marks away. Meanwhile
 * whoever looks something up looks at the entities, and writers write rows of the new kind. Rows of
 * before stand under numbers that nobody asks for, and are removed at the end.
 */

/** Type of the tasks that do it. */
export const reindexTask = 'REINDEX';

/** Entities that are written anew, and rows that are removed, in one transaction. */
const partSize = 500;
const sweepSize = 5_000;

type Parameters = {
  /**
   * Entity types whose documents, keys of attributes whose values, and classification types whose
   * rows are written anew.
   */
  documents: readonly string[];
  attributes: readonly string[];
  classifications: readonly string[];
  /**
   * Version of the types that it began under: marks up to there are taken away in the end. 0: it
   * has not begun.
   */
  since: number;
  /** Number of the entity to go on behind. */
  after: number;
  done: number;
  total: number;
  stage: 'walk' | 'settle' | 'sweep';
};

/** What a change of types leaves to be done where there is something stored. */
export async function outdatedBy(graph: GraphRead, types: TypeRegistry): Promise<DerivedChange> {
  return await ofUse(graph, types, derivedChange(graph.types, types));
}

async function ofUse(
  graph: GraphRead,
  types: TypeRegistry,
  change: DerivedChange,
): Promise<DerivedChange> {
  const {documents, values, left, words, carriers, uniques} = change;
  const names = new Map(
    [...values, ...left].map(key => [key, typesWithValues(types, key) ?? [ownerOf(key)]]),
  );
  const all = [
    ...documents,
    ...[...names.values()].flat(),
    ...words,
    ...carriers,
    ...uniques.map(one => one.typeName),
  ];
  if (all.length === 0) return change;
  const used = await graph.typesInUse([...new Set(all)]);
  const isUsed = (key: string) => names.get(key)?.some(name => used.has(name)) === true;
  return {
    documents: documents.filter(name => used.has(name)),
    values: values.filter(isUsed),
    left: left.filter(isUsed),
    words: words.filter(name => used.has(name)),
    carriers: carriers.filter(name => used.has(name)),
    uniques: uniques.filter(one => used.has(one.typeName)),
  };
}

/** Of values of business metadata, those who count know by its own name. */
const ownerOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** One that has not begun will see what was marked by then. */
export async function queueReindex(tx: GraphTx): Promise<void> {
  const waiting = (await unfinishedTasks(tx)).some(
    one => one.type === reindexTask && one.status === 'PENDING',
  );
  if (waiting) return;
  const now = Date.now();
  const what = {documents: [], attributes: [], classifications: []};
  const parameters: Parameters = {...what, since: 0, after: 0, done: 0, total: 0, stage: 'walk'};
  await addTasks(tx, [
    pendingTask(
      {guid: randomUUID(), type: reindexTask, createdBy: 'system', createdTime: now},
      parameters,
    ),
  ]);
}

const versionsName = 'derived.versions';

/**
 * Marks what functions of an older version of the program made, and queues again what was given up.
 * Once at the start, in a transaction that changes types.
 */
export async function outdateOldRows(tx: GraphTx): Promise<void> {
  const text = await readSetting(tx, versionsName);
  const stored = {
    documents: 1,
    values: 1,
    words: 0,
    ...(JSON.parse(text ?? '{}') as Partial<typeof derivedVersions>),
  };
  const change = allDerived(tx.types, {
    documents: stored.documents !== derivedVersions.documents,
    values: stored.values !== derivedVersions.values,
    words: stored.words !== derivedVersions.words,
  });
  const used = await ofUse(tx, tx.types, change);
  if (Object.values(used).some(list => list.length > 0)) await tx.outdate(used);
  if (text !== JSON.stringify(derivedVersions))
    await writeSetting(tx, versionsName, JSON.stringify(derivedVersions));
  const isDue = Object.values(tx.types.unready).some(names => names.size > 0);
  const isQueued = (await unfinishedTasks(tx)).some(one => one.type === reindexTask);
  if (isDue && !isQueued) await queueReindex(tx);
}

/** What follows: another part, one that must be alone with the types, or nothing. */
export type NextPart = 'again' | 'alone' | 'done';

/** A part of the task; `isAlone` in a transaction that changes types. */
export async function reindexPart(
  tx: GraphTx,
  given: Record<string, unknown>,
  isAlone: boolean,
  size = partSize,
): Promise<{parameters: Parameters; next: NextPart}> {
  const parameters = given as Parameters;
  const state = parameters.since === 0 ? await begun(tx, parameters) : parameters;
  switch (state.stage) {
    case 'walk':
      return await walk(tx, state, size);
    case 'settle':
      if (!isAlone) return {parameters: state, next: 'alone'};
      await saveReady(tx[inner].session, tx[inner].system, state.since);
      return {parameters: {...state, stage: 'sweep'}, next: 'again'};
    case 'sweep':
      return {parameters: state, next: (await sweep(tx)) ? 'done' : 'again'};
  }
}

async function begun(tx: GraphTx, parameters: Parameters): Promise<Parameters> {
  const {documents, values, words, carriers} = tx.types.unready;
  const where = inTypes(tx);
  const [row] = await tx[inner].session.all<{n: number}>(
    `SELECT count(*) AS n FROM facet f WHERE ${where.text}`,
    where.params,
  );
  return {
    ...parameters,
    documents: [...documents].sort(),
    attributes: [...values].sort(),
    classifications: [...new Set([...words, ...carriers])].sort(),
    since: tx.types.version,
    total: row?.n ?? 0,
  };
}

async function walk(
  tx: GraphTx,
  state: Parameters,
  size: number,
): Promise<{parameters: Parameters; next: NextPart}> {
  const where = inTypes(tx);
  const rows = await tx[inner].session.all<{id: number}>(
    `SELECT f.entity_id AS id FROM facet f WHERE ${where.text} AND f.entity_id > ? ORDER BY f.entity_id LIMIT ?`,
    [...where.params, state.after, size],
  );
  await rederive(
    tx,
    rows.map(row => row.id),
  );
  const isOver = rows.length < size;
  const done = state.done + rows.length;
  return {
    // What was saved meanwhile was counted by nobody.
    parameters: {
      ...state,
      after: rows.at(-1)?.id ?? state.after,
      done,
      total: Math.max(state.total, done),
      stage: isOver ? 'settle' : 'walk',
    },
    next: isOver ? 'alone' : 'again',
  };
}

/** Entities that have something marked. */
function inTypes(tx: GraphTx): {text: string; params: number[][]} {
  const {types, session} = tx[inner];
  const {documents, values, words, carriers} = types.unready;
  const names = [...values].map(key => typesWithValues(types, key));
  if (names.includes(undefined)) return {text: '1 = 1', params: []};
  const has = (table: string) =>
    `EXISTS (SELECT 1 FROM ${table} c WHERE c.entity_id = f.entity_id AND ${session.dialect.inList('c.type_id', 'int')})`;
  const parts: [string, Iterable<string>][] = [
    [
      session.dialect.inList('f.type_id', 'int'),
      new Set([...documents, ...names.flatMap(list => list ?? [])]),
    ],
    ...(words.size === 0 ? [] : [[has('classification'), words] as [string, Iterable<string>]]),
    ...(carriers.size === 0 ? [] : [[has('propagation'), carriers] as [string, Iterable<string>]]),
  ];
  return {
    text: `(${parts.map(([test]) => test).join(' OR ')})`,
    params: parts.map(([, list]) => numbersOf(tx, list)),
  };
}

/** Types that nothing was ever stored of have none. */
function numbersOf({[inner]: db}: GraphTx, names: Iterable<string>): number[] {
  return [...names]
    .filter(name => db.system.symbols.has(name))
    .map(name => db.system.symbols.id(name));
}

/** Adds the marked rows of the entities. Those of a save since the change are there. */
async function rederive(tx: GraphTx, ids: Walked): Promise<void> {
  if (ids.length === 0) return;
  const {session, system, types} = tx[inner];
  const {documents} = types.unready;
  const known = (await heldRecords(tx, ids)).filter(one =>
    types.entityTypes.has(one.record.typeName),
  );
  const rows = known.map(({id, record}) => ({
    ...indexRows(system.symbols, types, record, id),
    record,
    id,
  }));
  const anew = rows.filter(one => documents.has(one.record.typeName));
  const fullText = fullTextOf(session.dialect);
  await fullText.remove(
    session,
    anew.map(one => one.id),
  );
  await addDocuments(
    session,
    anew.flatMap(one => one.document ?? []),
  );
  const facets = anew.flatMap(one => (one.facet === undefined ? [] : [one.facet]));
  await session.insert(facet, facets, {key: ['entity_id'], set: ['owner', 'name']});
  const numbers = unreadyNumbers(system);
  const marked = <Cells extends readonly (string | number)[]>(cells: Cells, at: number) =>
    numbers.has(Number(cells[at]));
  const once = {key: ['attribute_id', 'type_id', 'value', 'entity_id']};
  await session.insert(
    textValue,
    rows.flatMap(one => one.texts.filter(cells => marked(cells, 0))),
    once,
  );
  await session.insert(
    numberValue,
    rows.flatMap(one => one.numbers.filter(cells => marked(cells, 0))),
    once,
  );
  const uniques = known.flatMap(({id, record}) => uniqueRows(system.symbols, types, record, id));
  await session.insert(
    uniqueValue,
    uniques.filter(cells => marked(cells, 1)),
    {key: ['value', 'attribute_id', 'type_id']},
  );
  const worded = numbersOf(tx, types.unready.words);
  if (worded.length > 0) await rewriteWords(tx, ids, worded);
  await rederiveCarriers(tx, ids);
}

async function rederiveCarriers(tx: GraphTx, ids: Walked): Promise<void> {
  const names = [...tx.types.unready.carriers].filter(name => tx[inner].system.symbols.has(name));
  if (names.length === 0) return;
  const {inList} = tx[inner].session.dialect;
  const carries = `CASE WHEN ${isCarried(tx[inner].system)} THEN 1 ELSE 0 END`;
  await tx[inner].session.run(
    `UPDATE propagation AS p SET carries = ${carries}
     WHERE ${inList('p.entity_id')} AND ${inList('p.type_id', 'int')} AND p.carries <> ${carries}`,
    [ids, numbersOf(tx, names)],
  );
}

/** Numbers that rows of values are still being written under. */
export function unreadyNumbers({types, symbols}: TypeSystem): ReadonlySet<number> {
  const ids = [...types.unready.values].filter(key => symbols.has(key)).map(key => symbols.id(key));
  return new Set(ids.flatMap(id => [id, longTextId(id)]));
}

/** Entities as they are until this transaction ends. Their time alone may move. */
export async function heldRecords(
  {[inner]: db}: GraphTx,
  ids: Walked,
): Promise<{id: number; record: ReturnType<typeof toEntity>}[]> {
  const {inList, forKeyShare} = db.session.dialect;
  const rows = await db.session.all<EntityRow>(
    `SELECT ${entityColumns} FROM entity e WHERE ${inList('e.id')} ORDER BY e.id${forKeyShare === '' ? '' : `${forKeyShare} OF e`}`,
    [ids],
  );
  return rows.map(row => ({id: row.id, record: toEntity(row, db.system.symbols)}));
}

/**
 * Removes some of the rows that stand under abandoned numbers. @returns whether that were the last
 */
async function sweep({[inner]: db}: GraphTx): Promise<boolean> {
  const {abandoned} = db.system.symbols;
  if (abandoned.length === 0) return true;
  const numbers = abandoned.flatMap(id => [id, longTextId(id)]);
  const tables = [
    [textValue.name, 'attribute_id, type_id, value, entity_id'],
    [numberValue.name, 'attribute_id, type_id, value, entity_id'],
    [uniqueValue.name, 'value, attribute_id, type_id'],
  ] as const;
  for (const [name, key] of tables) {
    const some = `SELECT ${key} FROM ${name} WHERE ${db.session.dialect.inList('attribute_id', 'int')} LIMIT ${sweepSize}`;
    if ((await db.session.run(`DELETE FROM ${name} WHERE (${key}) IN (${some})`, [numbers])) > 0)
      return false;
  }
  await db.session.remove(
    symbol,
    ['id'],
    abandoned.map(id => [id]),
  );
  return true;
}

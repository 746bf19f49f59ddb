import {
  classificationWords,
  parseExactly,
  wordsHave,
  type Attributes,
  type ClassificationRecord,
  type Phrase,
} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {isCarried} from '../schema/carried.ts';
import type {Walked} from '../schema/rows.ts';
import {classificationWord} from '../schema/schema.ts';
import type {Symbols} from '../schema/symbols.ts';
import type {TypeSystem} from '../schema/type-store.ts';
import {
  lastCharacter,
  all,
  joined,
  raw,
  runSql,
  sql,
  typeList,
  type Sql,
  type SqlContext,
} from '../schema/sql-text.ts';

/**
 * Words of the values of classifications: where they are attached, written with them; whatever
 * carries them is found at the search.
 */

/** A classification where it is attached, by row and type numbers. */
export type Attached = readonly [entityId: number, typeId: number];

/** Takes away the words of some classifications and puts down those of others. */
export async function writeClassificationWords(
  session: Session,
  symbols: Symbols,
  gone: readonly Attached[],
  come: readonly {
    readonly id: number;
    readonly record: Pick<ClassificationRecord, 'typeName' | 'attributes'>;
  }[],
): Promise<void> {
  // By what they belong to, so that rows that another version of the program made go, too.
  await session.remove(
    classificationWord,
    ['entity_id', 'type_id'],
    gone.map(cells => [...cells]),
  );
  await session.insert(
    classificationWord,
    come.flatMap(({id, record}) =>
      classificationWords(record.attributes).map(({word, place}) => [
        word,
        symbols.id(record.typeName),
        id,
        place,
      ]),
    ),
  );
}

type ClassificationRow = {
  readonly entity_id: number;
  readonly type_id: number;
  readonly attributes: string;
};

/**
 * Writes the words of the classifications of some entities anew, of all or of some types; what
 * follows from none goes.
 */
export async function rewriteWords(
  tx: GraphTx,
  ids: Walked,
  types?: readonly number[],
): Promise<void> {
  const {session, system} = tx[inner];
  const rows = await attachedTo(tx, ids, types);
  const ofTypes = types === undefined ? '' : ` AND ${session.dialect.inList('type_id', 'int')}`;
  await session.run(
    `DELETE FROM ${classificationWord.name} WHERE ${session.dialect.inList('entity_id')}${ofTypes}`,
    types === undefined ? [ids] : [ids, types],
  );
  const come = rows.map(row => ({
    id: row.entity_id,
    record: {
      typeName: system.symbols.name(row.type_id),
      attributes: parseExactly(row.attributes) as Attributes,
    },
  }));
  await writeClassificationWords(session, system.symbols, [], come);
}

/**
 * How many words of their classifications some entities lack, and have without reason, by entity.
 * What is still being written is left out.
 */
export async function wrongWords(graph: GraphRead, ids: Walked): Promise<Map<number, number>> {
  const {session, types, system} = graph[inner];
  const rows = await session.all<{word: string; type_id: number; entity_id: number; place: number}>(
    `SELECT word, type_id, entity_id, place FROM classification_word WHERE ${session.dialect.inList('entity_id')}`,
    [ids],
  );
  const isDue = (type: number) => !types.unready.words.has(system.symbols.name(type));
  const keyOf = (word: string, type: number, id: number, place: number) =>
    `${id} ${type} ${place} ${word}`;
  const stored = new Map(
    rows
      .filter(row => isDue(row.type_id))
      .map(row => [keyOf(row.word, row.type_id, row.entity_id, row.place), row.entity_id]),
  );
  const counts = new Map<number, number>();
  const count = (id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const {entity_id: id, type_id: type, attributes} of await attachedTo(graph, ids)) {
    if (!isDue(type)) continue;
    for (const {word, place} of classificationWords(parseExactly(attributes) as Attributes)) {
      if (!stored.delete(keyOf(word, type, id, place))) count(id);
    }
  }
  for (const id of stored.values()) count(id);
  return counts;
}

async function attachedTo(
  {[inner]: db}: GraphRead,
  ids: Walked,
  types?: readonly number[],
): Promise<readonly ClassificationRow[]> {
  const ofTypes = types === undefined ? '' : ` AND ${db.session.dialect.inList('type_id', 'int')}`;
  return await db.session.all<ClassificationRow>(
    `SELECT entity_id, type_id, attributes FROM classification WHERE ${db.session.dialect.inList('entity_id')}${ofTypes}`,
    types === undefined ? [ids] : [ids, types],
  );
}

/** Where a phrase stands in values of classifications. */
export type Worded = {
  /** The rows of words have it. */
  readonly isIndexed: boolean;
  /** Classifications whose words are still being written down and that have it. */
  readonly others: readonly Attached[];
};

/**
 * The phrases that stand in values of classifications: one statement as long as all words are
 * written down.
 */
export async function wordedIn(
  graph: GraphRead,
  phrases: readonly Phrase[],
): Promise<Map<Phrase, Worded>> {
  const {session, types} = graph[inner];
  const hasValues = [...types.classificationTypes.values()].some(type => type.attributes.size > 0);
  if (phrases.length === 0 || !hasValues) return new Map();
  const arms = phrases.map(
    (phrase, at) =>
      sql`SELECT ${raw(String(at))} AS at WHERE EXISTS (${wordRows(graph[inner].system, phrase)})`,
  );
  const rows = await runSql<{at: number}>(session, joined(arms, ' UNION ALL '));
  const indexed = new Set(rows.map(row => row.at));
  const others = await unwritten(graph, phrases);
  return new Map(
    phrases.flatMap((phrase, at) => {
      const found = {isIndexed: indexed.has(at), others: others.get(phrase) ?? []};
      return found.isIndexed || found.others.length > 0 ? [[phrase, found] as const] : [];
    }),
  );
}

/**
 * Entities that carry a classification with the phrase in its values, their own or one that has
 * come to them.
 */
export function wordedSets(
  context: SqlContext,
  phrase: Phrase,
  {isIndexed, others}: Worded,
): Sql[] {
  const tuples = {
    text: context.dialect.tupleRows({entity_id: 'id', type_id: 'int'}),
    params: [JSON.stringify(others)],
  };
  const attached = [
    ...(isIndexed ? [wordRows(context, phrase)] : []),
    ...(others.length > 0 ? [sql`SELECT entity_id, type_id FROM ${tuples} AS other`] : []),
  ];
  return attached.flatMap(rows => [
    sql`SELECT entity_id FROM (${rows}) AS own`,
    sql`SELECT p.entity_id FROM (${rows}) AS source CROSS JOIN propagation p
      WHERE p.source_id = source.entity_id AND p.type_id = source.type_id AND ${raw(isCarried(context))}`,
  ]);
}

/** The classifications that have the phrase: `entity_id`, `type_id`. */
export function wordRows({types, symbols}: TypeSystem, {words, prefix}: Phrase): Sql {
  const unwanted = typeList({symbols}, [...types.unready.words]);
  const [first = '', ...rest] = words;
  const test = (table: string, word: string, isLast: boolean) =>
    prefix && isLast
      ? sql`${raw(`${table}.word`)} >= ${word} AND ${raw(`${table}.word`)} < ${word + lastCharacter}`
      : sql`${raw(`${table}.word`)} = ${word}`;
  const follows = rest.map((word, i) => {
    const stands = raw(
      `n.entity_id = w.entity_id AND n.type_id = w.type_id AND n.place = w.place + ${i + 1}`,
    );
    // PostgreSQL would make a join of it and look up a part of the conditions only.
    return sql`EXISTS (SELECT 1 FROM classification_word n WHERE ${stands} AND ${test('n', word, i === rest.length - 1)} LIMIT 1 OFFSET 0)`;
  });
  const conditions = [
    test('w', first, rest.length === 0),
    ...(unwanted === undefined ? [] : [sql`w.type_id NOT IN (${unwanted})`]),
    ...follows,
  ];
  return sql`SELECT w.entity_id, w.type_id FROM classification_word w WHERE ${all(conditions)}`;
}

/** Classifications that are looked at in one statement. */
const partSize = 1000;

async function unwritten(
  graph: GraphRead,
  phrases: readonly Phrase[],
): Promise<Map<Phrase, Attached[]>> {
  const {session, types, system} = graph[inner];
  const found = new Map<Phrase, Attached[]>();
  const ids = [...types.unready.words]
    .filter(name => system.symbols.has(name))
    .map(name => system.symbols.id(name));
  let after: Attached = [0, 0];
  while (ids.length > 0) {
    const rows: ClassificationRow[] = await session.all<ClassificationRow>(
      `SELECT entity_id, type_id, attributes FROM classification
       WHERE ${session.dialect.inList('type_id', 'int')} AND (entity_id, type_id) > (?, ?) ORDER BY entity_id, type_id LIMIT ?`,
      [ids, ...after, partSize],
    );
    for (const row of rows) {
      const words = classificationWords(parseExactly(row.attributes) as Attributes);
      const attached: Attached = [row.entity_id, row.type_id];
      for (const phrase of phrases)
        if (wordsHave(words, phrase)) found.set(phrase, [...(found.get(phrase) ?? []), attached]);
      after = attached;
    }
    if (rows.length < partSize) break;
  }
  return found;
}

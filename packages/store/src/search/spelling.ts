import {editDistance, tokens, type Phrase} from '@gazetteer/model';
import {wordedIn} from '../index/classification-words.ts';
import {readableAt} from '../index/readable-sql.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {partsOf} from '../index/vocabulary.ts';
import {wordLengths} from '../schema/fill-vocabulary.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {joined, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';

/** A word that entities have, or whose type or classification is named so. */
export type SimilarWord = {
  readonly word: string;
  /** Active ones that may be read; of words of texts no more than `maxCounted` are counted. */
  readonly entityCount: number;
  /** Letters that differ from the word sought; absent: too many. */
  readonly distance?: number | undefined;
  /** It holds the word sought. */
  readonly isPart: boolean;
};

/**
 * A word of a query that nothing begins with, and what may have been meant, the likeliest first.
 */
export type Misspelled = {readonly word: string; readonly similar: readonly SimilarWord[]};

/** More words than these of a query are taken as they are. */
const maxWords = 8;
/** Words compared letter by letter, of those that share most groups of letters. */
const maxCompared = 400;
/** Words counted, and of each as many entities: enough to tell a frequent one from a rare one. */
const maxCountedWords = 16;
const maxCounted = 1000;
const maxSimilar = 8;

/** Words up to so many letters may have one mistake, longer ones two. */
const shortWord = 5;
/**
 * A mistake touches the groups of three that a letter stands in, and two letters exchanged one
 * more.
 */
const partsOfMistake = 4;

/**
 * The words of a text that no entity that may be read has, not even as the beginning of a word,
 * each with the words most like it that entities have. One statement for all words, three for names
 * and classifications where one is not found, and two more for each of these.
 */
export async function misspelledWords(graph: GraphRead, text: string): Promise<Misspelled[]> {
  const words = [...new Set(tokens(text))]
    .filter(({length}) => length <= wordLengths.most)
    .slice(0, maxWords);
  const counts = await entityCounts(graph, words, {prefix: true, most: 1});
  const unknown = words.filter((word, at) => counts[at] === 0 && word.length >= wordLengths.least);
  if (unknown.length === 0) return [];
  const names = await wordsOfNames(graph);
  const phrases = unknown.map((word): Phrase => ({kind: 'phrase', words: [word], prefix: true}));
  const worded = await wordedIn(graph, phrases);
  const isNamed = (word: string) => [...names.keys()].some(name => name.startsWith(word));
  const missing = phrases
    .filter(phrase => !worded.has(phrase))
    .flatMap(({words: [word = '']}) => (isNamed(word) ? [] : [word]));
  const found: Misspelled[] = [];
  for (const word of missing) found.push({word, similar: await similarWords(graph, word, names)});
  return found;
}

/**
 * The text with each misspelled word as it was most likely meant; undefined when there is nothing
 * to say.
 */
export function corrected(text: string, misspelled: readonly Misspelled[]): string | undefined {
  const meant = new Map(
    misspelled.flatMap(({word, similar: [best]}) =>
      best === undefined ? [] : [[word, best.word]],
    ),
  );
  if (meant.size === 0) return undefined;
  return text.replace(/[\p{L}\p{N}\p{M}]+/gu, part => meant.get(tokens(part).join(' ')) ?? part);
}

/**
 * Words of the names of types and classifications that entities have, each with the most entities
 * that one of them has.
 */
async function wordsOfNames(graph: GraphRead): Promise<Map<string, number>> {
  const words = new Map<string, number>();
  const add = (name: string, count: number) => {
    for (const word of count === 0 ? [] : tokens(name))
      words.set(word, Math.max(words.get(word) ?? 0, count));
  };
  for (const {typeName, status, count} of await graph.entityCounts())
    if (status === 'ACTIVE') add(typeName, count);
  for (const [name, count] of await graph.classificationCounts()) add(name, count);
  return words;
}

async function similarWords(
  graph: GraphRead,
  wanted: string,
  names: ReadonlyMap<string, number>,
): Promise<SimilarWord[]> {
  const maxDistance = wanted.length <= shortWord ? 1 : 2;
  const candidates = [
    ...new Set([...(await wordsLike(graph, wanted, maxDistance)), ...names.keys()]),
  ]
    .map(word => ({
      word,
      distance: editDistance(wanted, word, maxDistance),
      isPart: word.includes(wanted),
    }))
    .filter(({distance, isPart}) => isPart || distance !== undefined)
    .sort(
      (a, b) =>
        weightOf(a) - weightOf(b) || a.word.length - b.word.length || (a.word < b.word ? -1 : 1),
    )
    .slice(0, maxCountedWords);
  const words = candidates.map(({word}) => word);
  const counts = await entityCounts(graph, words, {prefix: false, most: maxCounted});
  return candidates
    .map((one, at) => ({...one, entityCount: Math.max(counts[at] ?? 0, names.get(one.word) ?? 0)}))
    .filter(({entityCount}) => entityCount > 0)
    .sort((a, b) => weightOf(a) - weightOf(b) || b.entityCount - a.entityCount)
    .slice(0, maxSimilar);
}

/**
 * One wrong letter is likelier than a word of which the middle was typed, and that likelier than
 * two.
 */
function weightOf({distance, isPart}: Pick<SimilarWord, 'distance' | 'isPart'>): number {
  return Math.min(distance ?? Infinity, isPart ? 1.5 : Infinity);
}

/** Words that share enough groups of letters with a word, or hold all of it. */
async function wordsLike(
  {[inner]: db}: GraphRead,
  wanted: string,
  maxDistance: number,
): Promise<string[]> {
  const {dialect} = db.session;
  const parts = partsOf(wanted);
  const inner = partsOf(wanted, false);
  const like = (some: readonly string[], having: Sql) =>
    sql`SELECT word FROM word_part WHERE ${{text: dialect.inList('part', 'text'), params: [some]}}
      GROUP BY word HAVING ${having}`;
  const shared = Math.max(1, parts.length - partsOfMistake * maxDistance);
  const near = like(
    parts,
    sql`count(*) >= ${shared} AND length(word) BETWEEN ${wanted.length - maxDistance} AND ${wanted.length + maxDistance}
      ORDER BY count(*) DESC, word LIMIT ${maxCompared}`,
  );
  const holding = like(
    inner,
    sql`count(*) = ${inner.length} ORDER BY length(word), word LIMIT ${maxCompared}`,
  );
  const rows = await runSql<{word: string}>(
    db.session,
    sql`SELECT * FROM (${near}) AS near UNION SELECT * FROM (${holding}) AS holding`,
  );
  return rows.map(row => row.word);
}

/** How many active entities that may be read have each word, up to `most`. */
async function entityCounts(
  graph: GraphRead,
  words: readonly string[],
  {prefix, most}: {prefix: boolean; most: number},
): Promise<number[]> {
  if (words.length === 0) return [];
  const fullText = fullTextOf(graph[inner].session.dialect);
  const only = readableAt(graph, `document.${fullText.id}`);
  const arms = words.map((word, at) => {
    const expression = fullText.expression(
      {kind: 'phrase', words: [word], prefix},
      {status: 'ACTIVE'},
    );
    const hits = sql`SELECT 1 FROM document WHERE ${{text: fullText.matches, params: [expression]}}
      ${only === undefined ? raw('') : sql`AND ${only}`} LIMIT ${most}`;
    return sql`SELECT ${raw(String(at))} AS at, (SELECT count(*) FROM (${hits}) AS hit) AS n`;
  });
  const rows = await runSql<{at: number; n: number}>(
    graph[inner].session,
    joined(arms, ' UNION ALL '),
  );
  const counts = new Map(rows.map(({at, n}) => [at, Number(n)]));
  return words.map((_, at) => counts.get(at) ?? 0);
}

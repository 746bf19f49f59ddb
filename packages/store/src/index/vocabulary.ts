import type {Session} from '@gazetteer/db';
import {word, wordPart} from '../schema/schema.ts';
import {partLength, wordLengths} from '../schema/fill-vocabulary.ts';
import {fullTextOf, type DocumentRow} from './search-fulltext.ts';

/**
 * The distinct words of all documents and the groups of three letters that they are made of: where
 * a word is looked for that nothing has, the words most like it, or that hold it, are found here. A
 * word stays when the last document that had it is gone: whoever shows one asks whether something
 * has it.
 */

/** Words with more digits are numbers of something. */
const maxDigits = 3;

/** Before the first letter of a word and behind the last. */
const edge = ' ';

/** A letter, and not too many digits. */
export function isSpelled(text: string): boolean {
  const {length} = text;
  if (length < wordLengths.least || length > wordLengths.most || !/\p{L}/u.test(text)) return false;
  return (text.match(/\p{N}/gu)?.length ?? 0) <= maxDigits;
}

/**
 * Each group of three letters once; with the edges of the word, or for a text that stands anywhere
 * in one, without.
 */
export function partsOf(text: string, hasEdges = true): string[] {
  const whole = hasEdges ? edge + text + edge : text;
  const parts = new Set<string>();
  for (let at = 0; at + partLength <= whole.length; at++)
    parts.add(whole.slice(at, at + partLength));
  return [...parts];
}

/**
 * Adds documents, of which none may be there, and the words of theirs that are new.
 * @param reworded those of them that may have such words
 */
export async function addDocuments(
  session: Session,
  rows: readonly DocumentRow[],
  reworded = rows,
): Promise<void> {
  await fullTextOf(session.dialect).add(session, rows);
  await addWords(session, reworded);
}

/** Adds the words that are new: one statement that looks for them, two more where there are any. */
async function addWords(session: Session, rows: readonly DocumentRow[]): Promise<void> {
  // Most words stand in several documents of a change.
  const all = new Set(rows.flatMap(({a, b, c}) => [a, b, c].flatMap(text => text.split(' '))));
  const words = new Set([...all].filter(isSpelled));
  if (words.size === 0) return;
  const known = await session.all<{word: string}>(
    `SELECT word FROM word WHERE ${session.dialect.inList('word', 'text')}`,
    [[...words]],
  );
  for (const row of known) words.delete(row.word);
  // In one order, so that two who add the same words do not wait for each other.
  const come = [...words].sort();
  if (come.length === 0) return;
  await insertNew(
    session,
    word,
    come.map(one => [one]),
  );
  const parts = come.flatMap(one => partsOf(one).map(part => [part, one]));
  await insertNew(
    session,
    wordPart,
    parts.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y)),
  );
}

/** In one statement, however many they are. */
async function insertNew(
  session: Session,
  table: typeof word | typeof wordPart,
  rows: readonly string[][],
): Promise<void> {
  const {dialect} = session;
  const names = Object.keys(table.columns);
  const conflict = dialect.onConflict(table.name, {key: names});
  await session.run(
    `INSERT INTO ${table.name} (${names.join(', ')}) SELECT * FROM ${dialect.tupleRows(table.columns)} AS new WHERE 1 = 1 ${conflict}`,
    [JSON.stringify(rows)],
  );
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import type {TableName} from '../api/wire.ts';
import {wordsOf} from '../assist/words-of.ts';

export type PlacedTable = TableName & {readonly database: string};

/** So many are listed; who wants another one writes more of its name. */
const maxListed = 100;

/**
 * Tables that have all words in their names or those of their databases: those first whose names
 * begin so, then those of the own database, then short ones.
 */
export function rankedTables(
  tables: Iterable<PlacedTable>,
  text: string,
  own: string,
): readonly PlacedTable[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const last = words.at(-1) ?? '';
  const ranked: {readonly table: PlacedTable; readonly rank: number}[] = [];
  const seen = new Set<string>();
  for (const table of tables) {
    const [name, database] = [table.name.toLowerCase(), table.database.toLowerCase()];
    // The last word is of the table, others may be of its database.
    if (!name.includes(last)) continue;
    if (!words.every(word => name.includes(word) || database.includes(word))) continue;
    const key = `${table.database}\0${table.name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    ranked.push({table, rank: rankOf(name, last) - (table.database === own ? 50 : 0)});
  }
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      compared(a.table.name, b.table.name) ||
      compared(a.table.database, b.table.database),
  );
  return ranked.slice(0, maxListed).map(({table}) => table);
}

function rankOf(name: string, word: string): number {
  const at = name.indexOf(word);
  if (name === word) return 0;
  // At its beginning, at the beginning of a word of it, anywhere.
  const place = at === 0 ? 1 : /[\W_]/.test(name[at - 1] ?? '') ? 2 : 3;
  return place * 1000 + Math.min(900, name.length);
}

/** Not by a language: names are compared some thousand times with each key. */
function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

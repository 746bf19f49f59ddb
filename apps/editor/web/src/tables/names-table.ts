import {dialectOf, tablesUsed} from '@gazetteer/sql';

/**
 * Whether a statement reads or writes a table; a name without a database may be one of any, as a
 * USE before it is not known. Of what does neither, such as a DESCRIBE, the text is searched.
 */
export function usesTable(
  statement: string,
  dialect: string,
  [database, table]: readonly [database: string, table: string],
): boolean {
  // Few statements are read whole.
  const used = namesTable(statement, table) ? tablesUsed(statement, dialectOf(dialect)) : [];
  if (used.length === 0) return namesTable(statement, table);
  return used.some(path => {
    const [last, before] = path.toReversed();
    return isSame(last, table) && isSame(before ?? database, database);
  });
}

const isSame = (one: string | undefined, other: string) =>
  one?.toLowerCase() === other.toLowerCase();

/**
 * Whether a table's name stands in a text as a word of its own, in any quotes. The server's search
 * finds parts of words, too: `orders` in `reorders`.
 */
function namesTable(statement: string, table: string): boolean {
  const text = statement.toLowerCase();
  const name = table.toLowerCase();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]];
    if (!/[\w$]/.test(before) && !/[\w$]/.test(after)) return true;
  }
  return false;
}

/** A name as a search takes it: in quotes, which it cannot have itself. */
export function phraseOf(table: string): string {
  return table
    .split('"')
    .filter(part => part.trim() !== '')
    .map(part => `"${part}"`)
    .join(' ');
}

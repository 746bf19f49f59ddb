/**
 * Whether a table's name stands in a text as a word of its own, in any quotes. The server's search
 * finds parts of words, too: `orders` in `reorders`.
 */
export function namesTable(statement: string, table: string): boolean {
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

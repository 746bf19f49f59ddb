const names =
  /^\s*(?:create|drop|undrop|alter|rename|msck|repair|import|refresh|invalidate|replace|reload)\b/i;
const rows = /^\s*(?:insert|update|delete|merge|load|truncate|copy|analyze)\b/i;

/**
 * What a statement changes, by its first word: `names` of tables and columns, or only what is in
 * them. Names are not asked for after each insert, as there may be many thousands. A comment in
 * front hides it, which costs no more than names that are a few minutes old.
 */
export function changeOf(statement: string): 'names' | 'rows' | undefined {
  return names.test(statement) ? 'names' : rows.test(statement) ? 'rows' : undefined;
}

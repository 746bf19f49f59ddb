import {type Token, tokensOf} from './tokens.ts';

/** What a statement that only reads begins with. */
const reading = new Set([
  'select',
  'with',
  'from',
  'values',
  'table',
  'show',
  'describe',
  'desc',
  'explain',
  'summarize',
]);
/** These only name what there is, whatever words follow: `SHOW CREATE TABLE orders`. */
const naming = new Set(['show', 'describe', 'desc', 'summarize']);
/** Wherever these stand, something is written: behind a WITH, an EXPLAIN ANALYZE, a FROM. */
const writing = new Set(['insert', 'update', 'delete', 'merge', 'into', 'overwrite', 'create']);

/**
 * Whether a text is one statement that reads and writes nothing, as far as its words tell: functions
 * may still do anything. In doubt it is not: a text has to be so whether its double quotes and
 * backslashes are read as Hive reads them or as PostgreSQL does.
 */
export function readsOnly(text: string): boolean {
  return [true, false].every(hasDoubleQuotedTexts =>
    isReading(tokensOf(text, hasDoubleQuotedTexts).filter(({kind}) => kind !== 'comment')),
  );
}

function isReading(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const own = isSemicolon(last) ? tokens.slice(0, -1) : tokens;
  const first = own.find(({text}) => text !== '(');
  const word = first?.kind === 'name' ? first.text.toLowerCase() : '';
  if (!reading.has(word) || own.some(isSemicolon) || own.some(({isClosed}) => !isClosed))
    return false;
  return (
    naming.has(word) ||
    !own.some(
      ({kind, text}, at) =>
        kind === 'name' && writing.has(text.toLowerCase()) && own[at - 1]?.text !== '.',
    )
  );
}

function isSemicolon(token: Token | undefined): boolean {
  return token?.kind === 'symbol' && token.text === ';';
}

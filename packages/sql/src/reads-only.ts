import {dialectOf} from './dialects.ts';
import {isWhole} from './split-statements.ts';
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
/** May stand between EXPLAIN and its statement, which is run where one of them is ANALYZE. */
const explaining = new Set(
  'explain analyze verbose extended formatted cost codegen logical ast cbo plan for'.split(' '),
);
/** Wherever these stand, something is written: behind a WITH or a FROM. */
const writing = new Set(['insert', 'update', 'delete', 'merge', 'into', 'overwrite', 'create']);

/**
 * Whether a text is one statement that reads and writes nothing, as far as its words tell:
 * functions may still do anything. In doubt it is not: where texts and comments end must be the
 * same for all engines, and nothing may be put into it later.
 */
export function readsOnly(text: string, dialect: string): boolean {
  if (isWhole(dialect) || text.includes('${')) return false;
  const hive = tokensOf(text, dialectOf('hive'));
  const areAlike = ['trino', dialect].every(other => {
    const read = tokensOf(text, dialectOf(other));
    return (
      hive.length === read.length &&
      hive.every(({from, to}, at) => read[at]?.from === from && read[at].to === to)
    );
  });
  const own = hive.filter(({kind}) => kind !== 'comment');
  return areAlike && !hive.some(isDoubtful) && !isScript(own) && isReading(own);
}

/**
 * Whether a text is a condition that stays between the parentheses it is put into: no comment in it
 * hides the last one, and no parenthesis of its own closes the first one.
 */
export function isCondition(text: string, dialect: string): boolean {
  const tokens = tokensOf(text, dialectOf('hive'));
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'comment') return false;
    if (isSymbol(token, '(')) depth++;
    if (isSymbol(token, ')') && --depth < 0) return false;
  }
  return depth === 0 && readsOnly(`SELECT 1 WHERE (${text})`, dialect);
}

/**
 * What some engines read as something else: comments inside of comments, comments that MySQL runs,
 * that Spark continues on the next line, texts between dollars, words right behind a number.
 */
function isDoubtful({kind, text}: Token): boolean {
  if (kind === 'comment') return /^\/\*[^]*\/\*|^\/\*M?!|\\$/.test(text);
  if (kind === 'symbol') return text === '$';
  return kind === 'number' && [...writing].some(word => folded(text).endsWith(word));
}

/** Hive and Spark start a program for each: `SELECT TRANSFORM (a) USING 'program'`. */
function isScript(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => wordOf(token) === 'using' && tokens[at + 1]?.kind === 'text');
}

function isReading(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const own = isSemicolon(last) ? tokens.slice(0, -1) : tokens;
  const word = wordOf(own.find(({text}) => text !== '('));
  if (!reading.has(word) || own.some(isSemicolon) || own.some(({isClosed}) => !isClosed))
    return false;
  if (word === 'explain') return wordOf(own[0]) === word && isReading(explainedBy(own));
  // DESCRIBE ANALYZE is an EXPLAIN ANALYZE to MySQL.
  if (naming.has(word)) return !own.some(token => wordOf(token) === 'analyze');
  return !own.some((token, at) => writing.has(wordOf(token)) && own[at - 1]?.text !== '.');
}

/** What an EXPLAIN is of, without its options, which PostgreSQL has between parentheses. */
function explainedBy(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(token => !explaining.has(wordOf(token)));
  if (from < 0) return [];
  if (tokens[from]?.text !== '(' || reading.has(wordOf(tokens[from + 1])))
    return tokens.slice(from);
  const end = tokens.findIndex(({text}) => text === ')');
  return end < 0 ? [] : tokens.slice(end + 1);
}

function wordOf(token: Token | undefined): string {
  return token?.kind === 'name' ? folded(token.text) : '';
}

/** As engines do, to whose keywords the dotless `ı` is an I. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function isSemicolon(token: Token | undefined): boolean {
  return isSymbol(token, ';');
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

import type {Dialect} from '../dialects.ts';
import type {Token} from '../tokens.ts';
import {type Clause, isJoined, isName, isSymbol, type Query, word} from './query-tree.ts';

/** A name in an expression that is that of a column: `a`, `t.a`, `db.t.a`, `t.struct.field`. */
export type Reference = {
  readonly query: Query;
  readonly parts: readonly Token[];
  readonly clause: Clause;
  /** In how many parentheses it is. */
  readonly depth: number;
  /** The functions that it is in, from the outermost on. */
  readonly functions: readonly string[];
};

const expressionClauses = new Set<Clause>([
  'select',
  'on',
  'where',
  'group',
  'having',
  'order',
  'qualify',
]);
const casts = new Set(['cast', 'try_cast', 'safe_cast']);
/** Words of expressions that are names in no dialect that reads them here. */
const words = new Set(
  (
    'at zone ago asc desc nulls first last all any some filter within over partition rows range groups unbounded ' +
    'preceding following exclude ties others current separator year month week day hour minute second quarter ' +
    'milliseconds microseconds epoch doy dow isodow years months weeks days hours minutes seconds both leading trailing ' +
    'rollup cube sets grouping ignore respect true false null default tablesample unnest array struct row map lambda ' +
    'sysdate user session_user current_user localtime localtimestamp current_time current_schema current_catalog ' +
    'columns escape symmetric asymmetric similar glob ilike div mod xor binary distinct percent interval date time ' +
    'timestamp replace except with without matched duplicate conflict nothing'
  ).split(' '),
);

/**
 * Names of columns in the expressions of a query, as far as they surely are such.
 * @param isColumn tells of a word that has other meanings as well, such as `day`
 */
export function referencesOf(
  query: Query,
  dialect: Dialect,
  isColumn: (name: string) => boolean = () => false,
): Reference[] {
  const keywords = new Set([...dialect.keywords, ...dialect.types]);
  const found: Reference[] = [];
  const bound = boundNames(query);
  const aliases = new Set(
    query.items.filter(({tokens}) => tokens.length > 1).map(({nameToken}) => nameToken),
  );
  const functions: string[] = [];
  const own = query.tokens;
  for (let n = 0; n < own.length; n++) {
    const {token, clause, depth} = own[n] as Query['tokens'][number];
    const at = (offset: number) => own[n + offset]?.token;
    if (isSymbol(token, '('))
      functions.push(isName(at(-1)) ? (at(-1)?.text.toLowerCase() ?? '') : '');
    else if (isSymbol(token, ')')) functions.pop();
    // What a cast has behind it is a type, whose fields have names.
    else if (word(token) === 'as' && casts.has(functions.at(-1) ?? ''))
      functions.splice(-1, 1, 'as');
    // Spark: `payload:field`
    const isField = isSymbol(at(-1), ':') && at(-1)?.to === token.from;
    if (!isName(token) || isSymbol(at(-1), '.') || isField) continue;
    const parts = [token];
    let next = n + 1;
    while (isName(own[next + 1]?.token) && isJoined(own[next]?.token, own[next + 1]?.token)) {
      parts.push(own[next + 1]?.token as Token);
      next += 2;
    }
    const behind = own[next]?.token;
    const isStar = isSymbol(behind, '.');
    if (
      !(expressionClauses.has(clause) || (clause === 'using' && depth === 1)) ||
      isSymbol(behind, '(') ||
      isStar ||
      aliases.has(token) ||
      // Hardly a column: a text of another kind of engine, a parameter, a lambda.
      (behind !== undefined && (/^(?:=>|->|:=)$/.test(behind.text) || behind.kind === 'text')) ||
      // DuckDB: `total: sum(amount)`, `{a: 1, b: 2}`, and no `list[a:b]`.
      (dialect.name === 'duckdb' && isSymbol(behind, ':') && !isSymbol(at(-1), '[')) ||
      isNoColumn(token, at(-1), at(-2), parts.length, keywords, functions, dialect, isColumn) ||
      (parts.length === 1 && bound.has(token.text.toLowerCase()))
    )
      continue;
    found.push({query, parts, clause, depth, functions: [...functions]});
  }
  return found;
}

function isNoColumn(
  token: Token,
  before: Token | undefined,
  beforeThat: Token | undefined,
  parts: number,
  keywords: ReadonlySet<string>,
  functions: readonly string[],
  dialect: Dialect,
  isColumn: (name: string) => boolean,
): boolean {
  const text = word(token);
  const previous = word(before);
  const isWord = keywords.has(text) || words.has(text);
  if (token.kind === 'name' && parts === 1 && isWord && !isColumn(text)) return true;
  // A name that somebody thinks of: behind AS, or right behind an operand.
  if (previous === 'as' || previous === 'over' || previous === 'interval' || previous === 'window')
    return true;
  if (before !== undefined && /^(?:number|text|quoted|variable)$/.test(before.kind)) return true;
  if (isSymbol(before, ')') || isSymbol(before, ']') || isSymbol(before, '::')) return true;
  if (
    isSymbol(before, '@') ||
    isSymbol(before, '$') ||
    isSymbol(before, '#') ||
    isSymbol(before, '?')
  )
    return true;
  if (before?.kind === 'name' && !keywords.has(previous) && !words.has(previous)) return true;
  if (previous === 'end' || previous === 'null' || previous === 'true' || previous === 'false')
    return true;
  // `CONVERT(x USING utf8)`, `x COLLATE utf8_bin`.
  if (previous === 'collate' || (previous === 'using' && functions.at(-1) === 'convert'))
    return true;
  // `stack(…) AS (a, b)`, fields of a type, `AGAINST ('a' IN BOOLEAN MODE)`.
  if (functions.includes('as') || functions.at(-1) === 'against') return true;
  // EXTRACT(day FROM x), parts of a date, and what ODBC and hints have in brackets.
  if (functions.at(-1) === 'extract' && isSymbol(before, '(')) return true;
  if (
    isSymbol(before, '(') &&
    /^(?:date_?add|date_?sub|date_?diff|timestamp_?(?:add|diff))$/.test(word(beforeThat))
  )
    return true;
  // Names of a struct, and patterns of columns.
  return (isSymbol(before, '{') && dialect.name === 'duckdb') || functions.at(-1) === 'columns';
}

/** Names of parameters of lambdas, `x -> x + 1`, `(a, b) -> a + b`, and `[x + 1 FOR x IN list]`. */
function boundNames({tokens}: Query): Set<string> {
  const bound = new Set<string>();
  tokens.forEach(({token}, n) => {
    if (!isSymbol(token, '->')) return;
    const before = tokens[n - 1]?.token;
    if (isName(before)) bound.add(before.text.toLowerCase());
    if (!isSymbol(before, ')')) return;
    for (let at = n - 2; at >= 0 && !isSymbol(tokens[at]?.token, '('); at--) {
      const name = tokens[at]?.token;
      if (isName(name)) bound.add(name.text.toLowerCase());
    }
  });
  // DuckDB writes `lambda x: x + 1` as well.
  tokens.forEach(({token}, n) => {
    const name = tokens[n + 1]?.token;
    const isBound =
      word(token) === 'lambda' || (word(token) === 'for' && word(tokens[n + 2]?.token) === 'in');
    if (isBound && isName(name)) bound.add(name.text.toLowerCase());
  });
  return bound;
}

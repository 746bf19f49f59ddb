import type {Token} from '../tokens.ts';
import type {Clause} from './query.ts';

/** Those that begin another part of a query. */
export const clauses = new Map(
  Object.entries<Clause>({
    select: 'select',
    from: 'from',
    where: 'where',
    group: 'group',
    having: 'having',
    order: 'order',
    sort: 'order',
    cluster: 'order',
    distribute: 'order',
    window: 'window',
    qualify: 'qualify',
    limit: 'limit',
    offset: 'limit',
    fetch: 'limit',
    set: 'set',
    values: 'values',
    returning: 'select',
  }),
);
export const setWords = new Set(['union', 'intersect', 'except', 'minus']);
export const joinWords = new Set(
  'join inner left right full cross natural semi anti asof positional outer straight_join'.split(
    ' ',
  ),
);
/** What may follow a relation and is no alias of it. */
export const noAlias = new Set([
  ...clauses.keys(),
  ...setWords,
  ...joinWords,
  ...'on using as with lateral tablesample pivot unpivot when then insert for match_recognize union do select partition stored default not matched overwrite at version table by'.split(
    ' ',
  ),
]);
export const opaque = new Set([
  'pivot',
  'unpivot',
  'match_recognize',
  'transform',
  'summarize',
  'model',
]);
const withoutTables = new Set(['revoke', 'deny', 'fetch', 'move', 'prepare']);
/** What SHOW has of one table. */
const ofTables = new Set(['columns', 'fields', 'index', 'indexes', 'keys']);
/** What MySQL has between SELECT and its list, beside words of all dialects. */
export const beforeList =
  'distinct all top straight_join distinctrow high_priority sql_calc_found_rows sql_small_result sql_big_result sql_buffer_result sql_no_cache'.split(
    ' ',
  );
export const queryStarts = new Set(['select', 'with', 'from', 'values', 'table']);
/** Where a parenthesis that nobody has closed yet surely ends. */
export const surelyOutside = new Set(
  'from where group having order limit join union intersect qualify'.split(' '),
);

/**
 * Whether a FROM names people, databases, cursors and the like: `REVOKE … FROM ada`, `SHOW TABLES
 * FROM sales`, the second one of `SHOW COLUMNS FROM t FROM sales`.
 */
export function namesNoTable(tokens: readonly Token[], at: number): boolean {
  const first = word(tokens[0]);
  const before = tokens.slice(1, at).map(word);
  // `PREPARE q FROM SELECT a FROM t`
  if (first !== 'show') return withoutTables.has(first) && !before.includes('from');
  return before.includes('from') || !before.some(one => ofTables.has(one));
}

export const word = (token: Token | undefined): string =>
  token?.kind === 'name' ? token.text.toLowerCase() : '';
export const isName = (token: Token | undefined): token is Token =>
  token?.kind === 'name' || token?.kind === 'quoted';
export const isSymbol = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'symbol' && token.text === text;

/** Whether a dot makes a name part of another one, and does not wait for one: `o. FROM t`. */
export const isJoined = (dot: Token | undefined, name: Token | undefined): boolean =>
  isSymbol(dot, '.') &&
  (dot?.to === name?.from || name?.kind === 'quoted' || clauses.get(word(name)) === undefined);

export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

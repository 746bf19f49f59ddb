import type {Token} from './tokens.ts';

/** Something in a FROM clause: a table by its name, or the columns of a query in parentheses. */
export type Source = {
  /** What columns of it are called by; the last part of the name where no alias is given. */
  readonly alias: string;
  /** `[table]` or `[database, table]`; empty for a query. */
  readonly path: readonly string[];
  /** Of a query in parentheses; undefined where they are those of a table. */
  readonly columns?: readonly string[];
};

/** What a query can see at one place. */
export type Scope = {
  readonly sources: readonly Source[];
  /** Queries named by WITH, with their columns. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** Names that the select list gives, for ORDER BY and GROUP BY. */
  readonly aliases: readonly string[];
};

const clauseWords = new Set(
  'select from where group having order limit union intersect except with on using lateral window qualify cluster distribute sort values set'.split(
    ' ',
  ),
);
/** What may follow a table and is no alias of it. */
const noAlias = new Set([
  ...clauseWords,
  ...'join inner left right full cross natural semi anti asof tablesample as offset fetch pivot unpivot when then positional'.split(
    ' ',
  ),
]);

const word = (token: Token | undefined) => (token?.kind === 'name' ? token.text.toLowerCase() : '');
const isName = (token: Token | undefined) => token?.kind === 'name' || token?.kind === 'quoted';
const isSymbol = (token: Token | undefined, text: string) =>
  token?.kind === 'symbol' && token.text === text;

/**
 * What the query around a place can see: the sources of its own FROM, those of the queries around
 * it, and the names of WITH. Reads what is there, so that it works while somebody is still writing.
 * `tokens` are without comments.
 */
export function scopeAt(tokens: readonly Token[], caret: number): Scope {
  const sources: Source[] = [];
  const named = new Map<string, readonly string[]>();
  const aliases: string[] = [];
  for (const [first, last] of blocksAround(tokens, caret)) {
    const block = levelOf(tokens, first, last);
    for (const [name, columns] of namedQueries(tokens, block)) named.set(name, columns);
    const query = queryAround(tokens, block, caret);
    // The innermost query comes first, as its names win.
    sources.push(...sourcesOf(tokens, query, named));
    if (aliases.length === 0)
      aliases.push(...selectedNames(tokens, query).filter(name => name !== '*'));
  }
  return {sources, named, aliases};
}

/**
 * From the innermost pair of parentheses around the caret to the whole text, as places of tokens.
 */
function blocksAround(tokens: readonly Token[], caret: number): [number, number][] {
  const opened: number[] = [];
  const blocks: [number, number][] = [];
  tokens.forEach((token, at) => {
    if (isSymbol(token, '(')) opened.push(at);
    else if (isSymbol(token, ')')) {
      const start = opened.pop();
      const from = tokens[start ?? -1];
      if (start !== undefined && from !== undefined && from.to <= caret && token.from >= caret)
        blocks.push([start + 1, at]);
    }
  });
  // Those that nobody has closed yet reach to the end.
  for (const start of opened.toReversed())
    if ((tokens[start]?.to ?? 0) <= caret) blocks.push([start + 1, tokens.length]);
  return [...blocks, [0, tokens.length]];
}

/**
 * The places of a block that are not inside of parentheses of their own; of such ones the place of
 * the opening one is in it.
 */
function levelOf(tokens: readonly Token[], first: number, last: number): number[] {
  const level: number[] = [];
  for (let at = first, depth = 0; at < last; at++) {
    const token = tokens[at];
    if (isSymbol(token, ')')) depth = Math.max(0, depth - 1);
    else if (depth === 0) level.push(at);
    if (isSymbol(token, '(')) depth++;
  }
  return level;
}

/** Of queries joined by UNION and the like the one around the caret. */
function queryAround(tokens: readonly Token[], block: readonly number[], caret: number): number[] {
  let query: number[] = [];
  for (const at of block) {
    const token = tokens[at];
    if (/^(?:union|intersect|except|minus)$/.test(word(token))) {
      if ((token?.from ?? 0) >= caret) break;
      query = [];
    } else query.push(at);
  }
  return query;
}

function namedQueries(
  tokens: readonly Token[],
  block: readonly number[],
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (word(tokens[block[0] ?? -1]) !== 'with') return found;
  for (let n = 1; n < block.length; n++) {
    const [name, after] = [tokens[block[n] ?? -1], tokens[block[n + 1] ?? -1]];
    if (word(name) === 'select' || word(name) === 'insert') break;
    if (!isName(name) || word(name) === 'recursive') continue;
    const listed = isSymbol(after, '(') ? namesIn(tokens, (block[n + 1] ?? 0) + 1) : undefined;
    const as = n + (listed === undefined ? 1 : 2);
    if (word(tokens[block[as] ?? -1]) !== 'as') continue;
    let open = as + 1;
    while (open < block.length && !isSymbol(tokens[block[open] ?? -1], '(')) open++;
    const start = block[open];
    if (start === undefined) break;
    found.set(name?.text.toLowerCase() ?? '', listed ?? columnsOfQuery(tokens, start + 1));
    n = open;
  }
  return found;
}

/** Names between commas up to the closing parenthesis. */
function namesIn(tokens: readonly Token[], from: number): string[] {
  const names: string[] = [];
  for (let at = from; at < tokens.length && !isSymbol(tokens[at], ')'); at++) {
    const token = tokens[at];
    if (token !== undefined && isName(token)) names.push(token.text);
  }
  return names;
}

/** What a query in parentheses gives, from behind its opening one on. */
function columnsOfQuery(tokens: readonly Token[], from: number): string[] {
  let depth = 0;
  let last = from;
  for (; last < tokens.length && depth >= 0; last++) {
    if (isSymbol(tokens[last], '(')) depth++;
    else if (isSymbol(tokens[last], ')')) depth--;
  }
  return selectedNames(tokens, levelOf(tokens, from, depth < 0 ? last - 1 : last));
}

/** Names of a select list: aliases, and columns that are plain names; `*` where there is one. */
function selectedNames(tokens: readonly Token[], level: readonly number[]): string[] {
  const start = level.findIndex(at => word(tokens[at]) === 'select');
  if (start < 0) return [];
  const names: string[] = [];
  let item: Token[] = [];
  const end = () => {
    const last = item.at(-1);
    if (
      last !== undefined &&
      (isName(last) || isSymbol(last, '*')) &&
      !/^(?:end|distinct|all|null)$/.test(word(last))
    )
      names.push(last.text);
    item = [];
  };
  for (const at of level.slice(start + 1)) {
    const token = tokens[at];
    if (
      token === undefined ||
      word(token) === 'from' ||
      (clauseWords.has(word(token)) && word(token) !== 'select')
    )
      break;
    if (isSymbol(token, ',')) end();
    else item.push(token);
  }
  end();
  return names;
}

/** Tables and queries behind FROM, JOIN, INTO, UPDATE and their commas. */
function sourcesOf(
  tokens: readonly Token[],
  query: readonly number[],
  named: Scope['named'],
): Source[] {
  const sources: Source[] = [];
  let isExpected = false;
  let isFrom = false;
  for (let n = 0; n < query.length; n++) {
    const token = tokens[query[n] ?? -1];
    const text = word(token);
    if (/^(?:from|join|into|update|overwrite)$/.test(text)) {
      isExpected = true;
      isFrom = text === 'from' || (text === 'join' && isFrom);
    } else if (isSymbol(token, ',')) isExpected = isFrom;
    else if (isExpected && (text === 'table' || text === 'only')) continue;
    else if (isExpected && isSymbol(token, '(')) {
      const alias = aliasAt(tokens, query, n + 1);
      sources.push({
        alias: alias.name,
        path: [],
        columns: columnsOfQuery(tokens, (query[n] ?? 0) + 1),
      });
      n = alias.next - 1;
      isExpected = false;
    } else if (isExpected && isName(token)) {
      const {path, next} = pathAt(tokens, query, n);
      // A function that gives rows, such as range(10).
      const isCall = isSymbol(tokens[query[next] ?? -1], '(');
      const alias = aliasAt(tokens, query, isCall ? next + 1 : next);
      const last = path.at(-1) ?? '';
      const columns = isCall ? [] : path.length === 1 ? named.get(last.toLowerCase()) : undefined;
      sources.push({
        alias: alias.name === '' ? last : alias.name,
        path: columns === undefined ? path : [],
        ...(columns && {columns}),
      });
      n = alias.next - 1;
      isExpected = false;
    } else if (clauseWords.has(text)) {
      isExpected = false;
      isFrom = isFrom && /^(?:on|using|lateral)$/.test(text);
    }
  }
  return sources;
}

function pathAt(
  tokens: readonly Token[],
  query: readonly number[],
  n: number,
): {path: string[]; next: number} {
  const path = [tokens[query[n] ?? -1]?.text ?? ''];
  let next = n + 1;
  while (isSymbol(tokens[query[next] ?? -1], '.') && isName(tokens[query[next + 1] ?? -1])) {
    path.push(tokens[query[next + 1] ?? -1]?.text ?? '');
    next += 2;
  }
  return {path, next};
}

function aliasAt(
  tokens: readonly Token[],
  query: readonly number[],
  n: number,
): {name: string; next: number} {
  const isAs = word(tokens[query[n] ?? -1]) === 'as';
  const at = isAs ? n + 1 : n;
  const token = tokens[query[at] ?? -1];
  if (!isName(token) || (token?.kind === 'name' && noAlias.has(word(token))))
    return {name: '', next: at};
  return {name: token?.text ?? '', next: at + 1};
}

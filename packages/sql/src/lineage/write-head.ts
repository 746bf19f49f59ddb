import {isName, isSymbol, word} from '../query/query-tree.ts';
import {namesBetween} from '../query/token-walk.ts';
import type {Token} from '../tokens.ts';

/** What the beginning of a statement says that it writes. */
export type WriteHead = {
  readonly kind: 'create' | 'view' | 'insert' | 'merge' | 'update' | 'load' | 'copy';
  /** Undefined where the query says it: `INSERT INTO`, `MERGE INTO`, `UPDATE`. */
  readonly path: readonly string[] | undefined;
  readonly columns: readonly string[] | undefined;
  readonly isTemporary: boolean;
  /** Columns are put where their names say: `INSERT … BY NAME`. */
  readonly isByName: boolean;
  /** The first token of the query. */
  readonly queryFrom: number;
  readonly reads: readonly (readonly string[])[];
  readonly readPaths: readonly string[];
  readonly writtenPaths: readonly string[];
};

const nothing = {
  path: undefined,
  columns: undefined,
  isTemporary: false,
  isByName: false,
  queryFrom: 0,
  reads: [],
  readPaths: [],
  writtenPaths: [],
} as const;

/** Undefined for what writes nothing that could be told of. */
export function headOf(tokens: readonly Token[]): WriteHead | undefined {
  const first = word(tokens[0]);
  switch (first) {
    case 'create':
    case 'replace':
    case 'alter':
      return word(tokens[1]) === 'into' ? insert(tokens) : created(tokens);
    case 'insert':
    case 'upsert':
    case 'with':
    case 'from':
      return insert(tokens);
    case 'merge':
      return {...nothing, kind: 'merge'};
    case 'update':
      return {...nothing, kind: 'update'};
    case 'load':
      return loaded(tokens);
    case 'copy':
      return copied(tokens);
    default:
      return undefined;
  }
}

function insert(tokens: readonly Token[]): WriteHead | undefined {
  const words = tokens.map(word);
  const at = words.findIndex(
    (one, n) =>
      (one === 'insert' || one === 'upsert' || (one === 'replace' && n === 0)) &&
      /^(?:into|overwrite|or|ignore|table)$/.test(words[n + 1] ?? '') &&
      !isSymbol(tokens[n - 1], '.'),
  );
  // A table is named, and no folder.
  const folder = words.findIndex((one, n) => n > at && one === 'directory');
  if (at < 0) {
    const merging = words.findIndex((one, n) => one === 'merge' && words[n + 1] === 'into');
    return merging > 0 ? {...nothing, kind: 'merge'} : undefined;
  }
  const isByName = words.some((one, n) => one === 'by' && words[n + 1] === 'name' && n > at);
  const writtenPaths = folder < 0 ? [] : textsOf(tokens[folder + 1]);
  // `INSERT INTO t TABLE other`
  const plain = words.findIndex(
    (one, n) => one === 'table' && n > at && !/^(?:into|overwrite)$/.test(words[n - 1] ?? ''),
  );
  const reads = plain < 0 ? [] : plainReads(tokens, plain);
  return {...nothing, kind: 'insert', isByName, writtenPaths, reads};
}

export const kindsOfTables = new Set(
  'or replace lazy global local temp temporary transient external managed materialized unlogged volatile recursive secure force'.split(
    ' ',
  ),
);

/** `CREATE TABLE … AS`, `CREATE VIEW … AS`, `ALTER VIEW … AS`. */
export function created(tokens: readonly Token[]): WriteHead | undefined {
  let at = 1;
  const said = new Set<string>();
  for (; kindsOfTables.has(word(tokens[at])); at++) said.add(word(tokens[at]));
  const what = word(tokens[at]);
  if (what !== 'table' && what !== 'view') return undefined;
  at++;
  if (word(tokens[at]) === 'if') at += word(tokens[at + 1]) === 'not' ? 3 : 2;
  const named = pathAt(tokens, at);
  if (named === undefined) return undefined;
  const as = behindAs(tokens, named.behind);
  if (as === undefined) return undefined;
  return {
    ...nothing,
    kind: what === 'view' || said.has('materialized') ? 'view' : 'create',
    path: named.path,
    columns: listed(tokens, named.behind),
    isTemporary: said.has('temp') || said.has('temporary') || isLocalTemporary(named.path),
    queryFrom: as,
    reads: plainReads(tokens, as),
  };
}

/** SQL Server's `#t`; tokens read the sign by itself. */
function isLocalTemporary([name = '']: readonly string[]): boolean {
  return name.startsWith('#');
}

/** `a.b.c` at a token. */
export function pathAt(
  tokens: readonly Token[],
  from: number,
): {path: string[]; behind: number} | undefined {
  const path: string[] = [];
  let at = from;
  for (; isName(tokens[at]); at += 2) {
    path.push((tokens[at] as Token).text);
    if (!isSymbol(tokens[at + 1], '.')) return {path, behind: at + 1};
  }
  return path.length === 0 ? undefined : {path, behind: at};
}

/** Where the query begins: behind the AS that one follows. */
function behindAs(tokens: readonly Token[], from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')')) depth--;
    else if (depth === 0 && word(tokens[at]) === 'as') {
      let next = at + 1;
      while (isSymbol(tokens[next], '(')) next++;
      if (/^(?:select|with|from|values|table|pivot|unpivot|summarize)$/.test(word(tokens[next])))
        return at + 1;
    } else if (depth === 0 && /^(?:select|with)$/.test(word(tokens[at])) && isQueryWord(tokens, at))
      return at;
  }
  return undefined;
}

/** `CREATE TABLE t SELECT …`, as MySQL has it; WITH begins options as well. */
function isQueryWord(tokens: readonly Token[], at: number): boolean {
  return word(tokens[at]) === 'select' || (isName(tokens[at + 1]) && word(tokens[at + 2]) === 'as');
}

/** `CREATE VIEW v (a COMMENT 'x', b)`: names, where they are no definitions. */
function listed(tokens: readonly Token[], from: number): readonly string[] | undefined {
  if (!isSymbol(tokens[from], '(')) return undefined;
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    if (isSymbol(tokens[at], ')') && --depth === 0) return namesBetween(tokens, from + 1, at);
  }
  return undefined;
}

/** `TABLE t`: a table with no FROM before it. */
function plainReads(tokens: readonly Token[], from: number): readonly (readonly string[])[] {
  let at = from;
  while (isSymbol(tokens[at], '(')) at++;
  if (word(tokens[at]) !== 'table') return [];
  const found = pathAt(tokens, at + 1);
  return found === undefined ? [] : [found.path];
}

/** `LOAD DATA INPATH '/in' OVERWRITE INTO TABLE orders`. */
function loaded(tokens: readonly Token[]): WriteHead | undefined {
  const path = tokens.findIndex(token => word(token) === 'inpath' || word(token) === 'infile');
  const into = tokens.findIndex(token => word(token) === 'into');
  if (into < 0) return undefined;
  const at = word(tokens[into + 1]) === 'table' ? into + 2 : into + 1;
  const named = pathAt(tokens, at);
  if (named === undefined) return undefined;
  return {
    ...nothing,
    kind: 'load',
    path: named.path,
    queryFrom: tokens.length,
    readPaths: path < 0 ? [] : textsOf(tokens[path + 1]),
  };
}

/** `COPY orders FROM 'a.csv'`, `COPY orders TO 'a.csv'`, `COPY (SELECT …) TO 'a.csv'`. */
function copied(tokens: readonly Token[]): WriteHead | undefined {
  const named = pathAt(tokens, 1);
  const way = tokens.findIndex(
    (token, n) => n > 0 && /^(?:from|to)$/.test(word(token)) && tokens[n + 1]?.kind === 'text',
  );
  if (way < 0) return undefined;
  const paths = textsOf(tokens[way + 1]);
  const isOut = word(tokens[way]) === 'to';
  if (isOut && named === undefined)
    return {...nothing, kind: 'copy', queryFrom: 1, writtenPaths: paths};
  if (named === undefined) return undefined;
  const common = {...nothing, kind: 'copy', queryFrom: tokens.length} as const;
  return isOut
    ? {...common, reads: [named.path], writtenPaths: paths}
    : {...common, path: named.path, readPaths: paths};
}

function textsOf(token: Token | undefined): string[] {
  return token?.kind === 'text' ? [token.text] : [];
}

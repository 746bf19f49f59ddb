import type {Dialect} from '../dialects.ts';
import {created, kindsOfTables, pathAt} from '../lineage/write-head.ts';
import type {ColumnName, NameCatalog, TableName} from '../name-catalog.ts';
import {ColumnFinder} from '../query/columns.ts';
import {isSymbol, queryTree, same, word} from '../query/query-tree.ts';
import {statementsOf} from '../statement-around.ts';
import {type Token, tokensOf} from '../tokens.ts';
import {definedColumns} from './definitions.ts';

/** A table or view that a text creates, as far as its statement tells. */
export type MadeTable = {
  /** Where its statement begins. */
  readonly from: number;
  readonly path: readonly string[];
  readonly isView: boolean;
  /** Undefined where its statement does not tell all of them. */
  readonly columns: (catalog: NameCatalog) => Promise<readonly ColumnName[] | undefined>;
};

/** The nearest ones of a long text: each statement is read for each question. */
const maxMade = 50;
const maxStatement = 20_000;
const writing = /\b(?:create|cache|alter|drop)\b/i;

/**
 * Names of an engine, and of tables that a text itself creates before a place.
 * @param made asked for when it is needed
 * @param isSure for marks: nothing of tables that are not known whole, and no further tables, of
 *   which others could be missing
 */
export function withMadeTables(
  made: () => readonly MadeTable[],
  database: string,
  catalog: NameCatalog,
  isSure: boolean,
): NameCatalog {
  return {
    databases: () => catalog.databases(),
    otherTables: of => catalog.otherTables(of),
    functions: () => catalog.functions(),
    tables: async of => {
      const own = await catalog.tables(of);
      return isSure ? own : [...madeIn(of, database, made(), own), ...own];
    },
    columns: async (of, table) =>
      await columnsOf([of, table], {made: made(), database, engine: catalog, isSure}),
    ...(catalog.values && {
      values: (...asked) => catalog.values?.(...asked) ?? Promise.resolve([]),
    }),
  };
}

/** Those of a database that it does not have yet. */
function madeIn(
  database: string,
  usual: string,
  made: readonly MadeTable[],
  own: readonly TableName[],
): TableName[] {
  const names = new Set(own.map(({name}) => name.toLowerCase()));
  return made.flatMap(({path, isView}) => {
    const [name = '', of = usual] = path.toReversed();
    if (!same(of, database) || names.has(name.toLowerCase())) return [];
    names.add(name.toLowerCase());
    return [{name, type: isView ? 'VIEW' : 'TABLE', comment: ''}];
  });
}

type Names = {
  readonly made: readonly MadeTable[];
  readonly database: string;
  readonly engine: NameCatalog;
  readonly isSure: boolean;
};
type TablePlace = readonly [database: string, table: string];

function indexOf([database, table]: TablePlace, made: readonly MadeTable[], own: string): number {
  return made.findLastIndex(({path}) => {
    const [name = '', of = own] = path.toReversed();
    return same(name, table) && same(of, database);
  });
}

/**
 * Those that the text says, and those that the engine has: who writes a script has perhaps run a
 * part of it, or changed the table since. A table may be made of others that are made before it.
 */
async function columnsOf(place: TablePlace, names: Names): Promise<readonly ColumnName[]> {
  const {made, database, engine, isSure} = names;
  const at = indexOf(place, made, database);
  const found = made[at];
  if (found === undefined) return await engine.columns(...place);
  const before = {...names, made: made.slice(0, at)};
  const own = await found.columns({
    ...engine,
    columns: (of, table) => columnsOf([of, table], before),
  });
  if (own === undefined && isSure) return [];
  const others = await columnsOf(place, before).catch(() => []);
  if (own === undefined) return others;
  return [...own, ...others.filter(({name}) => !own.some(one => same(one.name, name)))];
}

/** What the statements of a text create, in their order. */
export function madeTables(text: string, dialect: Dialect, database: string): MadeTable[] {
  if (!writing.test(text)) return [];
  return statementsOf(text, dialect)
    .filter(one => one.text.length <= maxStatement && writing.test(one.text))
    .slice(-maxMade)
    .flatMap(({text: statement, from}) => madeBy({statement, from}, dialect, database) ?? []);
}

function madeBy(
  {statement, from}: {readonly statement: string; readonly from: number},
  dialect: Dialect,
  database: string,
): MadeTable | undefined {
  const tokens = tokensOf(statement, dialect).filter(({kind}) => kind !== 'comment');
  const first = word(tokens[0]);
  if (!/^(?:create|cache|alter|drop)$/.test(first)) return undefined;
  let at = 1;
  while (kindsOfTables.has(word(tokens[at]))) at++;
  const what = word(tokens[at]);
  if (what !== 'table' && what !== 'view') return undefined;
  at++;
  if (word(tokens[at]) === 'if') at += word(tokens[at + 1]) === 'not' ? 3 : 2;
  const named = pathAt(tokens, at);
  if (named === undefined || named.path.length > 2) return undefined;
  const known = /^(?:create|cache)$/.test(first)
    ? sourceOf(tokens, named.behind, statement)
    : undefined;
  return {
    from,
    path: named.path,
    isView: what === 'view',
    columns: async catalog => await known?.(catalog, database),
  };
}

type Source = (
  catalog: NameCatalog,
  database: string,
) => Promise<readonly ColumnName[] | undefined>;

/** Where the columns of a new table come from. Undefined where its statement does not say. */
function sourceOf(tokens: readonly Token[], behind: number, statement: string): Source | undefined {
  const head = created(tokens);
  const list = isSymbol(tokens[behind], '(') ? inParentheses(tokens, behind) : [];
  if (head !== undefined) {
    // Types beside a query: columns of both.
    const hasTypes = (definedColumns(list, statement) ?? []).some(({type}) => type !== '');
    if (hasTypes) return undefined;
    return async (catalog, database) => {
      const tree = queryTree(tokens.slice(head.queryFrom), statement.length);
      const {list: below, isComplete} = await new ColumnFinder(catalog, database).ofQuery(
        tree.queries[0],
      );
      if (head.columns === undefined) return isComplete ? below : undefined;
      return head.columns.map((name, n) => ({type: '', comment: '', ...below[n], name}));
    };
  }
  if (word(tokens[behind]) === 'like') {
    const other = pathAt(tokens, behind + 1)?.path ?? [];
    const [name, of] = other.toReversed();
    if (name === undefined || other.length > 2) return undefined;
    return async (catalog, database) => await catalog.columns(of ?? database, name);
  }
  const own = definedColumns(list, statement);
  if (own === undefined || own.length === 0) return undefined;
  const by = tokens.findIndex(
    (token, n) => n > behind && word(token) === 'partitioned' && isSymbol(tokens[n + 2], '('),
  );
  const partitions = by < 0 ? [] : definedColumns(inParentheses(tokens, by + 2), statement, true);
  return async () => [...own, ...(partitions ?? [])];
}

function inParentheses(tokens: readonly Token[], open: number): readonly Token[] {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')') && --depth === 0) return tokens.slice(open + 1, at);
  }
  return tokens.slice(open + 1);
}

/** Works something out when it is asked for first. */
export function once<T>(work: () => T): () => T {
  let known: {readonly value: T} | undefined;
  return () => (known ??= {value: work()}).value;
}

import type {Dialect} from '../dialects.ts';
import {created, kindsOfTables, pathAt} from '../lineage/write-head.ts';
import type {ColumnName, NameCatalog, TableName} from '../name-catalog.ts';
import {ColumnFinder, type Columns} from '../query/columns.ts';
import {isSymbol, queryTree, same, word} from '../query/query-tree.ts';
import {statementsOf} from '../statement-around.ts';
import {type Token, tokensOf} from '../tokens.ts';
import {definedColumns} from './definitions.ts';

/** What a statement of a text does to a table or view, as far as it tells. */
export type MadeTable = {
  /** Where the statement begins. */
  readonly from: number;
  /** Where its name is written. */
  readonly name: {readonly from: number; readonly to: number};
  readonly path: readonly string[];
  readonly isView: boolean;
  /** Whether it is there afterwards; undefined where it is if it was. */
  readonly isThere: boolean | undefined;
  /** Not complete where the statement does not tell all of them. */
  readonly columns: (catalog: NameCatalog) => Promise<Columns>;
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
  const known = new Map<number, Promise<readonly ColumnName[]>>();
  return {
    databases: () => catalog.databases(),
    otherTables: of => catalog.otherTables(of),
    functions: () => catalog.functions(),
    tables: async of => {
      const own = await catalog.tables(of);
      const added = isSure ? [] : madeIn(of, database, made(), own);
      return added.length === 0 ? own : [...added, ...own];
    },
    columns: async (of, table) =>
      await columnsOf([of, table], {made: made(), database, engine: catalog, isSure, known}),
    ...(catalog.values && {
      values: (...asked) => catalog.values?.(...asked) ?? Promise.resolve([]),
    }),
  };
}

/** Those of a database that it does not have yet, and that no later statement drops or renames. */
function madeIn(
  database: string,
  usual: string,
  made: readonly MadeTable[],
  own: readonly TableName[],
): TableName[] {
  // Of what may be many thousand tables no list is made for most texts.
  if (made.length === 0) return [];
  const names = new Set(own.map(({name}) => name.toLowerCase()));
  const there = new Map<string, TableName>();
  for (const {path, isView, isThere} of made) {
    const [name = '', of = usual] = path.toReversed();
    if (!same(of, database) || names.has(name.toLowerCase())) continue;
    if (isThere === false) there.delete(name.toLowerCase());
    else if (isThere === true)
      there.set(name.toLowerCase(), {name, type: isView ? 'VIEW' : 'TABLE', comment: ''});
  }
  return [...there.values()];
}

type Names = {
  readonly made: readonly MadeTable[];
  readonly database: string;
  readonly engine: NameCatalog;
  readonly isSure: boolean;
  /** What is known of each of those that are made: each is read once. */
  readonly known: Map<number, Promise<readonly ColumnName[]>>;
};
export type TablePlace = readonly [database: string, table: string];

function indexOf([database, table]: TablePlace, made: readonly MadeTable[], own: string): number {
  return made.findLastIndex(({path}) => {
    const [name = '', of = own] = path.toReversed();
    return same(name, table) && same(of, database);
  });
}

/** What made the table that there is now, where the text did. */
export function makerOf(
  place: TablePlace,
  made: readonly MadeTable[],
  database: string,
): MadeTable | undefined {
  const known = made.filter(({isThere}) => isThere !== undefined);
  const last = known[indexOf(place, known, database)];
  return last?.isThere === true ? last : undefined;
}

/**
 * Those that the text says, and those that the engine has: who writes a script has perhaps run a
 * part of it, or changed the table since. A table may be made of others that are made before it.
 */
async function columnsOf(place: TablePlace, names: Names): Promise<readonly ColumnName[]> {
  const {made, database, engine, known} = names;
  const at = indexOf(place, made, database);
  const found = made[at];
  if (found === undefined) return await engine.columns(...place);
  let columns = known.get(at);
  if (columns === undefined) {
    columns = madeColumns(found, place, {...names, made: made.slice(0, at)});
    known.set(at, columns);
  }
  return await columns;
}

/** @param before what is made before it */
async function madeColumns(
  found: MadeTable,
  place: TablePlace,
  before: Names,
): Promise<readonly ColumnName[]> {
  const own = await found.columns({
    ...before.engine,
    columns: (of, table) => columnsOf([of, table], before),
  });
  if (!own.isComplete && before.isSure) return [];
  const others = await columnsOf(place, before).catch(() => []);
  // Each name once: a star beside a star would have twice as many with each table.
  const byName = Map.groupBy([...own.list, ...others], ({name}) => name.toLowerCase());
  return [...byName.values()].flatMap(([first]) => first ?? []);
}

/** What the statements of a text create, in their order. */
export function madeTables(text: string, dialect: Dialect, database: string): MadeTable[] {
  if (!writing.test(text)) return [];
  return statementsOf(text, dialect)
    .filter(one => one.text.length <= maxStatement && writing.test(one.text))
    .slice(-maxMade)
    .flatMap(({text: statement, from}) => madeBy({statement, from}, dialect, database));
}

function madeBy(
  {statement, from}: {readonly statement: string; readonly from: number},
  dialect: Dialect,
  database: string,
): MadeTable[] {
  const tokens = tokensOf(statement, dialect).filter(({kind}) => kind !== 'comment');
  const first = word(tokens[0]);
  if (!/^(?:create|cache|alter|drop)$/.test(first)) return [];
  let at = 1;
  while (kindsOfTables.has(word(tokens[at]))) at++;
  const what = word(tokens[at]);
  if (what !== 'table' && what !== 'view') return [];
  at++;
  // What was there already may have other columns.
  const isOpen = word(tokens[at]) === 'if' && word(tokens[at + 1]) === 'not';
  if (word(tokens[at]) === 'if') at += isOpen ? 3 : 2;
  const named = pathAt(tokens, at);
  if (named === undefined || named.path.length > 2) return [];
  const {path, behind} = named;
  const place = (token: Token | undefined) => ({
    from: from + (token?.from ?? 0),
    to: from + (token?.to ?? 0),
  });
  const name = place(tokens[behind - 1]);
  const one = {from, path, name, isView: what === 'view', columns: async () => unknown};
  if (first === 'drop') return [{...one, isThere: false}];
  if (first === 'alter') {
    const other = newPath(tokens);
    if (other === undefined) return [{...one, isThere: undefined}];
    const [renamed = '', of = path.at(-2) ?? database] = other.path.toReversed();
    const columns = async (catalog: NameCatalog) => await sameAs(path)(catalog, database);
    // The new one is made of what the old one was before.
    return [
      {
        ...one,
        path: [of, renamed],
        name: place(tokens[other.behind - 1]),
        isThere: true,
        columns,
      },
      {...one, isThere: false},
    ];
  }
  const source = sourceOf(tokens, behind, statement);
  return [
    {
      ...one,
      isThere: true,
      columns: async catalog => {
        const {list, isComplete} = (await source?.(catalog, database)) ?? unknown;
        return {list, isComplete: isComplete && !isOpen};
      },
    },
  ];
}

type Source = (catalog: NameCatalog, database: string) => Promise<Columns>;
const unknown: Columns = {list: [], isComplete: false};

/** `RENAME TO other` of an ALTER, and no `RENAME TO PARTITION (…)`. */
function newPath(tokens: readonly Token[]): ReturnType<typeof pathAt> {
  const to = tokens.findIndex(
    (token, n) => word(token) === 'to' && word(tokens[n - 1]) === 'rename',
  );
  const named = to < 0 ? undefined : pathAt(tokens, to + 1);
  return named === undefined || named.path.length > 2 || isSymbol(tokens[named.behind], '(')
    ? undefined
    : named;
}

/** Columns of another table. */
function sameAs(path: readonly string[]): Source {
  const [name = '', of] = path.toReversed();
  return async (catalog, database) => {
    const list = await catalog.columns(of ?? database, name).catch(() => []);
    return {list, isComplete: list.length > 0};
  };
}

/** Where the columns of a new table come from. Undefined where its statement does not say. */
function sourceOf(tokens: readonly Token[], behind: number, statement: string): Source | undefined {
  const head = created(tokens);
  const list = isSymbol(tokens[behind], '(') ? inParentheses(tokens, behind) : [];
  const own = definedColumns(list, statement);
  if (head !== undefined) {
    // Types beside a query: columns of both.
    if (own === undefined || own.some(({type}) => type !== '')) return undefined;
    // Not names alone: keys of the query's columns, as MySQL has them.
    const isNamed = own.length === (head.columns ?? []).length;
    return async (catalog, database) => {
      const tree = queryTree(tokens.slice(head.queryFrom), statement.length);
      const below = await new ColumnFinder(catalog, database).ofQuery(tree.queries[0]);
      if (head.columns === undefined || !isNamed)
        return {list: below.list, isComplete: below.isComplete && isNamed};
      const columns = head.columns.map((name, n) => ({
        type: '',
        comment: '',
        ...below.list[n],
        name,
      }));
      return {list: columns, isComplete: true};
    };
  }
  if (word(tokens[behind]) === 'like') {
    const other = pathAt(tokens, behind + 1)?.path ?? [];
    return other.length === 0 || other.length > 2 ? undefined : sameAs(other);
  }
  if (own === undefined || own.length === 0) return undefined;
  const words = tokens.slice(behind).map(word);
  const by = tokens.findIndex(
    (token, n) => n > behind && word(token) === 'partitioned' && isSymbol(tokens[n + 2], '('),
  );
  const partitions = by < 0 ? [] : definedColumns(inParentheses(tokens, by + 2), statement, true);
  const all = {list: [...own, ...(partitions ?? [])], isComplete: !words.includes('inherits')};
  return () => Promise.resolve(all);
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

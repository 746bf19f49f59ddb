import {problemText} from '@gazetteer/ui';
import {type Query, useQueries, useQuery} from '@tanstack/react-query';
import {useMemo} from 'react';
import {databasesQuery, functionsQuery, tableQuery, tablesQuery} from '../api/queries.ts';
import type {TableAnswer, TableName} from '../api/wire.ts';
import {databaseKey, functionsKey, type Names, searchKey, tableKey} from './tree-rows.ts';
import {useFoundTables} from './use-found-tables.ts';

/**
 * Of an engine that cannot be asked for tables of all databases, a filter looks into so many that
 * were not opened: each is a question to the engine.
 */
const maxSearched = 50;

type Answer<Data> = {readonly data: Data | undefined; readonly error: unknown};

/**
 * The same list as before while nothing new has come. Of each answer only this, so that one that is
 * asked again and stays the same draws nothing anew.
 */
const answersOf = <Data>(results: readonly Answer<Data>[]): readonly Answer<Data>[] =>
  results.map(({data, error}) => ({data, error}));

/**
 * Asks for the names that the open parts of the tree show, and with a filter for the tables of
 * others, too. `names` stays the same object until there are others: to make rows of many thousand
 * tables takes longer than a keystroke may.
 */
export function useNames(engine: string, open: ReadonlySet<string>, filter: string) {
  const {found, error: lost, isPending} = useFoundTables(engine, filter);
  const isFiltered = filter.trim() !== '';
  const isListed = isFiltered && found?.isSearched === false;
  const databases = useQuery(databasesQuery(engine));
  const {openDatabases, openTables} = useOpen(open, databases.data, isListed);
  const tables = useQueries({
    queries: openDatabases.map(([, [database = '']]) => tablesQuery(engine, database)),
    combine: answersOf<readonly TableName[]>,
  });
  const columns = useQueries({
    queries: openTables.map(([, [database = '', table = '']]) =>
      tableQuery(engine, database, table),
    ),
    combine: answersOf<TableAnswer>,
  });
  const {data: functions, error: failure} = useQuery({
    ...functionsQuery(engine),
    enabled: open.has(functionsKey),
  });

  const names = useMemo((): Names => {
    const failures = new Map<string, string>();
    const tablesBy = new Map<string, readonly TableName[]>();
    const columnsBy = new Map<string, TableAnswer>();
    openDatabases.forEach(([key], n) => note(key, tables[n], tablesBy, failures));
    openTables.forEach(([key], n) => note(key, columns[n], columnsBy, failures));
    note(
      functionsKey,
      {data: functions, error: failure},
      new Map<string, readonly string[]>(),
      failures,
    );
    if (isFiltered && lost !== null) failures.set(searchKey, problemText(lost));
    const foundBy = Map.groupBy(isFiltered ? (found?.tables ?? []) : [], one => one.database);
    return {
      databases: databases.data ?? [],
      tables: database => tablesBy.get(databaseKey(database)) ?? foundBy.get(database),
      table: (database, table) => columnsBy.get(tableKey(database, table)),
      functions,
      searched: {
        pending: isListed
          ? tables.filter(({data, error}) => data === undefined && error === null).length
          : isPending
            ? (databases.data ?? []).length - openDatabases.length
            : 0,
        left: isListed ? (databases.data ?? []).length - openDatabases.length : 0,
        more: isListed ? 0 : (found?.total ?? 0) - (found?.tables.length ?? 0),
      },
      failures,
    };
  }, [
    databases.data,
    openDatabases,
    openTables,
    tables,
    columns,
    functions,
    failure,
    found,
    isFiltered,
    isListed,
    isPending,
    lost,
  ]);
  return {names, databases};
}

type Opened = readonly (readonly [key: string, path: readonly string[]])[];

/**
 * What is open of that which still exists: what was opened is kept for longer than databases are.
 */
function useOpen(
  open: ReadonlySet<string>,
  databases: readonly string[] | undefined,
  isListed: boolean,
): {readonly openDatabases: Opened; readonly openTables: Opened} {
  return useMemo(() => {
    const opened = [...open].map(key => [key, pathOf(key)] as const);
    const all = databases ?? [];
    const searched = isListed
      ? all.slice(0, maxSearched).map(name => [databaseKey(name), [name]] as const)
      : [];
    const shown = opened.filter(
      ([key, path]) => key.startsWith('d ') && all.includes(path[0] ?? ''),
    );
    return {
      openDatabases: [...new Map<string, readonly string[]>([...shown, ...searched])],
      openTables: opened.filter(
        ([key, path]) => key.startsWith('t ') && open.has(databaseKey(path[0] ?? '')),
      ),
    };
  }, [open, databases, isListed]);
}

/** What came stays in sight when asking again has failed. */
function note<Data>(
  key: string,
  result: Answer<Data> | undefined,
  found: Map<string, Data>,
  failures: Map<string, string>,
): void {
  if (result?.data !== undefined) found.set(key, result.data);
  else if (result?.error !== null && result?.error !== undefined)
    failures.set(key, problemText(result.error));
}

function pathOf(key: string): readonly string[] {
  return key.includes(' ') ? (JSON.parse(key.slice(2)) as string[]) : [];
}

/** The names of one engine, for asking for them anew. */
export function isNameOf(engine: string): (query: Query) => boolean {
  return ({queryKey: [kind, of]}) => kind === 'names' && of === engine;
}

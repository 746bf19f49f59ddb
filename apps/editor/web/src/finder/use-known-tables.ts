import {useQueries, useQuery} from '@tanstack/react-query';
import {useMemo} from 'react';
import {databasesQuery, queries, tablesQuery} from '../api/queries.ts';
import type {TableName} from '../api/wire.ts';
import {useFoundTables} from '../assist/use-found-tables.ts';
import type {PlacedTable} from './ranked-tables.ts';

/** Lists of so many databases are asked for where the engine has no question for all of them. */
const maxListed = 50;

/** Tables that fit a text: those that are known already, then those that the engine finds. */
export function useKnownTables(engine: string, text: string) {
  const {found, error, isPending} = useFoundTables(engine, text);
  const {data: databases = []} = useQuery(databasesQuery(engine));
  const isListed = found?.isSearched === false;
  const listed = useQueries({
    queries: (isListed ? databases.slice(0, maxListed) : []).map(name => tablesQuery(engine, name)),
    combine: lists => ({
      // How many have come tells when to look anew.
      come: lists.filter(({data}) => data !== undefined).length,
      pending: lists.filter(one => one.isPending).length,
    }),
  });
  const {come} = listed;
  const tables = useMemo(() => {
    // Read anew when another list has come.
    const known = come < 0 ? [] : knownTables(engine);
    return [...known, ...(found?.tables ?? [])];
  }, [engine, found, come]);
  return {
    tables,
    error,
    isPending: isPending || listed.pending > 0,
    left: isListed ? Math.max(0, databases.length - maxListed) : 0,
  };
}

/** Of the lists that were asked for by the tree or by completion. */
function* knownTables(engine: string): Generator<PlacedTable> {
  const lists = queries.getQueriesData<readonly TableName[]>({
    queryKey: ['names', engine, 'tables'],
  });
  for (const [[, , , database], tables = []] of lists)
    for (const table of tables) yield {...table, database: String(database)};
}

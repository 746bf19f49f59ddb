import {queryOptions, useQueries, useQuery, type UseQueryResult} from '@tanstack/react-query';
import {useMemo} from 'react';
import {ask} from '../api/request.ts';
import {catalogQuery, type KnownAsset} from '../catalog/known-tables.ts';
import {tableKey, type TreeRow} from './tree-rows.ts';

/** Tables that are asked for at once: those in sight with some of their neighbours. */
const chunkSize = 50;

type Told = readonly {readonly key: string; readonly asset: KnownAsset}[];

/** What the catalog knows of the tables that are in sight, by the key of their rows. */
export function useMarks(
  engine: string,
  rows: readonly TreeRow[],
  inSight: readonly TreeRow[],
): ReadonlyMap<string, KnownAsset> {
  const isThere = useQuery(catalogQuery).data?.isThere === true;
  const chunkOf = useMemo(() => chunked(rows), [rows]);
  const seen = isThere ? inSight.map(({key}) => chunkOf.get(key)) : [];
  const chunks = new Set(seen.filter(chunk => chunk !== undefined));
  return useQueries({
    queries: [...chunks].map(chunk => marksQuery(engine, chunk)),
    combine: byKey,
  });
}

/**
 * The chunk of each table, which stays when another database is opened. Cut by place in the list
 * and not by what is in sight: scrolling by a row would ask for fifty tables again.
 */
function chunked(rows: readonly TreeRow[]): ReadonlyMap<string, readonly TreeRow[]> {
  const tables = rows.filter(({kind}) => kind === 'table' || kind === 'view');
  const chunks = [...Map.groupBy(tables, ({path}) => path[0]).values()].flatMap(those =>
    Array.from({length: Math.ceil(those.length / chunkSize)}, (_, n) =>
      those.slice(n * chunkSize, (n + 1) * chunkSize),
    ),
  );
  return new Map(chunks.flatMap(chunk => chunk.map(row => [row.key, chunk] as const)));
}

const marksQuery = (engine: string, chunk: readonly TreeRow[]) =>
  queryOptions({
    queryKey: ['catalog', 'marks', engine, chunk.map(({path}) => path)],
    queryFn: async ({signal}): Promise<Told> => {
      const named = chunk.map(({path: [database = '', table = '']}) => ({database, table}));
      const body = {engine, tables: named, withColumns: false};
      const {tables} = await ask('POST /api/v1/catalog/tables', {body}, {signal});
      return tables.flatMap(({database, table, asset}) =>
        asset === undefined ? [] : [{key: tableKey(database, table), asset}],
      );
    },
    staleTime: 60_000,
  });

function byKey(results: readonly UseQueryResult<Told>[]): ReadonlyMap<string, KnownAsset> {
  return new Map(
    results.flatMap(({data = []}) => data.map(({key, asset}) => [key, asset] as const)),
  );
}

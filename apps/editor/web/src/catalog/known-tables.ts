import {queryOptions} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';

type Told = Answer<'POST /api/v1/catalog/tables'>;
/** What the catalog knows of a table; undefined where there is no catalog, or it is away. */
export type KnownTable = Told['tables'][number] | undefined;
export type KnownAsset = NonNullable<NonNullable<KnownTable>['asset']>;

type Asked = {
  readonly engine: string;
  readonly database: string;
  readonly table: string;
  readonly withColumns: boolean;
  readonly told: PromiseWithResolvers<KnownTable>;
};

/** What is drawn at once is asked for at once. */
const gatherMs = 10;
const maxTables = 200;
let asked: Asked[] = [];

/** Whether there is a catalog, and where its pages are. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({signal}) => ask('GET /api/v1/catalog', {}, {signal}),
  staleTime: 60_000,
});

/** Of one table; those that are wanted at the same time are one request. */
export const knownTableQuery = (
  engine: string,
  database: string,
  table: string,
  withColumns: boolean,
) =>
  queryOptions({
    queryKey: ['catalog', 'table', engine, database, table, withColumns],
    queryFn: async () => {
      if (asked.length === 0) setTimeout(askAll, gatherMs);
      const told = Promise.withResolvers<KnownTable>();
      asked.push({engine, database, table, withColumns, told});
      // The cache has no place for undefined.
      return (await told.promise) ?? null;
    },
    staleTime: 60_000,
  });

function askAll(): void {
  const all = asked;
  asked = [];
  const groups = Map.groupBy(all, ({engine, withColumns}) => `${withColumns} ${engine}`);
  for (const group of groups.values())
    for (let from = 0; from < group.length; from += maxTables)
      void askFor(group.slice(from, from + maxTables));
}

async function askFor(group: readonly Asked[]): Promise<void> {
  const [{engine = '', withColumns = false} = {}] = group;
  const tables = group.map(({database, table}) => ({database, table}));
  try {
    const answer = await ask('POST /api/v1/catalog/tables', {body: {engine, tables, withColumns}});
    group.forEach(({told}, i) => told.resolve(answer.tables[i]));
  } catch (error) {
    for (const {told} of group) told.reject(error);
  }
}

import {queryOptions} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';

type Told = Answer<'POST /api/v1/catalog/tables'>;
/** What the catalog knows of a table; undefined where there is no catalog, or it is away. */
type KnownTable = Told['tables'][number] | undefined;
export type KnownAsset = NonNullable<NonNullable<KnownTable>['asset']>;

/**
 * Whether there is a catalog, and where its pages are. Whether there is one does not change while
 * the server runs, but whether it answers does.
 */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({signal}) => ask('GET /api/v1/catalog', {}, {signal}),
  staleTime: 60_000,
});

/** Of a table, with its columns as far as there is something to say of them. */
export const knownTableQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['catalog', 'table', engine, database, table],
    queryFn: async ({signal}) => {
      const body = {engine, tables: [{database, table}], withColumns: true};
      const {tables} = await ask('POST /api/v1/catalog/tables', {body}, {signal});
      // The cache has no place for undefined.
      return tables[0] ?? null;
    },
    staleTime: 60_000,
  });

/** Its page in the catalog, whose pages are at `url`. */
export const assetAddress = (url: string, guid: string): string =>
  `${url}/n/index.html#!/detailPage/${guid}`;

/** Where an administrator makes a source of an engine. */
export const engineAddress = (url: string, engine: string): string =>
  `${url}/n/index.html#!/sources?engine=${encodeURIComponent(engine)}`;

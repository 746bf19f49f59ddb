import {UnreachableError} from '@gazetteer/ui';
import {QueryClient, queryOptions} from '@tanstack/react-query';
import {ApiFailure, ask} from './request.ts';
import {session} from './session.ts';
import type {Sample, TableAnswer, TableDescription} from './wire.ts';

/** Every read of the pages: what it is called in the cache and where it comes from. */

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server's refusals do not change by asking again; a lost connection may.
      retry: (count, error) =>
        count < 2 &&
        (error instanceof UnreachableError || (error instanceof ApiFailure && error.status >= 502 && !error.isPopup)),
      refetchOnWindowFocus: false,
    },
  },
});

/** Names of tables change seldom, and there may be many thousands. */
const namesStaleMs = 5 * 60_000;

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({signal}) => {
    await session.start();
    return await ask('GET /api/v1/get_config', {}, {signal});
  },
  staleTime: Infinity,
});

export const databasesQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'databases'],
    queryFn: async ({signal}) =>
      (await ask('POST /api/editor/autocomplete', {body: {snippet: {type: engine}}}, {signal})).databases ?? [],
    staleTime: namesStaleMs,
  });

export const tablesQuery = (engine: string, database: string) =>
  queryOptions({
    queryKey: ['names', engine, 'tables', database],
    queryFn: async ({signal}) =>
      (
        await ask(
          'POST /api/editor/autocomplete/{names}',
          {path: {names: [database]}, body: {snippet: {type: engine}}},
          {signal},
        )
      ).tables_meta ?? [],
    staleTime: namesStaleMs,
  });

export const tableQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['names', engine, 'columns', database, table],
    queryFn: async ({signal}) =>
      (await ask(
        'POST /api/editor/autocomplete/{names}',
        {path: {names: [database, table]}, body: {snippet: {type: engine}}},
        {signal},
      )) as TableAnswer,
    staleTime: namesStaleMs,
  });

export const functionsQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'functions'],
    queryFn: async ({signal}) =>
      (
        await ask('POST /api/editor/autocomplete', {body: {snippet: {type: engine}, operation: 'functions'}}, {signal})
      ).functions?.map(({name}) => name) ?? [],
    staleTime: Infinity,
  });

export const functionQuery = (engine: string, name: string) =>
  queryOptions({
    queryKey: ['names', engine, 'function', name],
    queryFn: async ({signal}) =>
      (
        await ask(
          'POST /api/editor/autocomplete/{names}',
          {path: {names: [name]}, body: {snippet: {type: engine}, operation: 'function'}},
          {signal},
        )
      ).function ?? {name, signature: '', description: ''},
    staleTime: Infinity,
  });

export const describeQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['describe', engine, database, table],
    queryFn: async ({signal}) =>
      (await ask(
        'POST /api/editor/describe/{names}',
        {path: {names: [database, table]}, body: {source_type: engine}},
        {signal},
      )) as TableDescription,
    staleTime: 60_000,
  });

export const sampleQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['sample', engine, database, table],
    queryFn: async ({signal}) =>
      (await ask(
        'POST /api/editor/sample/{names}',
        {path: {names: [database, table]}, body: {snippet: {type: engine}}},
        {signal},
      )) as Sample,
    staleTime: 60_000,
  });

export const partitionsQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['partitions', engine, database, table],
    queryFn: async ({signal}) =>
      await ask(
        'POST /api/editor/partitions/{names}',
        {path: {names: [database, table]}, body: {snippet: {type: engine}}},
        {signal},
      ),
    staleTime: 60_000,
  });

export const statsQuery = (engine: string, database: string, table: string, column: string) =>
  queryOptions({
    queryKey: ['stats', engine, database, table, column],
    queryFn: async ({signal}) => {
      const names = [database, table, 'stats', column];
      const {stats = []} = await ask(
        'POST /api/editor/describe/{names}',
        {path: {names}, body: {source_type: engine}},
        {signal},
      );
      return stats.flatMap(one => Object.entries(one));
    },
    staleTime: 60_000,
  });

export const resultQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['result', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/results/{uuid}', {path: {uuid}}, {signal}),
    staleTime: Infinity,
  });

import {UnreachableError} from '@gazetteer/ui';
import {QueryClient, queryOptions} from '@tanstack/react-query';
import {ApiFailure, call, get} from './request.ts';
import {session} from './session.ts';
import type {
  Config,
  Envelope,
  FunctionDescription,
  Partitions,
  ResultFacts,
  Sample,
  TableAnswer,
  TableDescription,
  TableName,
} from './wire.ts';

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
    return await get<Config>('/api/v1/get_config', signal);
  },
  staleTime: Infinity,
});

export const databasesQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'databases'],
    queryFn: async ({signal}) =>
      (await call<Envelope & {databases: readonly string[]}>('autocomplete/', {snippet: {type: engine}}, signal))
        .databases,
    staleTime: namesStaleMs,
  });

export const tablesQuery = (engine: string, database: string) =>
  queryOptions({
    queryKey: ['names', engine, 'tables', database],
    queryFn: async ({signal}) =>
      (
        await call<Envelope & {tables_meta: readonly TableName[]}>(
          `autocomplete/${encodeURIComponent(database)}`,
          {snippet: {type: engine}},
          signal,
        )
      ).tables_meta,
    staleTime: namesStaleMs,
  });

export const tableQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['names', engine, 'columns', database, table],
    queryFn: async ({signal}) =>
      await call<TableAnswer>(
        `autocomplete/${encodeURIComponent(database)}/${encodeURIComponent(table)}`,
        {snippet: {type: engine}},
        signal,
      ),
    staleTime: namesStaleMs,
  });

export const functionsQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'functions'],
    queryFn: async ({signal}) =>
      (
        await call<Envelope & {functions: readonly {name: string}[]}>(
          'autocomplete/',
          {snippet: {type: engine}, operation: 'functions'},
          signal,
        )
      ).functions.map(({name}) => name),
    staleTime: Infinity,
  });

export const functionQuery = (engine: string, name: string) =>
  queryOptions({
    queryKey: ['names', engine, 'function', name],
    queryFn: async ({signal}) =>
      (
        await call<FunctionDescription>(
          `autocomplete/${encodeURIComponent(name)}`,
          {snippet: {type: engine}, operation: 'function'},
          signal,
        )
      ).function,
    staleTime: Infinity,
  });

export const describeQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['describe', engine, database, table],
    queryFn: async ({signal}) =>
      await call<TableDescription>(
        `describe/${encodeURIComponent(database)}/${encodeURIComponent(table)}`,
        {source_type: engine},
        signal,
      ),
    staleTime: 60_000,
  });

export const sampleQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['sample', engine, database, table],
    queryFn: async ({signal}) =>
      await call<Sample>(
        `sample/${encodeURIComponent(database)}/${encodeURIComponent(table)}`,
        {snippet: {type: engine}},
        signal,
      ),
    staleTime: 60_000,
  });

export const partitionsQuery = (engine: string, database: string, table: string) =>
  queryOptions({
    queryKey: ['partitions', engine, database, table],
    queryFn: async ({signal}) =>
      await call<Partitions>(
        `partitions/${encodeURIComponent(database)}/${encodeURIComponent(table)}`,
        {snippet: {type: engine}},
        signal,
      ),
    staleTime: 60_000,
  });

export const statsQuery = (engine: string, database: string, table: string, column: string) =>
  queryOptions({
    queryKey: ['stats', engine, database, table, column],
    queryFn: async ({signal}) => {
      const path = [database, table, 'stats', column].map(encodeURIComponent).join('/');
      const {stats} = await call<Envelope & {stats: readonly Readonly<Record<string, string>>[]}>(
        `describe/${path}`,
        {source_type: engine},
        signal,
      );
      return stats.flatMap(one => Object.entries(one));
    },
    staleTime: 60_000,
  });

export const resultQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['result', uuid],
    queryFn: ({signal}) => get<ResultFacts>(`/api/v1/results/${uuid}`, signal),
    staleTime: Infinity,
  });

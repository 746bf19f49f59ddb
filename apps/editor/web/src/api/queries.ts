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
        (error instanceof UnreachableError ||
          (error instanceof ApiFailure && error.status >= 502 && !error.isPopup)),
      // Engines are asked by these: to come back to a window is no reason to.
      refetchOnWindowFocus: false,
    },
  },
});

/** Names of tables change seldom, and there may be many thousands. */
const namesStaleMs = 5 * 60_000;

/**
 * What may be done here, and with which engines. It starts the session first, which one may have
 * lost since the page was loaded.
 */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({signal}) => {
    await session.start();
    return await ask('GET /api/v1/get_config', {}, {signal});
  },
  staleTime: Infinity,
});

/**
 * Names for the tree and for completion, which share them; they stay until somebody asks for them
 * anew.
 */
export const databasesQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'databases'],
    queryFn: async ({signal}) =>
      (await ask('POST /api/editor/autocomplete', {body: {snippet: {type: engine}}}, {signal}))
        .databases ?? [],
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

/** Tables of all databases with a text in their names. */
export const foundTablesQuery = (engine: string, name: string) =>
  queryOptions({
    queryKey: ['names', engine, 'found', name],
    queryFn: ({signal}) =>
      ask('GET /api/v1/tables/{engine}', {path: {engine}, query: {name}}, {signal}),
    staleTime: namesStaleMs,
  });

/** Columns of a table, with what the engine tells of each. */
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

/** Functions of an engine; none for engines that do not list them. */
export const functionsQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'functions'],
    queryFn: async ({signal}) =>
      (
        await ask(
          'POST /api/editor/autocomplete',
          {body: {snippet: {type: engine}, operation: 'functions'}},
          {signal},
        )
      ).functions?.map(({name}) => name) ?? [],
    staleTime: Infinity,
  });

/** What a function does; it does not change while the engine runs. */
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

/** So many statements are looked at to see what somebody uses. */
const lastStatements = 200;
/** Longer ones are loads of data more often than questions, and would take long to come. */
const maxStatementLength = 5000;

/** What the user ran last on an engine, and which tables all users query most. */
export const usedQuery = (engine: string) =>
  queryOptions({
    queryKey: ['names', engine, 'used'],
    queryFn: async ({signal}) => {
      const query = {engine, limit: lastStatements, maxLength: maxStatementLength};
      const [{statements}, {tables}] = await Promise.all([
        ask('GET /api/v1/history', {query}, {signal}),
        // Without the catalog, or with one that refuses, one's own statements still tell.
        ask('GET /api/v1/catalog/queried', {query: {engine}}, {signal}).catch(() => ({tables: []})),
      ]);
      return {
        statements: statements
          .filter(({state}) => state !== 'failed')
          .map(({statement, database}) => ({statement, database})),
        tables,
      };
    },
    staleTime: namesStaleMs,
  });

/** What the engine knows of a table beside its columns: owner, location, format. */
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

/**
 * First rows of a table. It runs a statement, so it is asked for only when somebody opens it.
 * @throws ApiFailure what the engine says of it, such as that somebody may not read the table.
 */
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

/** Partitions, as many as the server is set up to list. */
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

/**
 * Numbers of a column as pairs of name and value, in the engine's order: each engine has other
 * ones.
 */
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

/**
 * What a kept result is. It never changes again; when it is gone the server says so with the next
 * page of rows.
 */
export const resultQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['result', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/results/{uuid}', {path: {uuid}}, {signal}),
    staleTime: Infinity,
  });

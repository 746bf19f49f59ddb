import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import {hasEnded, pollMs} from '../../tasks/queries.ts';

export type Source = Schemas['Source'];
export type SourceRun = Schemas['SourceRun'];
export type SourceType = Schemas['SourceType'];
export type SourceKey = Schemas['SourceKey'];

/** How often it is looked whether a schedule has begun a run. */
const schedulePollMs = 30_000;

/** Nothing is asked again as long as nothing can change by itself. */
function nextLook(sources: readonly Source[]): number | false {
  if (sources.some(({lastRun}) => lastRun !== undefined && !hasEnded(lastRun.status)))
    return pollMs;
  return sources.some(one => one.schedule !== '') ? schedulePollMs : false;
}

export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: async ({signal}) => (await client.call('GET /v2/sources', {}, {signal})).sources,
  refetchInterval: ({state}) => nextLook(state.data ?? []),
});

export const sourceQuery = (name: string) =>
  queryOptions({
    queryKey: ['sources', name],
    queryFn: ({signal}) => client.call('GET /v2/sources/{name}', {path: {name}}, {signal}),
    refetchInterval: ({state}) => nextLook(state.data === undefined ? [] : [state.data]),
  });

/** @param last asks again when there is another one, or it has ended */
export const sourceRunsQuery = (name: string, last: string) =>
  queryOptions({
    // Another last run is another list.
    queryKey: ['sources', name, 'runs', last],
    queryFn: async ({signal}) =>
      (await client.call('GET /v2/sources/{name}/runs', {path: {name}}, {signal})).runs,
  });

/** With the names of what changed. */
export const sourceRunQuery = (runGuid: string) =>
  queryOptions({
    queryKey: ['sources', 'run', runGuid],
    queryFn: ({signal}) =>
      client.call('GET /v2/sources/runs/{runGuid}', {path: {runGuid}}, {signal}),
    refetchInterval: ({state}) =>
      state.data !== undefined && !hasEnded(state.data.status) ? pollMs : false,
  });

export const sourceTypesQuery = queryOptions({
  queryKey: ['sources', 'types'],
  queryFn: async ({signal}) => (await client.call('GET /v2/sources/types', {}, {signal})).types,
  // They come with the server.
  staleTime: Infinity,
});

/** Engines of the editor, each with the sources that read it. */
export const sourceEnginesQuery = queryOptions({
  queryKey: ['sources', 'engines'],
  queryFn: async ({signal}) =>
    (await client.call('GET /v2/sources/types/engines', {}, {signal})).engines,
});

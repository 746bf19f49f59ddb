import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import {hasEnded, pollMs} from '../../tasks/queries.ts';

export type Source = Schemas['Source'];
export type SourceRun = Schemas['SourceRun'];
export type SourceType = Schemas['SourceType'];
export type SourceKey = Schemas['SourceKey'];

const isUnderWay = (run: SourceRun | undefined) => run !== undefined && !hasEnded(run.status);
/** One with a schedule may begin to be read at any time. */
const isLooked = ({lastRun, schedule}: Source) => isUnderWay(lastRun) || schedule !== '';

export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: async ({signal}) => (await client.call('GET /v2/sources', {}, {signal})).sources,
  refetchInterval: ({state}) => (state.data?.some(isLooked) === true ? pollMs : false),
});

export const sourceQuery = (name: string) =>
  queryOptions({
    queryKey: ['sources', name],
    queryFn: ({signal}) => client.call('GET /v2/sources/{name}', {path: {name}}, {signal}),
    refetchInterval: ({state}) =>
      state.data !== undefined && isLooked(state.data) ? pollMs : false,
  });

/** @param last asks again when there is another one, or it has ended */
export const sourceRunsQuery = (name: string, last: string) =>
  queryOptions({
    queryKey: ['sources', name, 'runs', last],
    queryFn: async ({signal}) =>
      (await client.call('GET /v2/sources/{name}/runs', {path: {name}}, {signal})).runs,
  });

export const sourceTypesQuery = queryOptions({
  queryKey: ['sources', 'types'],
  queryFn: async ({signal}) => (await client.call('GET /v2/sources/types', {}, {signal})).types,
  staleTime: Infinity,
});

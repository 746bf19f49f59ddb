import type {Schemas} from '@gazetteer/client';
import {infiniteQueryOptions, queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';

export type Change = Schemas['UndoableChange'];
export type ChangedEntity = Schemas['UndoableChangeDetails']['entities'][number];

/** The newest first; those of one person only, where one is named. */
export const changesQuery = (user: string) =>
  infiniteQueryOptions({
    queryKey: ['changes', user],
    queryFn: ({pageParam, signal}) => {
      const query = {
        ...(user === '' ? {} : {user}),
        ...(pageParam === '' ? {} : {behind: pageParam}),
      };
      return client.call('GET /v2/undo', {query}, {signal});
    },
    initialPageParam: '',
    getNextPageParam: page => page.next,
    staleTime: 0,
  });

export const changeQuery = (changeId: string) =>
  queryOptions({
    queryKey: ['changes', 'one', changeId],
    queryFn: ({signal}) => client.call('GET /v2/undo/{changeId}', {path: {changeId}}, {signal}),
    staleTime: 0,
  });

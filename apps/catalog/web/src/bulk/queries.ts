import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../api/client.ts';
import type {SearchParameters} from '../api/wire.ts';
import {hasEnded} from '../tasks/queries.ts';

export type BulkChange = Schemas['BulkChange'];
export type BulkAction = Schemas['BulkAction'];
/** What finds the entities that are to be changed: a search, or a query of the DSL. */
export type Found = {readonly search: SearchParameters} | {readonly dsl: string};
/** What the server lists by name; what needed no change is counted alone. */
export type Outcome = 'CHANGED' | 'REFUSED' | 'CONFLICT';

/** What is under way is asked for again. */
const pollMs = 700;

/**
 * The user's own bulk changes, newest first, rehearsals among them. Asked again as long as one of
 * them is under way: some come from other windows or other clients.
 */
export const bulkChangesQuery = queryOptions({
  queryKey: ['bulk', 'list'],
  queryFn: ({signal}) => client.call('GET /v2/bulk', {query: {limit: 200}}, {signal}),
  staleTime: 0,
  refetchInterval: ({state}) =>
    state.data?.every(one => hasEnded(one.status)) === false ? pollMs : false,
});

export const bulkChangeQuery = (taskGuid: string) =>
  queryOptions({
    queryKey: ['bulk', taskGuid],
    queryFn: ({signal}) => client.call('GET /v2/bulk/{taskGuid}', {path: {taskGuid}}, {signal}),
    staleTime: 0,
    refetchInterval: ({state}) =>
      state.data !== undefined && hasEnded(state.data.status) ? false : pollMs,
  });

/**
 * The first entities that something became of, with reasons; `counted` is how many there are, so
 * that more of them are asked for again.
 */
export const bulkEntitiesQuery = (taskGuid: string, outcome: Outcome, counted: number) =>
  queryOptions({
    queryKey: ['bulk', taskGuid, outcome, counted],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/bulk/{taskGuid}/entities',
        {path: {taskGuid}, query: {outcome}},
        {signal},
      ),
  });

import {keepPreviousData, queryOptions} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import {type JobLink, times} from './job-link.ts';

/** Reads and changes of the job browser. */

export const pageSize = 50;

/**
 * Kinds of jobs that this server can list. They follow from its configuration, so they are asked
 * for once.
 */
export const interfacesQuery = queryOptions({
  queryKey: ['jobs', 'interfaces'],
  queryFn: ({signal}) => ask('GET /api/v1/jobbrowser/interfaces', {}, {signal}),
  staleTime: Infinity,
});

/**
 * One page of jobs. The last one stays until the next is there: otherwise the list would vanish
 * with each renewal.
 */
export const jobsQuery = ({view, text, user, state, time, page}: JobLink) =>
  queryOptions({
    queryKey: ['jobs', 'list', view, text, user, state, time, page],
    queryFn: ({signal}) => {
      const hours = times[time]?.hours ?? 0;
      const filters = [
        // The API has one field for both, and takes a user by this prefix.
        {text: user === '' ? text : `user:${user} ${text}`},
        {states: state === '' ? [] : [state]},
        ...(hours > 0 ? [{time: {time_value: hours, time_unit: 'hours'}}] : []),
        {pagination: {page, limit: pageSize}},
      ];
      return ask(
        'POST /jobbrowser/api/jobs/{face}',
        {path: {face: view}, body: {filters}},
        {signal},
      );
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A job with its details, as the cluster tells them. */
export const jobQuery = (view: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', 'one', view, id],
    queryFn: async ({signal}) =>
      (
        await ask(
          'POST /jobbrowser/api/job/{face}',
          {path: {face: view}, body: {app_id: id}},
          {signal},
        )
      ).app,
    staleTime: 0,
  });

/** A log of a job by its name. */
export const jobLogsQuery = (view: string, id: string, name: string) =>
  queryOptions({
    queryKey: ['jobs', 'logs', view, id, name],
    queryFn: async ({signal}) => {
      const body = {app_id: id, interface: view, name};
      return (await ask('POST /jobbrowser/api/job/logs', {body}, {signal})).logs;
    },
    staleTime: 0,
  });

/**
 * Statements that the editor has something of at a server. @param all of everybody, for
 * administrators
 */
export const heldQueriesQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['jobs', 'queries', all],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/queries', {query: {all}}, {signal})).queries,
    staleTime: 0,
  });

export const heldQueryQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['jobs', 'query', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/queries/{uuid}', {path: {uuid}}, {signal}),
    staleTime: 0,
  });

/** Sessions that are open. @param all of everybody, for administrators */
export const heldSessionsQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['jobs', 'sessions', all],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/sessions', {query: {all}}, {signal})).sessions,
    staleTime: 0,
  });

/** @throws when the cluster refuses: it decides who may end whose jobs */
export async function killJob(view: string, id: string): Promise<void> {
  await ask('POST /jobbrowser/api/job/action/{face}/{action}', {
    path: {face: view, action: 'kill'},
    body: {app_ids: [id]},
  });
}

/** Ends a statement, whichever sheet or client it came from. */
export async function cancelQuery(uuid: string): Promise<void> {
  await ask('POST /api/v1/queries/{uuid}/cancel', {path: {uuid}});
}

/** Ends a session with what runs in it. */
export async function closeSession(id: string): Promise<void> {
  await ask('DELETE /api/v1/sessions/{uuid}', {path: {uuid: id}});
}

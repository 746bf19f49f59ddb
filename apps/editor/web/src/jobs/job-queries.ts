import {keepPreviousData, queryOptions} from '@tanstack/react-query';
import {get, send} from '../api/request.ts';
import type {Envelope, QueryState} from '../api/wire.ts';
import {type JobPlace, times} from './job-place.ts';

/** Reads and changes of the job browser. */

export type ClusterJob = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** The manager's own word. */
  readonly status: string;
  readonly apiStatus: 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  readonly user: string;
  /** 0 to 100. */
  readonly progress: number;
  readonly queue: string;
  /** In milliseconds. */
  readonly duration: number | null;
  readonly submitted: string | null;
  readonly finished: string | null;
  /** Whoever asks may kill it. */
  readonly canWrite: boolean;
  readonly url: string;
  readonly diagnostics: string;
};

export type JobDetails = ClusterJob & {readonly properties: Readonly<Record<string, unknown>>};
export type JobLogs = {readonly logs: string; readonly logsList: readonly string[]};

/** A statement that a server knows, or whose rows are kept. Times are epoch milliseconds. */
export type HeldQuery = {
  readonly uuid: string;
  readonly user: string;
  readonly engine: string;
  readonly database: string;
  readonly statement: string;
  readonly state: QueryState;
  readonly hasResultSet: boolean;
  readonly percent?: number;
  readonly submittedAt: number;
  readonly usedAt: number;
  readonly sessionId?: string;
  readonly rowCount: number;
};

export type HeldSession = {
  readonly id: string;
  readonly user: string;
  readonly engineId: string;
  readonly endpoint: string;
  readonly principal?: string;
  readonly state: 'opening' | 'idle' | 'in use' | 'lost';
  readonly openedAt: number;
  readonly usedAt: number;
  readonly queries: readonly HeldQuery[];
};

type Interfaces = {
  readonly interfaces: readonly string[];
  readonly maxJobs: number;
  readonly mayKill: boolean;
  readonly isAdmin: boolean;
};

export const pageSize = 50;

export const interfacesQuery = queryOptions({
  queryKey: ['jobs', 'interfaces'],
  queryFn: ({signal}) => get<Interfaces>('/api/v1/jobbrowser/interfaces', signal),
  staleTime: Infinity,
});

export const jobsQuery = ({view, text, user, state, time, page}: JobPlace) =>
  queryOptions({
    queryKey: ['jobs', 'list', view, text, user, state, time, page],
    queryFn: ({signal}) => {
      const hours = times[time]?.hours ?? 0;
      const filters = [
        {text: user === '' ? text : `user:${user} ${text}`},
        {states: state === '' ? [] : [state]},
        ...(hours > 0 ? [{time: {time_value: hours, time_unit: 'hours'}}] : []),
        {pagination: {page, limit: pageSize}},
      ];
      return send<Envelope & {apps: readonly ClusterJob[]; total: number; is_cut: boolean}>(
        'POST',
        `/api/v1/jobbrowser/jobs/${view}`,
        {filters},
        signal,
      );
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const jobQuery = (view: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', 'one', view, id],
    queryFn: async ({signal}) =>
      (await send<Envelope & {app: JobDetails}>('POST', `/api/v1/jobbrowser/job/${view}`, {app_id: id}, signal)).app,
    staleTime: 0,
  });

export const jobLogsQuery = (view: string, id: string, name: string) =>
  queryOptions({
    queryKey: ['jobs', 'logs', view, id, name],
    queryFn: async ({signal}) => {
      const fields = {app_id: id, interface: view, name};
      return (await send<Envelope & {logs: JobLogs}>('POST', '/api/v1/jobbrowser/job/logs', fields, signal)).logs;
    },
    staleTime: 0,
  });

export const heldQueriesQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['jobs', 'queries', all],
    queryFn: async ({signal}) =>
      (await get<{queries: readonly HeldQuery[]}>(`/api/v1/queries?all=${all}`, signal)).queries,
    staleTime: 0,
  });

export const heldQueryQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['jobs', 'query', uuid],
    queryFn: ({signal}) =>
      get<HeldQuery & {log: readonly string[]}>(`/api/v1/queries/${encodeURIComponent(uuid)}`, signal),
    staleTime: 0,
  });

export const heldSessionsQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['jobs', 'sessions', all],
    queryFn: async ({signal}) =>
      (await get<{sessions: readonly HeldSession[]}>(`/api/v1/sessions?all=${all}`, signal)).sessions,
    staleTime: 0,
  });

export async function killJob(view: string, id: string): Promise<void> {
  await send('POST', `/api/v1/jobbrowser/job/action/${view}/kill`, {app_ids: [id]});
}

export async function cancelQuery(uuid: string): Promise<void> {
  await send('POST', `/api/v1/queries/${uuid}/cancel`);
}

export async function closeSession(id: string): Promise<void> {
  await send('DELETE', `/api/v1/sessions/${id}`);
}

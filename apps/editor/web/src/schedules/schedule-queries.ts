import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';

export type Schedules = Answer<'GET /api/v1/schedules'>;
export type Schedule = Schedules['schedules'][number];
export type ScheduleRun = Answer<'GET /api/v1/schedules/{uuid}/runs'>['runs'][number];

/** How often pages look while something is in progress, and while nothing is. */
const lookMs = {busy: 1500, idle: 15_000};
const isOpen = (run: ScheduleRun | undefined) =>
  run?.state === 'running' || run?.state === 'waiting';

export const schedulesQuery = queryOptions({
  queryKey: ['schedules', 'list'],
  queryFn: ({signal}) => ask('GET /api/v1/schedules', {}, {signal}),
  staleTime: 0,
  refetchInterval: ({state: {data}}) =>
    data?.schedules.some(({lastRun}) => isOpen(lastRun)) === true ? lookMs.busy : lookMs.idle,
});

export const runsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['schedules', 'runs', uuid],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/schedules/{uuid}/runs', {path: {uuid}}, {signal})).runs,
    staleTime: 0,
    refetchInterval: ({state: {data}}) => (data?.some(isOpen) === true ? lookMs.busy : lookMs.idle),
  });

export const previewQuery = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedules', 'preview', cron, timeZone],
    queryFn: ({signal}) =>
      ask('POST /api/v1/schedules/preview', {body: {cron, timeZone}}, {signal}),
    retry: false,
    staleTime: 30_000,
  });

export const noticesQuery = queryOptions({
  queryKey: ['schedules', 'notices'],
  queryFn: async ({signal}) => (await ask('GET /api/v1/notices', {}, {signal})).notices,
  staleTime: 0,
  refetchInterval: lookMs.idle,
});

/** @param deleted the id of one whose runs are not asked for any more */
export async function schedulesChanged(deleted?: string): Promise<void> {
  await queries.invalidateQueries({
    queryKey: ['schedules'],
    predicate: ({queryKey}) => deleted === undefined || queryKey[2] !== deleted,
  });
}

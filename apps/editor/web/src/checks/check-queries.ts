import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {schedulesChanged} from '../schedules/schedule-queries.ts';

export type Checks = Answer<'GET /api/v1/checks'>;
export type TableCheck = Checks['checks'][number];
export type CheckPlace = {
  readonly engine: string;
  readonly database: string;
  readonly table: string;
};

/** How often pages look while something is in progress, and while nothing is. */
const lookMs = {busy: 1500, idle: 15_000};

/** Those of all users, who may use the engine. */
export const checksQuery = ({engine, database, table}: CheckPlace) =>
  queryOptions({
    queryKey: ['checks', engine, database, table],
    queryFn: ({signal}) => ask('GET /api/v1/checks', {query: {engine, database, table}}, {signal}),
    staleTime: 0,
    refetchInterval: ({state: {data}}) =>
      data?.checks.some(({isRunning}) => isRunning) === true ? lookMs.busy : lookMs.idle,
  });

/** A check is a schedule as well, and the catalog is told how it ended. */
export async function checksChanged(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: ['checks']}),
    queries.invalidateQueries({queryKey: ['catalog', 'table']}),
    schedulesChanged(),
  ]);
}

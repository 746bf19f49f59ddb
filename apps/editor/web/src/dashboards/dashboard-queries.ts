import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Dashboard, DashboardResult} from '../api/wire.ts';
import type {FilterValues} from './filters.ts';

/** How often running statements are asked for. */
const lookMs = 1000;

/** Among documents, so that what changes these is seen here. */
export const dashboardQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'dashboard', uuid],
    queryFn: async ({signal}) => {
      const {document, queries: known} = await ask(
        'GET /api/v1/dashboards/{uuid}',
        {path: {uuid}},
        {signal},
      );
      return {document, dashboard: document.dashboard as Dashboard, queries: known};
    },
    staleTime: 0,
  });

export type OpenedDashboard = Awaited<
  ReturnType<NonNullable<ReturnType<typeof dashboardQuery>['queryFn']>>
>;

export const isRunning = ({state}: Pick<DashboardResult, 'state'>) =>
  state === 'sending' || state === 'waiting' || state === 'starting' || state === 'running';

/** All of a dashboard in one request, also while some of its queries run. */
export const resultsQuery = (uuid: string, variables: FilterValues, isBusy: boolean) =>
  queryOptions({
    queryKey: ['dashboard-results', uuid, variables],
    queryFn: async ({signal}) =>
      (
        await ask(
          'POST /api/v1/dashboards/{uuid}/results',
          {path: {uuid}, body: {variables}},
          {signal},
        )
      ).results,
    staleTime: 0,
    refetchInterval: ({state: {data}}) =>
      isBusy || data?.some(isRunning) === true ? lookMs : false,
  });

/** The first rows of a result, for tables and single values. */
export const firstRowsQuery = (uuid: string, count: number) =>
  queryOptions({
    queryKey: ['dashboard-rows', uuid, count],
    queryFn: async ({signal}) =>
      await ask('GET /api/v1/results/{uuid}/rows', {path: {uuid}, query: {count}}, {signal}),
    staleTime: Infinity,
  });

export async function resultsChanged(uuid: string): Promise<void> {
  await queries.invalidateQueries({queryKey: ['dashboard-results', uuid]});
}

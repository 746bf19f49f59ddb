import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {NotebookResult} from '../api/wire.ts';
import {isRunning} from '../dashboards/dashboard-queries.ts';

/** How often a running cell is asked for. */
export const lookMs = 1000;

export type Values = Readonly<Record<string, string>>;

/** Of all cells in one request, also while one of them runs. */
export const resultsQuery = (uuid: string, variables: Values) =>
  queryOptions({
    queryKey: ['notebook-results', uuid, variables],
    queryFn: async ({signal}) =>
      (
        await ask(
          'POST /api/v1/notebooks/{uuid}/results',
          {path: {uuid}, body: {variables}},
          {signal},
        )
      ).results,
    staleTime: 0,
    refetchInterval: ({state: {data}}) => (data?.some(isRunning) === true ? lookMs : false),
  });

export async function resultsChanged(uuid: string): Promise<void> {
  await queries.invalidateQueries({queryKey: ['notebook-results', uuid]});
}

/** Why a cell has no rows to show; undefined where it has, or was never run. */
export function problemOf(result: NotebookResult): string | undefined {
  if (result.state === undefined || isRunning(result) || result.isKept) return undefined;
  if (result.state === 'canceled') return 'The statement was canceled.';
  if (result.state === 'available')
    return result.hasResultSet ? 'The result is no longer kept. Run the cell again.' : undefined;
  return result.message ?? 'The statement failed.';
}

import {queryOptions} from '@tanstack/react-query';
import {askUntilReady} from '../api/request.ts';
import type {Question} from './rows-source.ts';

/**
 * Never stale: a result does not change. The order of the rows makes no other summary, so it is not
 * part of the key.
 */
export const summaryQuery = (uuid: string, column: number, {search, filter}: Question) =>
  queryOptions({
    queryKey: ['summary', uuid, column, search, filter],
    queryFn: async ({signal}) =>
      await askUntilReady(
        'POST /api/v1/results/{uuid}/summary',
        {path: {uuid}, body: {column, search, filter}},
        signal,
      ),
    staleTime: Infinity,
  });

import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';

/** Times at which everything was counted, the newest first. */
export const collectionsQuery = queryOptions({
  queryKey: ['metrics', 'collections'],
  queryFn: ({signal}) => client.call('GET /admin/metricsstats', {}, {signal}),
});

/** All counts of one of these times. */
export const collectionQuery = (collectionTime: string) =>
  queryOptions({
    queryKey: ['metrics', 'at', collectionTime],
    queryFn: ({signal}) =>
      client.call('GET /admin/metricsstat/{collectionTime}', {path: {collectionTime}}, {signal}),
    // What was counted once does not change.
    staleTime: Infinity,
  });

/** Counts of one type between two times. */
export const historyQuery = (typeName: string, startTime: number, endTime: number) =>
  queryOptions({
    queryKey: ['metrics', 'history', typeName, startTime, endTime],
    queryFn: ({signal}) =>
      client.call(
        'GET /admin/metricsstats/range',
        {query: {startTime, endTime, typeName: [typeName]}},
        {signal},
      ),
  });

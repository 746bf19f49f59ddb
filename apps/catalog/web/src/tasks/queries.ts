import {queryOptions} from '@tanstack/react-query';
import {client} from '../api/client.ts';

/** What is under way changes by itself. */
export const pollMs = 2000;

/** Named are those under way, so that an unknown state is not asked about for ever. */
export function hasEnded(status: string | undefined): boolean {
  return !['STAGING', 'WAITING', 'PROCESSING', 'PENDING', 'IN_PROGRESS'].includes(status ?? '');
}

export const tasksQuery = queryOptions({
  queryKey: ['admin', 'tasks'],
  queryFn: ({signal}) => client.call('GET /admin/tasks', {}, {signal}),
  refetchInterval: ({state}) =>
    state.data?.every(one => hasEnded(one.status)) === false ? pollMs : false,
});

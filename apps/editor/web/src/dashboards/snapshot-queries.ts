import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';

export const snapshotsQuery = (dashboard: string) =>
  queryOptions({
    queryKey: ['snapshots', dashboard],
    queryFn: async ({signal}) =>
      await ask('GET /api/v1/dashboards/{uuid}/snapshots', {path: {uuid: dashboard}}, {signal}),
    staleTime: 0,
  });

export const snapshotLinksQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['snapshots', 'links', uuid],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/snapshots/{uuid}/links', {path: {uuid}}, {signal})).links,
    staleTime: 0,
  });

export type Snapshots = Answer<'GET /api/v1/dashboards/{uuid}/snapshots'>;
export type Snapshot = Snapshots['snapshots'][number];

export async function snapshotsChanged(): Promise<void> {
  await queries.invalidateQueries({queryKey: ['snapshots']});
}

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

/** One's own, of all dashboards. */
export const ownSnapshotsQuery = queryOptions({
  queryKey: ['snapshots', 'own'],
  queryFn: async ({signal}) => await ask('GET /api/v1/snapshots', {}, {signal}),
  staleTime: 0,
});

export const snapshotLinksQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['snapshots', 'links', uuid],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/snapshots/{uuid}/links', {path: {uuid}}, {signal})).links,
    staleTime: 0,
  });

type Listed = Answer<'GET /api/v1/dashboards/{uuid}/snapshots'>;
type Own = Answer<'GET /api/v1/snapshots'>;
/** In a list of one's own with its links. */
export type Snapshot = Listed['snapshots'][number] &
  Partial<Pick<Own['snapshots'][number], 'links'>>;
export type Snapshots = Omit<Listed, 'snapshots'> & {readonly snapshots: readonly Snapshot[]};

export async function snapshotsChanged(): Promise<void> {
  await queries.invalidateQueries({queryKey: ['snapshots']});
}

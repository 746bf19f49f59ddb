import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {get} from '../api/request.ts';
import type {
  DocumentHead,
  DocumentVersion,
  Grant,
  OpenedDocument,
  People,
  SharedResult,
  VersionDifference,
} from './document-wire.ts';

const path = (uuid: string) => `/api/v1/documents/${uuid}`;

/** `''`: one's own at the top; `shared`, `trash`, or the id of a folder. */
export const listQuery = (folder: string) =>
  queryOptions({
    queryKey: ['documents', 'list', folder],
    queryFn: async ({signal}) =>
      (
        await get<{documents: readonly DocumentHead[]}>(
          `/api/v1/documents${folder === '' ? '' : `?folder=${folder}`}`,
          signal,
        )
      ).documents,
    staleTime: 0,
  });

export const sharedResultsQuery = queryOptions({
  queryKey: ['documents', 'results'],
  queryFn: async ({signal}) => (await get<{shares: readonly SharedResult[]}>('/api/v1/shares', signal)).shares,
  staleTime: 0,
});

export const searchQuery = (text: string, kind = '') =>
  queryOptions({
    queryKey: ['documents', 'search', text, kind],
    queryFn: async ({signal}) => {
      const query = new URLSearchParams({text, ...(kind !== '' && {kind})});
      return (await get<{documents: readonly DocumentHead[]}>(`/api/v1/documents?${query}`, signal)).documents;
    },
    staleTime: 0,
  });

export const documentQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'one', uuid],
    queryFn: ({signal}) => get<OpenedDocument>(path(uuid), signal),
    staleTime: 30_000,
  });

export const versionsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'versions', uuid],
    queryFn: async ({signal}) =>
      (await get<{versions: readonly DocumentVersion[]}>(`${path(uuid)}/versions`, signal)).versions,
    staleTime: 0,
  });

export const differenceQuery = (uuid: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['documents', 'difference', uuid, from, to],
    queryFn: ({signal}) => get<VersionDifference>(`${path(uuid)}/diff?from=${from}&to=${to}`, signal),
    staleTime: Infinity,
  });

export const grantsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'grants', uuid],
    queryFn: ({signal}) =>
      get<{grants: readonly Grant[]; inherited: readonly (Grant & {folder: string})[]}>(`${path(uuid)}/grants`, signal),
    staleTime: 0,
  });

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({signal}) => get<People>('/api/v1/people', signal),
  staleTime: 60_000,
});

/** After a change of any of them: where else it is listed nobody needs to know. */
export async function documentsChanged(): Promise<void> {
  await queries.invalidateQueries({queryKey: ['documents']});
}

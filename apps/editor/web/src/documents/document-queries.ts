import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';

/** `''`: one's own at the top; `shared`, `trash`, or the id of a folder. */
export const listQuery = (folder: string) =>
  queryOptions({
    queryKey: ['documents', 'list', folder],
    queryFn: async ({signal}) => (await ask('GET /api/v1/documents', {query: {folder}}, {signal})).documents,
    staleTime: 0,
  });

export const sharedResultsQuery = queryOptions({
  queryKey: ['documents', 'results'],
  queryFn: async ({signal}) => (await ask('GET /api/v1/shares', {}, {signal})).shares,
  staleTime: 0,
});

export const searchQuery = (text: string, kind: 'query' | 'folder' | '' = '') =>
  queryOptions({
    queryKey: ['documents', 'search', text, kind],
    queryFn: async ({signal}) => {
      const query = {text, ...(kind !== '' && {kind})};
      return (await ask('GET /api/v1/documents', {query}, {signal})).documents;
    },
    staleTime: 0,
  });

export const documentQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'one', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/documents/{uuid}', {path: {uuid}}, {signal}),
    staleTime: 30_000,
  });

export const versionsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'versions', uuid],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/documents/{uuid}/versions', {path: {uuid}}, {signal})).versions,
    staleTime: 0,
  });

export const differenceQuery = (uuid: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['documents', 'difference', uuid, from, to],
    queryFn: ({signal}) => ask('GET /api/v1/documents/{uuid}/diff', {path: {uuid}, query: {from, to}}, {signal}),
    staleTime: Infinity,
  });

export const grantsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'grants', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/documents/{uuid}/grants', {path: {uuid}}, {signal}),
    staleTime: 0,
  });

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({signal}) => ask('GET /api/v1/people', {}, {signal}),
  staleTime: 60_000,
});

/** After a change of any of them: where else it is listed nobody needs to know. */
export async function documentsChanged(): Promise<void> {
  await queries.invalidateQueries({queryKey: ['documents']});
}

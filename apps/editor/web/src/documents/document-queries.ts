// What pages ask about saved queries. Lists are never taken from memory without asking again:
// others save, share and throw away beside this page.
import {queryOptions} from '@tanstack/react-query';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {DocumentHead} from '../api/wire.ts';

/** `''`: one's own at the top; `shared`, `trash`, or the id of a folder. */
export const listQuery = (folder: string) =>
  queryOptions({
    queryKey: ['documents', 'list', folder],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/documents', {query: {folder}}, {signal})).documents,
    staleTime: 0,
  });

/** Results that others have shared with the caller. */
export const sharedResultsQuery = queryOptions({
  queryKey: ['documents', 'results'],
  queryFn: async ({signal}) => (await ask('GET /api/v1/shares', {}, {signal})).shares,
  staleTime: 0,
});

/** Documents that a text finds, of all kinds unless one is asked for. */
export const searchQuery = (text: string, kind: DocumentHead['kind'] | '' = '') =>
  queryOptions({
    queryKey: ['documents', 'search', text, kind],
    queryFn: async ({signal}) => {
      const query = {text, ...(kind !== '' && {kind})};
      return (await ask('GET /api/v1/documents', {query}, {signal})).documents;
    },
    staleTime: 0,
  });

/** All of a kind, or those of it that a text finds. */
export const kindQuery = (kind: DocumentHead['kind'], text: string) =>
  queryOptions({
    queryKey: ['documents', 'kind', kind, text],
    queryFn: async ({signal}) => {
      const query = {text, kind, limit: 1000};
      return (await ask('GET /api/v1/documents', {query}, {signal})).documents;
    },
    staleTime: 0,
  });

/**
 * A document with its content.
 * @param opens whether somebody opens it, which its owner can see
 */
export const documentQuery = (uuid: string, opens = false) =>
  queryOptions({
    queryKey: ['documents', 'one', uuid],
    queryFn: ({signal}) => {
      const query = opens ? {opens} : {};
      return ask('GET /api/v1/documents/{uuid}', {path: {uuid}, query}, {signal});
    },
    staleTime: 30_000,
  });

/** Earlier states of it. */
export const versionsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'versions', uuid],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/documents/{uuid}/versions', {path: {uuid}}, {signal})).versions,
    staleTime: 0,
  });

/** The lines that two states differ in, compared by the server, which has both texts. */
export const differenceQuery = (uuid: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['documents', 'difference', uuid, from, to],
    queryFn: ({signal}) =>
      ask('GET /api/v1/documents/{uuid}/diff', {path: {uuid}, query: {from, to}}, {signal}),
    staleTime: Infinity,
  });

/** Whom it is shared with. */
export const grantsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'grants', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/documents/{uuid}/grants', {path: {uuid}}, {signal}),
    staleTime: 0,
  });

/** Who and which groups a document can be shared with. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({signal}) => ask('GET /api/v1/people', {}, {signal}),
  staleTime: 60_000,
});

/** After a change of any of them: where else it is listed nobody needs to know. */
export async function documentsChanged(): Promise<void> {
  await queries.invalidateQueries({queryKey: ['documents']});
}

// What pages ask about glossaries. All keys begin with `glossary`, by which a change asks for all
// of it again.
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import type {Category, Glossary, RelatedTerm, Term} from '../../api/wire.ts';
import type {Kind} from './glossary-link.ts';

/** What is asked for at once of lists that may be long. */
export const pageRows = 200;
/** Rows of a table of terms or entities. */
export const tableRows = 50;

/** A glossary with the numbers of its terms and categories. */
export const glossaryQuery = (guid: string) =>
  queryOptions({
    queryKey: ['glossary', 'one', guid],
    queryFn: ({signal}): Promise<Glossary> =>
      client.call('GET /v2/glossary/{guid}', {path: {guid}, query: {counts: true}}, {signal}),
  });

/** A category with where it stands. */
export const categoryQuery = (guid: string) =>
  queryOptions({
    queryKey: ['glossary', 'category', guid],
    queryFn: ({signal}): Promise<Category> =>
      client.call('GET /v2/glossary/category/{guid}', {path: {guid}}, {signal}),
  });

/** A term with its relations and the categories it is in. */
export const termQuery = (guid: string) =>
  queryOptions({
    queryKey: ['glossary', 'term', guid],
    queryFn: ({signal}): Promise<Term> =>
      client.call('GET /v2/glossary/term/{guid}', {path: {guid}, query: {counts: true}}, {signal}),
  });

const kindsByType: Readonly<Record<string, Kind>> = {
  AtlasGlossary: 'glossary',
  AtlasGlossaryCategory: 'category',
  AtlasGlossaryTerm: 'term',
};
/** Terms are entities of this type, by which pages of entities know them. */
export const termType = 'AtlasGlossaryTerm';

/** What a link means that does not say it; null for what belongs to no glossary. */
export const kindQuery = (guid: string) =>
  queryOptions({
    queryKey: ['glossary', 'kind', guid],
    queryFn: async ({signal}): Promise<Kind | null> => {
      const {typeName} = await client.call(
        'GET /v2/entity/guid/{guid}/header',
        {path: {guid}},
        {signal},
      );
      return kindsByType[typeName] ?? null;
    },
    staleTime: Infinity,
  });

/**
 * All categories of a glossary with their parents and the numbers of their terms. All at once,
 * since a tree needs those above as well: categories are few beside terms.
 */
export const categoriesQuery = (guid: string) =>
  queryOptions({
    queryKey: ['glossary', 'categories', guid],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/glossary/{guid}/categories/headers',
        {path: {guid}, query: {counts: true}},
        {signal},
      ),
  });

/** Where terms stand: all of a glossary, or those of a category. */
export type TermList = {readonly of: 'glossary' | 'category'; readonly guid: string};

/** A page of terms, by name. */
export const termsQuery = ({of, guid}: TermList, page: number, limit = pageRows) =>
  queryOptions({
    queryKey: ['glossary', 'terms', of, guid, limit, page],
    queryFn: ({signal}): Promise<readonly RelatedTerm[]> => {
      const input = {path: {guid}, query: {limit, offset: page * limit, sort: 'ASC'}} as const;
      return of === 'glossary'
        ? client.call('GET /v2/glossary/{guid}/terms/headers', input, {signal})
        : client.call('GET /v2/glossary/category/{guid}/terms', input, {signal});
    },
  });

/** A page of whole terms, by name, but for their entities. */
export const wholeTermsQuery = (guid: string, offset: number) =>
  queryOptions({
    queryKey: ['glossary', 'whole-terms', guid, offset],
    queryFn: ({signal}): Promise<readonly Term[]> =>
      client.call(
        'GET /v2/glossary/{guid}/terms',
        {path: {guid}, query: {limit: tableRows, offset, counts: true}},
        {signal},
      ),
  });

/** A page of the entities that a term is assigned to. */
export const assignedQuery = (guid: string, offset: number) =>
  queryOptions({
    queryKey: ['glossary', 'assigned', guid, offset],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/glossary/terms/{guid}/assignedEntities',
        {path: {guid}, query: {limit: tableRows, offset}},
        {signal},
      ),
  });

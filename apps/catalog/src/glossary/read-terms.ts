import {also} from '@gazetteer/kernel';
import {flag, optionalInteger} from '@gazetteer/kernel/parameters';
import {list} from '@gazetteer/kernel/shape';
import {
  glossaryEdges,
  relatedObjectId,
  relatedTerms,
  termHeader,
  type Attributes,
  type GlossaryJson,
  type GlossaryParts,
  type Guid,
} from '@gazetteer/model';
import {neighbourPage} from '@gazetteer/store';
import {query} from '../operation.ts';
import {page, unknown} from './addresses.ts';
import {assignedAsOf} from './assigned-as-of.ts';
import {countedTerms, glossaryRecord, partsOf, termForms} from './glossary-forms.ts';
import {orderOf, pageOf, type GlossaryPage} from './page.ts';
import * as shapes from './shapes.ts';

const counts = flag('How many entities have the term, in place of these');

type PageOf = GlossaryPage & {guid: Guid};

/** GET /glossary/term/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readTerm = query('GET /v2/glossary/term/{guid}', {
  summary: 'A term',
  description: 'With its categories, related terms and assigned entities.',
  query: {counts},
  answer: shapes.term,
  errors: unknown,
  logAs: 'GlossaryService.getTerm',
  run: async (
    graph,
    {guid, counts = false}: {guid: Guid; counts?: boolean},
  ): Promise<GlossaryJson> => {
    const terms = [await glossaryRecord(graph, 'term', guid)];
    const [json] = await (counts ? countedTerms(graph, terms) : termForms(graph, terms));
    return json as GlossaryJson;
  },
});

/** GET /glossary/{guid}/terms: a page of the full forms, by name. */
export const listTerms = query('GET /v2/glossary/{guid}/terms', {
  summary: 'Terms of a glossary',
  description: 'In the order of their names.',
  query: {...page, counts},
  answer: list(shapes.term),
  errors: unknown,
  logAs: 'GlossaryService.getGlossaryTerms',
  run: async (
    graph,
    {guid, counts = false, ...wanted}: PageOf & {counts?: boolean},
  ): Promise<GlossaryJson[]> => {
    await glossaryRecord(graph, 'glossary', guid);
    const terms = await neighbourPage(
      graph,
      {guid, typeName: glossaryEdges.termAnchor, end: 1},
      orderOf(wanted),
    );
    const records = terms.map(one => one.record);
    return await (counts ? countedTerms(graph, records) : termForms(graph, records));
  },
});

/**
 * GET /glossary/{guid}/terms/headers and GET /glossary/category/{guid}/terms: a page of the short
 * forms, by name.
 */
export const listTermHeaders = query('GET /v2/glossary/{guid}/terms/headers', {
  summary: 'Short forms of the terms of a glossary',
  description: 'In the order of their names.',
  query: page,
  answer: list(shapes.termHeader),
  errors: unknown,
  logAs: 'GlossaryService.getTermsHeaders',
  run: async (
    graph,
    {guid, of = 'glossary', ...wanted}: PageOf & {of?: 'glossary' | 'category'},
  ): Promise<Attributes[]> => {
    await glossaryRecord(graph, of, guid);
    const typeName = of === 'glossary' ? glossaryEdges.termAnchor : glossaryEdges.categorization;
    const terms = await neighbourPage(graph, {guid, typeName, end: 1}, orderOf(wanted));
    return terms.map(({edge, record}) => termHeader(edge, record));
  },
});

export const listTermHeadersOfCategory = also(
  'GET /v2/glossary/category/{guid}/terms',
  listTermHeaders,
  {
    summary: 'Short forms of the terms of a category',
    description: 'In the order of their names.',
    query: page,
    answer: list(shapes.termHeader),
    errors: unknown,
  },
  input => ({...input, of: 'category'}),
);

/** GET /glossary/terms/{guid}/related: by the field of the relation, a page of each. */
export const listRelatedTerms = query('GET /v2/glossary/terms/{guid}/related', {
  summary: 'Terms that a term is related to',
  description: 'By kind of relationship, such as `synonyms`.',
  query: page,
  answer: shapes.relatedTermLists,
  errors: unknown,
  logAs: 'GlossaryService.getRelatedTerms',
  run: async (graph, {guid, ...wanted}): Promise<Record<string, Attributes[]>> => {
    const [parts] = await partsOf(graph, [await glossaryRecord(graph, 'term', guid)]);
    const related = Object.entries(relatedTerms(parts as GlossaryParts));
    return Object.fromEntries(related.map(([field, headers]) => [field, pageOf(headers, wanted)]));
  },
});

/** GET /glossary/terms/{guid}/assignedEntities: a page of them, by what people call them. */
export const listAssignedEntities = query('GET /v2/glossary/terms/{guid}/assignedEntities', {
  summary: 'Entities that have a term',
  description:
    '`relationshipGuid` of each is the guid of its assignment. With `asOf` the entities have the names of that time; the guid is left out of assignments that were removed since, their attributes where they changed since. Entities that were purged since, or whose events were aged out, are missing.',
  query: {
    ...page,
    asOf: optionalInteger('Those that had it at this time, in milliseconds since 1970'),
  },
  answer: shapes.assignedEntities,
  errors: [...unknown, 'BAD_REQUEST'],
  logAs: 'GlossaryService.getAssignedEntities',
  run: async (
    graph,
    {guid, asOf, ...wanted}: PageOf & {asOf?: number | undefined},
  ): Promise<Attributes[]> => {
    const term = await glossaryRecord(graph, 'term', guid);
    if (asOf !== undefined) return await assignedAsOf(graph, term, asOf, wanted);
    const order = orderOf(wanted, ['name', 'displayName', 'qualifiedName']);
    const entities = await neighbourPage(
      graph,
      {guid, typeName: glossaryEdges.assignment, end: 1},
      order,
    );
    return entities.map(({edge, record}) => relatedObjectId(graph.types, edge, record));
  },
});

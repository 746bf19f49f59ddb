import {flag} from '@gazetteer/kernel/parameters';
import {list} from '@gazetteer/kernel/shape';
import {
  glossaryEdges,
  glossaryTypes,
  isReady,
  type EntityRecord,
  type GlossaryJson,
  type Guid,
} from '@gazetteer/model';
import {neighbourPage, searchEntities, type GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {page, unknown} from './addresses.ts';
import {
  categoryForms,
  countedGlossaries,
  glossaryForms,
  glossaryRecord,
  termForms,
} from './glossary-forms.ts';
import {isDescending, type GlossaryPage} from './page.ts';
import * as shapes from './shapes.ts';

/** More glossaries than this are not listed in one answer. */
const maxGlossaries = 10_000;

/** Some hundred bytes a glossary, whatever its size. */
const counts = flag('How many terms and categories there are, in place of their short forms');

/**
 * GET /glossary: the ACTIVE glossaries by name, each with short forms of its terms and categories.
 */
export const listGlossaries = query('GET /v2/glossary', {
  summary: 'Glossaries with the short forms of their terms and categories',
  description: 'In the order of their names.',
  query: {...page, counts},
  answer: list(shapes.glossary),
  logAs: 'GlossaryService.getGlossaries',
  run: async (graph, {counts, ...wanted}): Promise<GlossaryJson[]> => {
    const glossaries = await findGlossaries(graph, wanted);
    return await (counts ? countedGlossaries(graph, glossaries) : glossaryForms(graph, glossaries));
  },
});

/** GET /glossary/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readGlossary = query('GET /v2/glossary/{guid}', {
  summary: 'A glossary with the short forms of its terms and categories',
  description: 'For large glossaries, read the counts in place of the short forms.',
  query: {counts},
  answer: shapes.glossary,
  errors: unknown,
  logAs: 'GlossaryService.getGlossary',
  run: async (graph, {guid, counts}): Promise<GlossaryJson> => {
    const glossaries = [await glossaryRecord(graph, 'glossary', guid)];
    const [json] = await (counts
      ? countedGlossaries(graph, glossaries)
      : glossaryForms(graph, glossaries));
    return json as GlossaryJson;
  },
});

/** GET /glossary/{guid}/detailed: with the full forms of all terms and categories, by guid. */
export const readDetailedGlossary = query('GET /v2/glossary/{guid}/detailed', {
  summary: 'A glossary with the whole forms of all in it',
  description: '`termInfo` and `categoryInfo` have them by guid.',
  answer: shapes.detailedGlossary,
  errors: unknown,
  logAs: 'GlossaryService.getDetailedGlossary',
  run: async (graph, {guid}): Promise<GlossaryJson> => {
    const record = await glossaryRecord(graph, 'glossary', guid);
    const [json] = await glossaryForms(graph, [record]);
    const terms = await termForms(graph, await recordsIn(graph, guid, glossaryEdges.termAnchor));
    const categories = await categoryForms(
      graph,
      await recordsIn(graph, guid, glossaryEdges.categoryAnchor),
    );
    const byGuid = (list: readonly GlossaryJson[]) =>
      Object.fromEntries(list.map(one => [one.guid, one]));
    return {
      ...(json as GlossaryJson),
      ...(terms.length === 0 ? {} : {termInfo: byGuid(terms)}),
      ...(categories.length === 0 ? {} : {categoryInfo: byGuid(categories)}),
    };
  },
});

/** A page of the glossaries, by name. */
export async function findGlossaries(
  graph: GraphRead,
  {limit, offset, sort}: GlossaryPage,
): Promise<EntityRecord[]> {
  const attribute = graph.types.entityType(glossaryTypes.glossary).attributes.get('name');
  const {records} = await searchEntities(graph, {
    types: [glossaryTypes.glossary],
    activeOnly: true,
    classifications: [],
    sort: {
      field: {
        kind: 'attribute',
        keys: attribute === undefined ? [] : [attribute.key],
        isIndexed: attribute !== undefined && isReady(graph.types, attribute),
        isList: false,
        compare: 'text',
        column: 'attributes',
        path: ['name'],
      },
      descending: isDescending(sort),
    },
    offset: Math.max(0, offset),
    limit: limit < 0 ? maxGlossaries : Math.min(limit, maxGlossaries),
  });
  return records;
}

/** All of a kind in a glossary, by name. */
async function recordsIn(graph: GraphRead, guid: Guid, typeName: string): Promise<EntityRecord[]> {
  const all = {sortBy: ['name'], descending: false, limit: undefined, offset: 0};
  return (await neighbourPage(graph, {guid, typeName, end: 1}, all)).map(one => one.record);
}

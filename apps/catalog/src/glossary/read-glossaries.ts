import {glossaryEdges, glossaryTypes, isReady, type EntityRecord, type GlossaryJson, type Guid} from '@gazetteer/model';
import {neighbourPage, searchEntities, type GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {categoryForms, countedGlossaries, glossaryForms, glossaryRecord, termForms} from './glossary-forms.ts';
import {checkPage, type GlossaryPage} from './page.ts';

/** More glossaries than this are not listed in one answer. */
const maxGlossaries = 10_000;

type Counting = {
  /** How many terms and categories, in place of their short forms: some hundred bytes, whatever the size of the glossary. */
  counts: boolean;
};

/** GET /glossary: the ACTIVE glossaries by name, each with short forms of its terms and categories. */
export async function listGlossaries(
  c: Catalog,
  {page, counts}: Counting & {page: GlossaryPage},
): Promise<GlossaryJson[]> {
  checkPage(page);
  return await c.read('GlossaryService.getGlossaries', async graph => {
    const glossaries = await findGlossaries(graph, page);
    return await (counts ? countedGlossaries(graph, glossaries) : glossaryForms(graph, glossaries));
  });
}

/** GET /glossary/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export async function readGlossary(c: Catalog, {guid, counts}: Counting & {guid: Guid}): Promise<GlossaryJson> {
  return await c.read('GlossaryService.getGlossary', async graph => {
    const glossaries = [await glossaryRecord(graph, 'glossary', guid)];
    const [json] = await (counts ? countedGlossaries(graph, glossaries) : glossaryForms(graph, glossaries));
    return json as GlossaryJson;
  });
}

/** GET /glossary/{guid}/detailed: with the full forms of all terms and categories, by guid. */
export async function readDetailedGlossary(c: Catalog, {guid}: {guid: Guid}): Promise<GlossaryJson> {
  return await c.read('GlossaryService.getDetailedGlossary', async graph => {
    const record = await glossaryRecord(graph, 'glossary', guid);
    const [json] = await glossaryForms(graph, [record]);
    const terms = await termForms(graph, await recordsIn(graph, guid, glossaryEdges.termAnchor));
    const categories = await categoryForms(graph, await recordsIn(graph, guid, glossaryEdges.categoryAnchor));
    const byGuid = (list: readonly GlossaryJson[]) => Object.fromEntries(list.map(one => [one.guid, one]));
    return {
      ...(json as GlossaryJson),
      ...(terms.length === 0 ? {} : {termInfo: byGuid(terms)}),
      ...(categories.length === 0 ? {} : {categoryInfo: byGuid(categories)}),
    };
  });
}

/** A page of the glossaries, by name. */
export async function findGlossaries(graph: GraphRead, {limit, offset, sort}: GlossaryPage): Promise<EntityRecord[]> {
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
      descending: sort === 'DESC',
    },
    offset,
    limit: limit < 0 ? maxGlossaries : Math.min(limit, maxGlossaries),
  });
  return records;
}

async function recordsIn(graph: GraphRead, guid: Guid, typeName: string): Promise<EntityRecord[]> {
  const all = {sortBy: ['name'], descending: false, limit: undefined, offset: 0};
  return (await neighbourPage(graph, {guid, typeName, end: 1}, all)).map(one => one.record);
}

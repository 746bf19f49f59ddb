import {glossaryEdges, glossaryTypes, type EntityRecord, type GlossaryJson, type Guid} from '@gazetteer/model';
import {neighbourPage, searchEntities, type GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {categoryForms, glossaryForms, glossaryRecord, termForms} from './glossary-forms.ts';
import {checkPage, type GlossaryPage} from './page.ts';

/** More glossaries than this are not listed in one answer. */
const maxGlossaries = 10_000;

/** GET /glossary: the ACTIVE glossaries by name, each with short forms of its terms and categories. */
export async function listGlossaries(c: Catalog, page: GlossaryPage): Promise<GlossaryJson[]> {
  checkPage(page);
  return await c.read('GlossaryService.getGlossaries', async graph => {
    return await glossaryForms(graph, await findGlossaries(graph, page));
  });
}

/** GET /glossary/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export async function readGlossary(c: Catalog, {guid}: {guid: Guid}): Promise<GlossaryJson> {
  return await c.read('GlossaryService.getGlossary', async graph => {
    const [json] = await glossaryForms(graph, [await glossaryRecord(graph, 'glossary', guid)]);
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
        isIndexed: true,
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

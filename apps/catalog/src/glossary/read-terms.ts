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
import type {Catalog} from '../catalog.ts';
import {countedTerms, glossaryRecord, partsOf, termForms} from './glossary-forms.ts';
import {checkPage, orderOf, pageOf, type GlossaryPage} from './page.ts';

/** GET /glossary/term/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export async function readTerm(
  c: Catalog,
  {guid, counts = false}: {guid: Guid; counts?: boolean},
): Promise<GlossaryJson> {
  return await c.read('GlossaryService.getTerm', async graph => {
    const terms = [await glossaryRecord(graph, 'term', guid)];
    const [json] = await (counts ? countedTerms(graph, terms) : termForms(graph, terms));
    return json as GlossaryJson;
  });
}

/** GET /glossary/{guid}/terms: a page of the full forms, by name. */
export async function listTerms(
  c: Catalog,
  {guid, page, counts = false}: {guid: Guid; page: GlossaryPage; counts?: boolean},
): Promise<GlossaryJson[]> {
  checkPage(page);
  return await c.read('GlossaryService.getGlossaryTerms', async graph => {
    await glossaryRecord(graph, 'glossary', guid);
    const terms = await neighbourPage(graph, {guid, typeName: glossaryEdges.termAnchor, end: 1}, orderOf(page));
    const records = terms.map(one => one.record);
    return await (counts ? countedTerms(graph, records) : termForms(graph, records));
  });
}

/** GET /glossary/{guid}/terms/headers and GET /glossary/category/{guid}/terms: a page of the short forms, by name. */
export async function listTermHeaders(
  c: Catalog,
  {guid, of, page}: {guid: Guid; of: 'glossary' | 'category'; page: GlossaryPage},
): Promise<Attributes[]> {
  checkPage(page);
  return await c.read('GlossaryService.getTermsHeaders', async graph => {
    await glossaryRecord(graph, of, guid);
    const typeName = of === 'glossary' ? glossaryEdges.termAnchor : glossaryEdges.categorization;
    const terms = await neighbourPage(graph, {guid, typeName, end: 1}, orderOf(page));
    return terms.map(({edge, record}) => termHeader(edge, record));
  });
}

/** GET /glossary/terms/{guid}/related: by the field of the relation, a page of each. */
export async function listRelatedTerms(
  c: Catalog,
  {guid, page}: {guid: Guid; page: GlossaryPage},
): Promise<Record<string, Attributes[]>> {
  checkPage(page);
  return await c.read('GlossaryService.getRelatedTerms', async graph => {
    const [parts] = await partsOf(graph, [await glossaryRecord(graph, 'term', guid)]);
    const related = Object.entries(relatedTerms(parts as GlossaryParts));
    return Object.fromEntries(related.map(([field, headers]) => [field, pageOf(headers, page)]));
  });
}

/** GET /glossary/terms/{guid}/assignedEntities: a page of them, by what people call them. */
export async function listAssignedEntities(
  c: Catalog,
  {guid, page}: {guid: Guid; page: GlossaryPage},
): Promise<Attributes[]> {
  checkPage(page);
  return await c.read('GlossaryService.getAssignedEntities', async graph => {
    await glossaryRecord(graph, 'term', guid);
    const order = orderOf(page, ['name', 'displayName', 'qualifiedName']);
    const entities = await neighbourPage(graph, {guid, typeName: glossaryEdges.assignment, end: 1}, order);
    return entities.map(({edge, record}) => relatedObjectId(graph.types, edge, record));
  });
}

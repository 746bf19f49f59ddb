import {
  categoryHeader,
  glossaryEdges,
  relatedCategories,
  type Attributes,
  type GlossaryJson,
  type GlossaryParts,
  type Guid,
} from '@gazetteer/model';
import {neighbourPage, type GraphRead, type Neighbour} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {categoryForms, countsAt, glossaryRecord, parentsOf, partsOf} from './glossary-forms.ts';
import {checkPage, orderOf, pageOf, type GlossaryPage} from './page.ts';

/** GET /glossary/category/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export async function readCategory(c: Catalog, {guid}: {guid: Guid}): Promise<GlossaryJson> {
  return await c.read('GlossaryService.getCategory', async graph => {
    const [json] = await categoryForms(graph, [await glossaryRecord(graph, 'category', guid)]);
    return json as GlossaryJson;
  });
}

type InGlossary = {guid: Guid; page: GlossaryPage};

/** GET /glossary/{guid}/categories: a page of the full forms, by name. */
export async function listCategories(c: Catalog, args: InGlossary): Promise<GlossaryJson[]> {
  checkPage(args.page);
  return await c.read('GlossaryService.getGlossaryCategories', async graph => {
    const categories = await categoriesIn(graph, args);
    return await categoryForms(
      graph,
      categories.map(one => one.record),
    );
  });
}

/** GET /glossary/{guid}/categories/headers: a page of the short forms, by name. */
export async function listCategoryHeaders(c: Catalog, args: InGlossary & {counts: boolean}): Promise<Attributes[]> {
  checkPage(args.page);
  return await c.read('GlossaryService.getGlossaryCategoriesHeaders', async graph => {
    const categories = await categoriesIn(graph, args);
    const guids = categories.map(one => one.record.guid);
    const parents = await parentsOf(graph, guids);
    const terms = args.counts ? await countsAt(graph, guids, glossaryEdges.categorization) : undefined;
    return categories.map(({edge, record}) => ({
      ...categoryHeader(edge, record, parents.get(record.guid)),
      ...(terms === undefined ? {} : {termCount: terms.get(record.guid) ?? 0}),
    }));
  });
}

/** GET /glossary/category/{guid}/related: the one above it and a page of those below. */
export async function listRelatedCategories(
  c: Catalog,
  {guid, page}: {guid: Guid; page: GlossaryPage},
): Promise<Record<string, Attributes[]>> {
  checkPage(page);
  return await c.read('GlossaryService.getRelatedCategories', async graph => {
    const [parts] = await partsOf(graph, [await glossaryRecord(graph, 'category', guid)]);
    const {parent, children} = relatedCategories(parts as GlossaryParts);
    return {
      ...(parent === undefined ? {} : {parent}),
      ...(children === undefined ? {} : {children: pageOf(children, page)}),
    };
  });
}

async function categoriesIn(graph: GraphRead, {guid, page}: InGlossary): Promise<Neighbour[]> {
  await glossaryRecord(graph, 'glossary', guid);
  return await neighbourPage(graph, {guid, typeName: glossaryEdges.categoryAnchor, end: 1}, orderOf(page));
}

import {flag} from '@gazetteer/kernel/parameters';
import {list} from '@gazetteer/kernel/shape';
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
import {query} from '../operation.ts';
import {page, unknown} from './addresses.ts';
import {categoryForms, countsAt, glossaryRecord, parentsOf, partsOf} from './glossary-forms.ts';
import {orderOf, pageOf, type GlossaryPage} from './page.ts';
import * as shapes from './shapes.ts';

/** GET /glossary/category/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readCategory = query('GET /v2/glossary/category/{guid}', {
  summary: 'A category',
  description: 'With the category above it, those below it, and its terms.',
  answer: shapes.category,
  errors: unknown,
  logAs: 'GlossaryService.getCategory',
  run: async (graph, {guid}): Promise<GlossaryJson> => {
    const [json] = await categoryForms(graph, [await glossaryRecord(graph, 'category', guid)]);
    return json as GlossaryJson;
  },
});

/** GET /glossary/{guid}/categories: a page of the full forms, by name. */
export const listCategories = query('GET /v2/glossary/{guid}/categories', {
  summary: 'Categories of a glossary',
  description: 'In the order of their names.',
  query: page,
  answer: list(shapes.category),
  errors: unknown,
  logAs: 'GlossaryService.getGlossaryCategories',
  run: async (graph, asked): Promise<GlossaryJson[]> => {
    const categories = await categoriesIn(graph, asked);
    return await categoryForms(
      graph,
      categories.map(one => one.record),
    );
  },
});

/** GET /glossary/{guid}/categories/headers: a page of the short forms, by name. */
export const listCategoryHeaders = query('GET /v2/glossary/{guid}/categories/headers', {
  summary: 'Short forms of the categories of a glossary',
  description: 'In the order of their names.',
  query: {...page, counts: flag('With the number of terms in each')},
  answer: list(shapes.categoryHeader),
  errors: unknown,
  logAs: 'GlossaryService.getGlossaryCategoriesHeaders',
  run: async (graph, {counts, ...asked}): Promise<Attributes[]> => {
    const categories = await categoriesIn(graph, asked);
    const guids = categories.map(one => one.record.guid);
    const parents = await parentsOf(graph, guids);
    const terms = counts ? await countsAt(graph, guids, glossaryEdges.categorization) : undefined;
    return categories.map(({edge, record}) => ({
      ...categoryHeader(edge, record, parents.get(record.guid)),
      ...(terms === undefined ? {} : {termCount: terms.get(record.guid) ?? 0}),
    }));
  },
});

/** GET /glossary/category/{guid}/related: the one above it and a page of those below. */
export const listRelatedCategories = query('GET /v2/glossary/category/{guid}/related', {
  summary: 'The category above one and those below',
  description: '`parent` has the category above it, `children` those directly below.',
  query: page,
  answer: shapes.relatedCategoryLists,
  errors: unknown,
  logAs: 'GlossaryService.getRelatedCategories',
  run: async (graph, {guid, ...wanted}): Promise<Record<string, Attributes[]>> => {
    const [parts] = await partsOf(graph, [await glossaryRecord(graph, 'category', guid)]);
    const {parent, children} = relatedCategories(parts as GlossaryParts);
    return {
      ...(parent === undefined ? {} : {parent}),
      ...(children === undefined ? {} : {children: pageOf(children, wanted)}),
    };
  },
});

/**
 * A page of a glossary's categories. @throws when there is no such glossary, rather than an empty
 * page
 */
async function categoriesIn(
  graph: GraphRead,
  {guid, ...wanted}: GlossaryPage & {guid: Guid},
): Promise<Neighbour[]> {
  await glossaryRecord(graph, 'glossary', guid);
  return await neighbourPage(
    graph,
    {guid, typeName: glossaryEdges.categoryAnchor, end: 1},
    orderOf(wanted),
  );
}

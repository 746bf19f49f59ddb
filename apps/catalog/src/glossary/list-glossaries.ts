import {AppError, type Attributes, type EdgeRecord, type EntityRecord, type Guid} from '@gazetteer/model';
import {searchEntities, type GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

export type GlossaryJson = Record<string, unknown> & {guid: Guid};
export type GlossaryPage = {
  /** -1: all. */
  limit: number;
  offset: number;
  sort: 'ASC' | 'DESC';
};

const glossaryType = 'AtlasGlossary';
const termAnchor = 'AtlasGlossaryTermAnchor';
const categoryAnchor = 'AtlasGlossaryCategoryAnchor';
const categoryTree = 'AtlasGlossaryCategoryHierarchyLink';

/** More glossaries than this are not listed in one answer. */
const maxGlossaries = 10_000;

/** GET /glossary: the ACTIVE glossaries by name, each with short forms of its terms and categories. */
export async function listGlossaries(c: Catalog, {limit, offset, sort}: GlossaryPage): Promise<GlossaryJson[]> {
  if (limit < -1 || offset < 0) throw new AppError('BAD_REQUEST', ['limit and offset must not be negative']);
  return await c.read('GlossaryService.getGlossaries', async graph => {
    const descending = sort === 'DESC';
    const attribute = graph.types.entityType(glossaryType).attributes.get('name');
    const {records} = await searchEntities(graph, {
      types: [glossaryType],
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
        descending,
      },
      offset,
      limit: limit === -1 ? maxGlossaries : Math.min(limit, maxGlossaries),
    });
    const children = await childrenOf(graph, records);
    return records.map(record => glossaryJson(record, children));
  });
}

type Children = {
  anchors: ReadonlyMap<Guid, readonly EdgeRecord[]>;
  parents: ReadonlyMap<Guid, Guid>;
  records: ReadonlyMap<Guid, EntityRecord>;
};

/** Everything inside the glossaries, in three statements whatever their number. */
async function childrenOf(graph: GraphRead, glossaries: readonly EntityRecord[]): Promise<Children> {
  const anchors = await graph.edgesAt(
    glossaries.flatMap(({guid}) => [
      {guid, typeName: termAnchor, end: 1 as const},
      {guid, typeName: categoryAnchor, end: 1 as const},
    ]),
  );
  const records = await graph.entities(anchors.map(edge => edge.end2));
  const links = await graph.edgesAt(
    anchors
      .filter(edge => edge.typeName === categoryAnchor)
      .map(edge => ({guid: edge.end2, typeName: categoryTree, end: 2 as const})),
  );
  return {
    anchors: Map.groupBy(anchors, edge => edge.end1),
    parents: new Map(links.map(edge => [edge.end2, edge.end1])),
    records,
  };
}

/** Empty values are left out, as the reference does for glossaries. */
function glossaryJson({guid, attributes}: EntityRecord, children: Children): GlossaryJson {
  const inside = (typeName: string) =>
    (children.anchors.get(guid) ?? []).flatMap(edge => {
      const record = children.records.get(edge.end2);
      return edge.typeName === typeName && record?.status === 'ACTIVE' ? [{edge, attributes: record.attributes}] : [];
    });
  const terms = inside(termAnchor).map(({edge, attributes: term}) => ({
    termGuid: edge.end2,
    relationGuid: edge.guid,
    ...filled({
      displayText: term['name'],
      description: edge.attributes?.['description'],
      qualifiedName: term['qualifiedName'],
    }),
  }));
  const categories = inside(categoryAnchor).map(({edge, attributes: category}) => ({
    categoryGuid: edge.end2,
    ...filled({parentCategoryGuid: children.parents.get(edge.end2)}),
    relationGuid: edge.guid,
    ...filled({displayText: category['name'], description: edge.attributes?.['description']}),
  }));
  const {name, shortDescription, longDescription, qualifiedName, additionalAttributes, language, usage} = attributes;
  const texts = {name, shortDescription, longDescription, qualifiedName, additionalAttributes, language, usage};
  return {guid, ...filled({...texts, terms, categories})};
}

function filled(values: Attributes): Attributes {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

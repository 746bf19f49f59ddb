import {
  AppError,
  categoryJson,
  glossaryEdges,
  glossaryJson,
  glossaryTypes,
  termJson,
  termRelations,
  type EdgeRecord,
  type EntityRecord,
  type GlossaryJson,
  type GlossaryKind,
  type GlossaryParts,
  type Guid,
} from '@gazetteer/model';
import {neighbourCounts, type GraphRead} from '@gazetteer/store';

/**
 * The glossaries, terms or categories with these guids, in the order asked for.
 * @throws INSTANCE_GUID_NOT_FOUND for one that is not there, or something else
 */
export async function glossaryRecords(
  graph: GraphRead,
  kind: GlossaryKind,
  guids: readonly Guid[],
  hold: 'change' | 'keep' | 'look' = 'look',
): Promise<EntityRecord[]> {
  const known = await graph.entitiesNamed([...new Set(guids)], hold);
  return guids.map(guid => {
    const record = known.get(guid);
    if (record?.typeName !== glossaryTypes[kind] || record.status !== 'ACTIVE') {
      throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    }
    return record;
  });
}

/** @throws INSTANCE_GUID_NOT_FOUND */
export async function glossaryRecord(
  graph: GraphRead,
  kind: GlossaryKind,
  guid: Guid,
  hold: 'change' | 'keep' | 'look' = 'look',
): Promise<EntityRecord> {
  return (await glossaryRecords(graph, kind, [guid], hold))[0] as EntityRecord;
}

/** Terms with all that they are related to, in a constant number of statements. */
export async function termForms(
  graph: GraphRead,
  terms: readonly EntityRecord[],
): Promise<GlossaryJson[]> {
  return (await partsOf(graph, terms)).map(parts => termJson(graph.types, parts));
}

/** The same with the number of assigned entities in place of these, which may be thousands. */
export async function countedTerms(
  graph: GraphRead,
  terms: readonly EntityRecord[],
): Promise<GlossaryJson[]> {
  const guids = terms.map(term => term.guid);
  const counts = await neighbourCounts(graph, guids, {typeName: glossaryEdges.assignment, end: 1});
  const refs = guids.flatMap(guid => relationsOfTerms.map(relation => ({guid, ...relation})));
  const all = await partsAlong(graph, terms, await graph.edgesAt(refs));
  return all.map(parts => ({
    ...termJson(graph.types, parts),
    assignedCount: counts.get(parts.record.guid) ?? 0,
  }));
}

/** All that a term is related to besides entities. */
const relationsOfTerms: readonly {readonly typeName: string; readonly end: 1 | 2}[] = [
  {typeName: glossaryEdges.termAnchor, end: 2},
  {typeName: glossaryEdges.categorization, end: 2},
  ...[...new Set(termRelations.map(relation => relation.typeName))].flatMap(typeName => [
    {typeName, end: 1 as const},
    {typeName, end: 2 as const},
  ]),
];

/** Categories as the API shows them, with parent, children and terms; in their order. */
export async function categoryForms(
  graph: GraphRead,
  categories: readonly EntityRecord[],
): Promise<GlossaryJson[]> {
  return (await partsOf(graph, categories)).map(parts => categoryJson(graph.types, parts));
}

/** Glossaries with short forms of what is in them. */
export async function glossaryForms(
  graph: GraphRead,
  glossaries: readonly EntityRecord[],
): Promise<GlossaryJson[]> {
  const all = await partsOf(graph, glossaries);
  const categories = all.flatMap(({edges}) =>
    edges.filter(edge => edge.typeName === glossaryEdges.categoryAnchor).map(edge => edge.end2),
  );
  const parents = await parentsOf(graph, categories);
  return all.map(parts => glossaryJson(graph.types, parts, parents));
}

/** Glossaries with the numbers of what is in them. */
export async function countedGlossaries(
  graph: GraphRead,
  glossaries: readonly EntityRecord[],
): Promise<GlossaryJson[]> {
  const guids = glossaries.map(record => record.guid);
  const terms = await countsAt(graph, guids, glossaryEdges.termAnchor);
  const categories = await countsAt(graph, guids, glossaryEdges.categoryAnchor);
  const classifications = Map.groupBy(await graph.classificationsOf(guids), one => one.entityGuid);
  return glossaries.map(record => {
    const {guid} = record;
    const parts = {
      record,
      edges: [],
      others: new Map(),
      classifications: classifications.get(guid) ?? [],
    };
    const counts = {termCount: terms.get(guid) ?? 0, categoryCount: categories.get(guid) ?? 0};
    return {...glossaryJson(graph.types, parts, new Map()), ...counts};
  });
}

/**
 * How many a glossary or a category has; relations of glossaries are gone for good when they end.
 */
export async function countsAt(
  graph: GraphRead,
  guids: readonly Guid[],
  typeName: string,
): Promise<ReadonlyMap<Guid, number>> {
  return (await graph.firstEdgesAt(guids, {typeName, from: 1}, 0)).totals;
}

/** The category above each, by guid, as far as there is one. */
export async function parentsOf(
  graph: GraphRead,
  categories: readonly Guid[],
): Promise<Map<Guid, Guid>> {
  const links = await graph.edgesAt(
    categories.map(guid => ({guid, typeName: glossaryEdges.categoryTree, end: 2})),
  );
  return new Map(links.map(edge => [edge.end2, edge.end1]));
}

/** What the JSON of each record is made of. */
export async function partsOf(
  graph: GraphRead,
  records: readonly EntityRecord[],
): Promise<GlossaryParts[]> {
  const edges = await graph.edgesOf(records.map(record => record.guid));
  return await partsAlong(
    graph,
    records,
    edges.filter(edge => edge.status === 'ACTIVE'),
  );
}

/** The same of these edges alone. */
async function partsAlong(
  graph: GraphRead,
  records: readonly EntityRecord[],
  edges: readonly EdgeRecord[],
): Promise<GlossaryParts[]> {
  const guids = records.map(record => record.guid);
  const others = await graph.entities(
    [...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))],
    'look',
  );
  const classifications = Map.groupBy(await graph.classificationsOf(guids), one => one.entityGuid);
  const byEnd = edgesByEnd(edges);
  return records.map(record => ({
    record,
    edges: byEnd.get(record.guid) ?? [],
    others,
    classifications: classifications.get(record.guid) ?? [],
  }));
}

/** Each edge at both of its ends. */
function edgesByEnd(edges: readonly EdgeRecord[]): ReadonlyMap<Guid, EdgeRecord[]> {
  const byEnd = new Map<Guid, EdgeRecord[]>();
  for (const edge of edges) {
    for (const guid of new Set([edge.end1, edge.end2])) {
      const list = byEnd.get(guid);
      if (list === undefined) byEnd.set(guid, [edge]);
      else list.push(edge);
    }
  }
  return byEnd;
}

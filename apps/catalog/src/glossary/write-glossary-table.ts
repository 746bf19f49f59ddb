import {
  findRows,
  glossaryEdges,
  glossaryTable,
  relatedTerms,
  termRelations,
  type EntityRecord,
  type GlossaryExport,
  type GlossaryLine,
  type GlossaryRow,
  type Guid,
  type TermName,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import type {DownloadPage} from '../search/download-page.ts';
import {loadGlossaryRows, type GlossaryWorld} from './glossary-rows.ts';

type Relations = ReadonlyMap<string, readonly TermName[]>;

/**
 * A file of terms and categories in one page, header line first. With a size of 0 it is only
 * checked and counted.
 * @throws INSTANCE_GUID_NOT_FOUND for a glossary that is not there, BAD_REQUEST for a text that
 * does not fit a spreadsheet
 */
export const writeGlossaryTable = query({
  logAs: 'GlossaryService.exportGlossary',
  run: async (
    graph,
    {request, size}: {request: GlossaryExport; size: number},
  ): Promise<DownloadPage> => {
    const world = await loadGlossaryRows(graph, request.search.glossaryGuids);
    const rows = findRows(world.rows, request.search);
    const relations =
      size === 0 ? new Map<Guid, Relations>() : await relationsOf(graph, world, rows);
    const lines = rows.map(row =>
      lineOf(row, world.records.get(row.guid), relations.get(row.guid)),
    );
    const table = glossaryTable(request, lines);
    return {lines: size === 0 ? [] : table, rows: size === 0 ? 0 : rows.length, total: rows.length};
  },
});

/** One line of the file, with the columns that an import reads. */
function lineOf(
  row: GlossaryRow,
  record: EntityRecord | undefined,
  relations: Relations = new Map(),
): GlossaryLine {
  const {examples, abbreviation, usage, additionalAttributes} = record?.attributes ?? {};
  const attributes = Object.entries((additionalAttributes ?? {}) as Record<string, unknown>);
  return {
    ...row,
    examples: (Array.isArray(examples) ? examples : []).map(String),
    abbreviation: text(abbreviation),
    usage: text(usage),
    additionalAttributes: new Map(attributes.map(([name, value]) => [name, text(value)])),
    relations,
  };
}

/**
 * What each term is related to, by the field of the relation, in a constant number of statements.
 */
async function relationsOf(
  graph: GraphRead,
  world: GlossaryWorld,
  rows: readonly GlossaryRow[],
): Promise<ReadonlyMap<Guid, Relations>> {
  const terms = rows.filter(row => row.kind === 'TERM').map(row => row.guid);
  const typeNames = [...new Set(termRelations.map(one => one.typeName))];
  const refs = terms.flatMap(guid =>
    typeNames.flatMap(typeName => ([1, 2] as const).map(end => ({guid, typeName, end}))),
  );
  const edges = await graph.edgesAt(refs);
  const ends = [...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))];
  const others = await graph.entities(ends, 'look');
  const names = await namesOf(graph, world, others);
  const byEnd = Map.groupBy(
    edges.flatMap(edge => [...new Set([edge.end1, edge.end2])].map(guid => ({guid, edge}))),
    one => one.guid,
  );
  const related = (guid: Guid): Relations => {
    const record = world.records.get(guid);
    if (record === undefined) return new Map();
    const parts = {
      record,
      edges: (byEnd.get(guid) ?? []).map(one => one.edge),
      others,
      classifications: [],
    };
    return new Map(
      Object.entries(relatedTerms(parts)).map(([field, headers]) => [
        field,
        headers.flatMap(header => names.get(text(header['termGuid'])) ?? []),
      ]),
    );
  };
  return new Map(terms.map(guid => [guid, related(guid)]));
}

/**
 * Terms as files name them: by their glossary, which may be another one than those that are
 * written.
 */
async function namesOf(
  graph: GraphRead,
  world: GlossaryWorld,
  terms: ReadonlyMap<Guid, EntityRecord>,
): Promise<ReadonlyMap<Guid, TermName>> {
  const anchors = await graph.edgesAt(
    Array.from(terms.keys(), guid => ({guid, typeName: glossaryEdges.termAnchor, end: 2 as const})),
  );
  const unknown = anchors.map(edge => edge.end1).filter(guid => !world.glossaries.has(guid));
  const glossaries = new Map([
    ...world.glossaries,
    ...(await graph.entities([...new Set(unknown)], 'look')),
  ]);
  return new Map(
    anchors.map(({end1, end2}) => {
      const glossary = text(glossaries.get(end1)?.attributes['name']);
      return [end2, {glossary, term: text(terms.get(end2)?.attributes['name'])}];
    }),
  );
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value as string | number | boolean);
}

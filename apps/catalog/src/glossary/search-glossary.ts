import {body} from '@gazetteer/kernel';
import {nullable} from '@gazetteer/kernel/shape';
import {
  classificationJson,
  findRows,
  readGlossarySearch,
  type Attributes,
  type GlossaryRow,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {unknown} from './addresses.ts';
import {loadGlossaryRows, statusOf, type GlossaryWorld} from './glossary-rows.ts';
import * as shapes from './shapes.ts';

export type GlossaryHits = {glossary: Attributes[]; approximateCount: number};

/**
 * POST /glossary/search: a page of the terms and categories that fit, below their glossaries.
 * @throws BAD_REQUEST, INSTANCE_GUID_NOT_FOUND for a glossary that is not there
 */
export const searchGlossary = query('POST /v2/glossary/search', {
  summary: 'Find terms and categories by parts of their texts',
  description: 'Hits are grouped by glossary. Parts of texts are found regardless of case.',
  body: body(nullable(shapes.glossarySearch), readGlossarySearch),
  answer: shapes.glossaryHits,
  errors: [...unknown, 'BAD_REQUEST'],
  logAs: 'GlossaryService.searchGlossary',
  run: async (graph, {body: search}): Promise<GlossaryHits> => {
    const world = await loadGlossaryRows(graph, search.glossaryGuids);
    const found = findRows(world.rows, search);
    const page = found.slice(
      search.offset,
      search.limit === 0 ? undefined : search.offset + search.limit,
    );
    return {glossary: below(graph, world, page), approximateCount: found.length};
  },
});

/** Glossaries in the order in which their first hit comes. */
function below(graph: GraphRead, world: GlossaryWorld, page: readonly GlossaryRow[]): Attributes[] {
  return [...Map.groupBy(page, row => row.glossaryGuid)].map(([guid, rows]) => {
    const glossary = world.glossaries.get(guid);
    const {name, shortDescription, longDescription} = glossary?.attributes ?? {};
    const detailsOf = (kind: GlossaryRow['kind']) =>
      rows.filter(row => row.kind === kind).map(row => detailOf(graph, world, row));
    return {
      name,
      guid,
      shortDescription,
      longDescription,
      status: glossary === undefined ? '' : statusOf(glossary),
      terms: detailsOf('TERM'),
      categories: detailsOf('CATEGORY'),
    };
  });
}

/** What a hit shows beside its name. */
function detailOf(
  graph: GraphRead,
  {records, classifications}: GlossaryWorld,
  row: GlossaryRow,
): Attributes {
  const record = records.get(row.guid);
  const {shortDescription, longDescription, additionalAttributes} = record?.attributes ?? {};
  return {
    name: row.name,
    qualifiedName: row.qualifiedName,
    guid: row.guid,
    shortDescription,
    longDescription,
    status: row.status,
    classifications: (classifications.get(row.guid) ?? []).map(one =>
      classificationJson(graph.types, one, 'ACTIVE'),
    ),
    customAttributes: additionalAttributes,
  };
}

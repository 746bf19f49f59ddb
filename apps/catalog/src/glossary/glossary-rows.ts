import {
  glossaryEdges,
  glossaryTypes,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
  type GlossaryRow,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {glossaryRecords} from './glossary-forms.ts';
import {findGlossaries} from './read-glossaries.ts';

/** Terms and categories with what searches and files need of them. */
export type GlossaryWorld = {
  readonly rows: readonly GlossaryRow[];
  readonly records: ReadonlyMap<Guid, EntityRecord>;
  readonly glossaries: ReadonlyMap<Guid, EntityRecord>;
  readonly classifications: ReadonlyMap<Guid, readonly ClassificationRecord[]>;
};

const usualStatus = 'ACTIVE';

/**
 * Everything in the glossaries, in a constant number of statements.
 * @param guids of glossaries; none: all there are
 * @throws INSTANCE_GUID_NOT_FOUND
 */
export async function loadGlossaryRows(
  graph: GraphRead,
  guids: readonly Guid[],
): Promise<GlossaryWorld> {
  const glossaries =
    guids.length > 0
      ? await glossaryRecords(graph, 'glossary', [...new Set(guids)])
      : await findGlossaries(graph, {limit: -1, offset: 0});
  const anchors = await graph.edgesAt(
    glossaries.flatMap(({guid}) =>
      [glossaryEdges.termAnchor, glossaryEdges.categoryAnchor].map(typeName => ({
        guid,
        typeName,
        end: 1 as const,
      })),
    ),
  );
  const members = anchors.map(edge => edge.end2);
  const records = await graph.entities(members, 'look');
  const classifications = Map.groupBy(
    await graph.classificationsOf(members),
    one => one.entityGuid,
  );
  const above = await edgesAbove(graph, anchors);
  const byGuid = new Map(glossaries.map(record => [record.guid, record]));
  const names = (edges: readonly EdgeRecord[]) =>
    edges.map(edge => String(records.get(edge.end1)?.attributes['name'] ?? ''));
  const rows = anchors.flatMap((anchor): GlossaryRow[] => {
    const record = records.get(anchor.end2);
    const glossary = byGuid.get(anchor.end1);
    if (record === undefined || glossary === undefined) return [];
    const edges = above.get(record.guid) ?? [];
    return [
      {
        ...textsOf(record),
        kind: record.typeName === glossaryTypes.term ? 'TERM' : 'CATEGORY',
        glossaryGuid: glossary.guid,
        glossaryName: String(glossary.attributes['name']),
        status: statusOf(record, edges),
        classifications: (classifications.get(record.guid) ?? [])
          .map(one => one.typeName)
          .sort()
          .join(', '),
        related: names(edges).sort().join(', '),
      },
    ];
  });
  return {rows, records, glossaries: byGuid, classifications};
}

/** What the additional attribute `status` says, for a term what its categories say before that. */
export function statusOf({attributes}: EntityRecord, edges: readonly EdgeRecord[] = []): string {
  const given = edges
    .map(edge => edge.attributes?.['status'])
    .find(one => one !== undefined && one !== null);
  const own = (attributes['additionalAttributes'] as Record<string, unknown> | undefined)?.[
    'status'
  ];
  return String(given ?? own ?? usualStatus);
}

/** From the categories that a term is in, and from the parent of a category, by the lower end. */
async function edgesAbove(
  graph: GraphRead,
  anchors: readonly EdgeRecord[],
): Promise<Map<Guid, EdgeRecord[]>> {
  const refs = anchors.map(anchor => ({
    guid: anchor.end2,
    typeName:
      anchor.typeName === glossaryEdges.termAnchor
        ? glossaryEdges.categorization
        : glossaryEdges.categoryTree,
    end: 2 as const,
  }));
  return Map.groupBy(await graph.edgesAt(refs), edge => edge.end2);
}

/** The texts of an entry; its own attributes are one text, `name=value; …`. */
function textsOf({guid, attributes}: EntityRecord) {
  const text = (name: string) => String(attributes[name] ?? '');
  const additional = Object.entries(
    (attributes['additionalAttributes'] ?? {}) as Record<string, unknown>,
  );
  return {
    guid,
    name: text('name'),
    qualifiedName: text('qualifiedName'),
    shortDescription: text('shortDescription'),
    longDescription: text('longDescription'),
    customAttributes: additional.map(([name, value]) => `${name}=${String(value)}`).join('; '),
  };
}

import {
  CategoryTree,
  glossaryEdges,
  glossaryTypes,
  type CategoryInput,
  type CategoryNode,
  type Guid,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {glossaryRecords, parentsOf} from './glossary-forms.ts';

/**
 * All categories of the glossaries, to be changed: whoever moves one of them decides by where all
 * the others are. Categories that the request names and that are elsewhere are in the tree with an
 * empty glossary.
 * @throws INSTANCE_GUID_NOT_FOUND for a glossary that is not there
 */
export async function loadCategoryTree(
  tx: GraphTx,
  glossaryGuids: readonly Guid[],
  inputs: readonly CategoryInput[],
): Promise<CategoryTree> {
  const guids = [...new Set(glossaryGuids)];
  const glossaries = await glossaryRecords(tx, 'glossary', guids, 'keep');
  const anchors = await tx.edgesAt(
    guids.map(guid => ({guid, typeName: glossaryEdges.categoryAnchor, end: 1})),
  );
  const glossaryOf = new Map(anchors.map(edge => [edge.end2, edge.end1]));
  const named = inputs.flatMap(({parent, children}) => [
    ...(parent === undefined ? [] : [parent]),
    ...children,
  ]);
  const wanted = new Set([...glossaryOf.keys(), ...named.map(one => one.guid)]);
  const records = await tx.entities([...wanted]);
  const known = await tx.entitiesNamed(
    named.map(one => one.guid),
    'look',
  );
  for (const {guid} of named) if (!known.has(guid)) records.delete(guid);
  const parents = await parentsOf(tx, [...records.keys()]);
  const nodes = new Map<Guid, CategoryNode>();
  for (const record of records.values()) {
    if (record.typeName !== glossaryTypes.category || record.status !== 'ACTIVE') continue;
    nodes.set(record.guid, {
      name: String(record.attributes['name']),
      qualifiedName: String(record.attributes['qualifiedName']),
      glossary: glossaryOf.get(record.guid) ?? '',
      parent: parents.get(record.guid),
    });
  }
  const names = glossaries.map(
    record => [record.guid, String(record.attributes['qualifiedName'])] as const,
  );
  return new CategoryTree(nodes, new Map(names));
}

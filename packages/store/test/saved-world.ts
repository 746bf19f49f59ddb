import {
  edgeRefsOf,
  lookupsOf,
  matchDrafts,
  planSave,
  readDrafts,
  readEntitiesBody,
  type Planning,
} from '@gazetteer/model';
import type {GraphStore} from '../src/graph/graph-store.ts';

export const planning: Planning = {
  userName: 'ann',
  now: 1000,
  newGuid: () => crypto.randomUUID(),
};

/** Saves new tables as the catalog does, in one transaction. @returns their guids */
export async function saveTables(store: GraphStore, names: readonly string[]): Promise<string[]> {
  const entities = names.map(name => ({
    typeName: 'table',
    guid: `-${name}`,
    attributes: {qualifiedName: name, name, rows: 5, columns: [{guid: `-${name}.a`}]},
  }));
  const referredEntities = Object.fromEntries(
    names.map(name => [
      `-${name}.a`,
      {
        typeName: 'column',
        guid: `-${name}.a`,
        attributes: {qualifiedName: `${name}.a`, name: 'a', position: 0},
      },
    ]),
  );
  return await store.transaction(async tx => {
    const issues: string[] = [];
    const drafts = readDrafts(tx.types, readEntitiesBody({entities, referredEntities}), issues);
    const {change} = lookupsOf(tx.types, drafts);
    await tx.byUnique(change.uniques);
    const known = {byGuid: await tx.entities(change.guids), byUnique: new Map()};
    const matches = matchDrafts(tx.types, drafts, known, planning.newGuid);
    const edges = await tx.edgesAt(edgeRefsOf(matches));
    const {changes} = planSave(tx.types, matches, edges, planning, issues);
    await tx.apply(changes, planning);
    return changes.created.filter(one => one.typeName === 'table').map(one => one.guid);
  });
}

import {AppError, emptyChangeSet, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readHeaders} from './headers.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf, withDeleted, withTouched} from './planning.ts';
import {findByUniqueAttributes} from './read-entities.ts';

/**
 * DELETE /entity/guid/{guid} and /entity/bulk: unknown and already deleted ones are no error, they are just not listed.
 * @throws INVALID_PARAMETERS without any guid, BAD_REQUEST when a hard delete would take a reference away that an entity must have
 */
export async function deleteEntities(c: Catalog, {guids}: {guids: Guid[]}): Promise<MutationJson> {
  if (guids.length === 0) throw new AppError('INVALID_PARAMETERS', ['Guid(s) not specified']);
  return await c.write('AtlasEntityStoreV2.deleteByIds', tx => deleteIn(c, tx, guids));
}

/** The same inside a transaction. */
export async function deleteIn(c: Catalog, tx: GraphTx, guids: readonly Guid[]): Promise<MutationJson> {
  const planning = planningOf(c);
  const known = await tx.entitiesNamed([...new Set(guids)]);
  const named = [...new Set(guids)].filter(guid => known.has(guid));
  const deletion = await withDeleted(tx, emptyChangeSet(), named, planning);
  const changes = await withTouched(tx, deletion, new Map(), planning);
  // Before they are gone with their classifications.
  const removed = await readHeaders(tx.seen(), changes.removed);
  if (changes.updated.length + changes.removed.length > 0) await tx.apply(changes, planning);
  return await mutationJson(tx, changes, undefined, 'UPDATE', removed);
}

/** DELETE /entity/uniqueAttribute/type/{typeName}: nothing found is an empty answer, too. */
export async function deleteByUniqueAttributes(
  c: Catalog,
  {typeName, attributes}: {typeName: string; attributes: Record<string, string>},
): Promise<MutationJson> {
  const guid = await c.read('AtlasEntityStoreV2.deleteByUniqueAttributes', async graph => {
    return (await findByUniqueAttributes(graph, graph.types.entityType(typeName), attributes))?.guid;
  });
  return guid === undefined ? {} : await deleteEntities(c, {guids: [guid]});
}

import {also} from '@gazetteer/kernel';
import {list, needed, uniqueAttributes} from '@gazetteer/kernel/parameters';
import {AppError, emptyChangeSet, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import * as shapes from './shapes.ts';
import {readHeaders} from './headers.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf, withDeleted, withTouched} from './planning.ts';
import {findByUniqueAttributes} from './read-entities.ts';

/**
 * DELETE /entity/guid/{guid} and /entity/bulk: unknown and already deleted ones are no error, they
 * are just not listed.
 * @throws INVALID_PARAMETERS without any guid, BAD_REQUEST when a hard delete would take a
 * reference away that an entity must have
 */
export const deleteEntities = change('DELETE /v2/entity/bulk', {
  summary: 'Delete entities with all that they own; unknown ones are no error',
  description:
    'Entities are marked as deleted and stay readable until they are purged. The answer lists every entity that was deleted.',
  query: {guids: needed(list('Once for each entity', 'guid'))},
  answer: shapes.mutation,
  errors: ['INVALID_PARAMETERS'],
  logAs: 'AtlasEntityStoreV2.deleteByIds',
  read: ({guids}: {guids: Guid[]}) => {
    if (guids.length === 0) throw new AppError('INVALID_PARAMETERS', ['Guid(s) not specified']);
    return {guids};
  },
  run: (tx, {guids}, c): Promise<MutationJson> => deleteIn(c, tx, guids),
});

export const deleteEntity = also(
  'DELETE /v2/entity/guid/{guid}',
  deleteEntities,
  {
    summary: 'Delete an entity with all that it owns; an unknown one is no error',
    description:
      'The entity is marked as deleted and stays readable until it is purged. The answer lists every entity that was deleted.',
    answer: shapes.mutation,
  },
  ({guid}) => ({guids: [guid]}),
);

/** The same inside a transaction. */
export async function deleteIn(
  c: Context,
  tx: GraphTx,
  guids: readonly Guid[],
): Promise<MutationJson> {
  const planning = planningOf(c);
  const known = await tx.entitiesNamed([...new Set(guids)]);
  const named = [...new Set(guids)].filter(guid => known.has(guid));
  const deletion = await withDeleted(tx, emptyChangeSet(), named, planning);
  const changes = await withTouched(tx, deletion, new Map(), planning);
  // Before they are gone with their classifications.
  const removed = await readHeaders(tx.forCaller(), changes.removed);
  if (changes.updated.length + changes.removed.length > 0) await tx.apply(changes, planning);
  return await mutationJson(tx, changes, undefined, 'UPDATE', removed);
}

/** DELETE /entity/uniqueAttribute/type/{typeName}: nothing found is an empty answer, too. */
export const deleteByUniqueAttributes = change(
  'DELETE /v2/entity/uniqueAttribute/type/{typeName}',
  {
    summary: 'Delete the entity with these unique attributes; none is no error',
    description:
      'The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. It is marked as deleted and stays readable until it is purged.',
    query: {attributes: uniqueAttributes},
    answer: shapes.mutation,
    errors: ['TYPE_NAME_INVALID'],
    logAs: 'AtlasEntityStoreV2.deleteByUniqueAttributes',
    run: async (
      tx,
      {typeName, attributes}: {typeName: string; attributes: Record<string, string>},
      c,
    ): Promise<MutationJson> => {
      const found = await findByUniqueAttributes(tx, tx.types.entityType(typeName), attributes);
      return found === undefined ? {} : await deleteIn(c, tx, [found.guid]);
    },
  },
);

import {AppError, printJava, type EntityRecord} from '@gazetteer/model';
import type {GraphRead, Hold} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

export const profileType = '__MetaUserProfile';

export async function findProfile(
  graph: GraphRead,
  name: string,
  hold: Hold = 'look',
): Promise<EntityRecord | undefined> {
  const [profile] = await graph.byUnique([{typeName: profileType, attribute: 'name', value: name}], hold);
  return profile;
}

/**
 * The caller's profile, which every search loads first, in a transaction of its own. A caller without one gets the
 * search all the same: only that transaction fails, which leaves its line in the log. A search never makes a profile.
 */
export async function loadProfile(c: Catalog): Promise<void> {
  const name = c.actor.userName;
  try {
    await c.read('AtlasEntityStoreV2.getByUniqueAttributes', async graph => {
      if ((await findProfile(graph, name)) !== undefined) return;
      throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [profileType, printJava({name})]);
    });
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND')) throw error;
  }
}

import {AppError, printMap, type EntityRecord} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';

const profileType = '__MetaUserProfile';

/**
 * The caller's profile, which every search loads first, in a transaction of its own. A caller without one gets the
 * search all the same: only that transaction fails, which leaves its line in the log. A read never makes a profile.
 */
export async function loadProfile(c: Catalog): Promise<EntityRecord | undefined> {
  const name = c.actor.userName;
  try {
    return await c.read('AtlasEntityStoreV2.getByUniqueAttributes', async graph => {
      const [profile] = await graph.byUnique([{typeName: profileType, attribute: 'name', value: name}]);
      if (profile === undefined) {
        throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [profileType, printMap({name})]);
      }
      return profile;
    });
  } catch (error) {
    if (error instanceof AppError && error.kind === 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND') return undefined;
    throw error;
  }
}

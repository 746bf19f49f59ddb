import {printJava, type EntityRecord} from '@gazetteer/model';
import type {GraphRead, Hold} from '@gazetteer/store';
import {logMissing, type Context} from '../catalog.ts';

export const profileType = '__MetaUserProfile';

/** What the catalog keeps of a person, by their user name; undefined where it keeps nothing. */
export async function findProfile(
  graph: GraphRead,
  name: string,
  hold: Hold = 'look',
): Promise<EntityRecord | undefined> {
  const [profile] = await graph.byUnique(
    [{typeName: profileType, attribute: 'name', value: name}],
    hold,
  );
  return profile;
}

/**
 * Looks for the caller's profile, as every search does first. A caller without one gets the search
 * all the same, and the log the line that tells of it. A search never makes a profile.
 */
export async function noteProfile(
  graph: GraphRead,
  {actor: {userName: name}, log}: Context,
): Promise<void> {
  if ((await findProfile(graph, name)) !== undefined) return;
  logMissing(
    log,
    'AtlasEntityStoreV2.getByUniqueAttributes',
    'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
    [profileType, printJava({name})],
  );
}

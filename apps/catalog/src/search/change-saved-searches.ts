import {AppError, emptyChangeSet, readEntitiesBody, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {planningOf, withDeleted, withTouched} from '../entity/planning.ts';
import {saveIn} from '../entity/save-entities.ts';
import {profileType} from './profile.ts';
import {
  ownSavedSearch,
  ownSavedSearches,
  readSavedSearchBody,
  savedSearchJson,
  savedSearchType,
  type SavedSearch,
  type SavedSearchBody,
} from './saved-search.ts';

/** POST /search/saved: makes the caller's profile, too, where there is none. */
export async function createSavedSearch(c: Catalog, {body}: {body: string}): Promise<SavedSearch> {
  const given = readSavedSearchBody(c, body);
  return await c.write('UserProfileService.addSavedSearch', async tx => {
    if (given.guid !== undefined) await checkChange(c, tx, given.guid);
    return await save(c, tx, given);
  });
}

/** PUT /search/saved: finds it by its guid. */
export async function updateSavedSearch(c: Catalog, {body}: {body: string}): Promise<SavedSearch> {
  const given = readSavedSearchBody(c, body);
  const {guid} = given;
  if (guid === undefined) throw new AppError('INVALID_OBJECT_ID', ['null']);
  return await c.write('UserProfileService.updateSavedSearch', async tx => {
    await checkChange(c, tx, guid);
    return await save(c, tx, given);
  });
}

/** DELETE /search/saved/{guid} */
export async function deleteSavedSearch(c: Catalog, {guid}: {guid: Guid}): Promise<undefined> {
  await c.write('UserProfileService.deleteSavedSearch', async tx => {
    await ownSavedSearch(c, tx, guid);
    const planning = planningOf(c);
    const deleted = await withDeleted(tx, emptyChangeSet(), [guid], planning);
    await tx.apply(await withTouched(tx, deleted, new Map(), planning), planning);
  });
}

/** Not even the name of somebody else's is told. */
async function checkChange(c: Catalog, tx: GraphTx, guid: Guid): Promise<EntityRecord> {
  const stored = (await tx.entitiesNamed([guid])).get(guid);
  if (stored?.typeName === savedSearchType && stored.attributes['ownerName'] !== c.actor.userName) {
    throw new AppError('SAVED_SEARCH_CHANGE_USER', [guid, 'another user', c.actor.userName]);
  }
  return await ownSavedSearch(c, tx, guid);
}

async function save(c: Catalog, tx: GraphTx, given: SavedSearchBody): Promise<SavedSearch> {
  // The profile is locked: two requests cannot both find a name free.
  const same = (await ownSavedSearches(c, tx, 'change')).find(one => one.attributes['name'] === given.name);
  if (same !== undefined && same.guid !== given.guid) {
    throw new AppError('SAVED_SEARCH_ALREADY_EXISTS', [given.name, c.actor.userName]);
  }
  const profile = {typeName: profileType, guid: '-1', attributes: {name: c.actor.userName}};
  const search = {
    typeName: savedSearchType,
    guid: given.guid ?? '-2',
    attributes: given.attributes,
    relationshipAttributes: {userProfile: {guid: '-1', typeName: profileType}},
  };
  const {guidAssignments} = await saveIn(tx, readEntitiesBody({entities: [profile, search]}), planningOf(c));
  const guid = given.guid ?? guidAssignments.get('-2') ?? '';
  return savedSearchJson(await ownSavedSearch(c, tx, guid));
}

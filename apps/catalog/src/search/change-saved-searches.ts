import {body} from '@gazetteer/kernel';
import {
  AppError,
  emptyChangeSet,
  readEntitiesBody,
  type EntityRecord,
  type ErrorKind,
  type Guid,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {planningOf, withDeleted, withTouched} from '../entity/planning.ts';
import {saveIn} from '../entity/save-entities.ts';
import {change} from '../operation.ts';
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
import * as shapes from './shapes.ts';

const wrong = [
  'BAD_REQUEST',
  'INVALID_PARAMETERS',
  'SAVED_SEARCH_ALREADY_EXISTS',
  'SAVED_SEARCH_CHANGE_USER',
  'TOO_MANY_SAVED_SEARCHES',
] as const satisfies readonly ErrorKind[];

/**
 * For the saved searches of one user; each counts as so many at least, as a row is more than its
 * text.
 */
const maxCharacters = 16e6;
const leastCharacters = 10_000;

/** POST /search/saved: makes the caller's profile, too, where there is none. */
export const createSavedSearch = change('POST /v2/search/saved', {
  summary: 'Save a search',
  description: 'A user can have one saved search of each name.',
  body: body(shapes.savedSearch),
  isSmall: true,
  answer: shapes.savedSearch,
  errors: [...wrong, 'INSTANCE_GUID_NOT_FOUND'],
  logAs: 'UserProfileService.addSavedSearch',
  read: ({body: given}, c) => readSavedSearchBody(c, given),
  run: async (tx, given, c): Promise<SavedSearch> => {
    if (given.guid !== undefined) await checkChange(c, tx, given.guid);
    return await save(c, tx, given);
  },
});

/** PUT /search/saved: finds it by its guid. */
export const updateSavedSearch = change('PUT /v2/search/saved', {
  summary: 'Change a saved search, named by its guid',
  description: 'The body replaces what was saved.',
  body: body(shapes.savedSearch),
  isSmall: true,
  answer: shapes.savedSearch,
  errors: [...wrong, 'INVALID_OBJECT_ID', 'INSTANCE_GUID_NOT_FOUND'],
  logAs: 'UserProfileService.updateSavedSearch',
  read: ({body: given}, c) => {
    const {guid, ...search} = readSavedSearchBody(c, given);
    if (guid === undefined) throw new AppError('INVALID_OBJECT_ID', ['null']);
    return {...search, guid};
  },
  run: async (tx, given, c): Promise<SavedSearch> => {
    await checkChange(c, tx, given.guid);
    return await save(c, tx, given);
  },
});

/** DELETE /search/saved/{guid}; a path has one name for its parameter, whatever the method. */
export const deleteSavedSearch = change('DELETE /v2/search/saved/{name}', {
  summary: 'Delete a saved search',
  description: 'Here `name` is its guid.',
  errors: ['BAD_REQUEST', 'INSTANCE_GUID_NOT_FOUND'],
  logAs: 'UserProfileService.deleteSavedSearch',
  run: async (tx, {name: guid}, c): Promise<void> => {
    await ownSavedSearch(c, tx, guid);
    const planning = planningOf(c);
    const deleted = await withDeleted(tx, emptyChangeSet(), [guid], planning);
    await tx.apply(await withTouched(tx, deleted, new Map(), planning), planning);
  },
});

/** Not even the name of somebody else's is told. */
async function checkChange(c: Context, tx: GraphTx, guid: Guid): Promise<EntityRecord> {
  const stored = (await tx.entitiesNamed([guid])).get(guid);
  if (stored?.typeName === savedSearchType && stored.attributes['ownerName'] !== c.actor.userName) {
    throw new AppError('SAVED_SEARCH_CHANGE_USER', [guid, 'another user', c.actor.userName]);
  }
  return await ownSavedSearch(c, tx, guid);
}

async function save(c: Context, tx: GraphTx, given: SavedSearchBody): Promise<SavedSearch> {
  // The profile is locked: two requests cannot both find a name free.
  const own = await ownSavedSearches(c, tx, 'change');
  const same = own.find(one => one.attributes['name'] === given.name);
  if (same !== undefined && same.guid !== given.guid) {
    throw new AppError('SAVED_SEARCH_ALREADY_EXISTS', [given.name, c.actor.userName]);
  }
  checkSpace(c, own, given);
  const profile = {typeName: profileType, guid: '-1', attributes: {name: c.actor.userName}};
  const search = {
    typeName: savedSearchType,
    guid: given.guid ?? '-2',
    attributes: given.attributes,
    relationshipAttributes: {userProfile: {guid: '-1', typeName: profileType}},
  };
  const {guidAssignments} = await saveIn(
    tx,
    readEntitiesBody({entities: [profile, search]}),
    planningOf(c),
  );
  const guid = given.guid ?? guidAssignments.get('-2') ?? '';
  return savedSearchJson(await ownSavedSearch(c, tx, guid));
}

/** Everybody may save searches, and so has some room for them. @throws TOO_MANY_SAVED_SEARCHES */
function checkSpace(c: Context, own: readonly EntityRecord[], given: SavedSearchBody): void {
  const all = [...own.filter(one => one.guid !== given.guid), given];
  const characters = all.reduce(
    (sum, {attributes}) => sum + leastCharacters + JSON.stringify(attributes).length,
    0,
  );
  if (characters > maxCharacters) {
    throw new AppError('TOO_MANY_SAVED_SEARCHES', [c.actor.userName, String(maxCharacters)]);
  }
}

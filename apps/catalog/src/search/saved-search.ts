import {
  AppError,
  printJava,
  readSearchParameters,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead, Hold} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {findProfile} from './profile.ts';

export const savedSearchType = '__MetaUserSavedSearch';
export const searchTypes = ['BASIC', 'ADVANCED', 'BASIC_RELATIONSHIP'] as const;
export type SearchType = (typeof searchTypes)[number];

export type SavedSearch = {
  guid: Guid;
  ownerName?: string;
  name?: string;
  searchType?: SearchType;
  searchParameters?: Record<string, unknown>;
  uiParameters?: string;
};

/** A saved search as a client sends it. */
export type SavedSearchBody = {
  guid: string | undefined;
  name: string;
  searchType: SearchType;
  attributes: Record<string, unknown>;
};

const notYours = () => new AppError('BAD_REQUEST', ['invalid data']);

/**
 * Without an owner it is the caller's. @throws BAD_REQUEST for another owner, INVALID_PARAMETERS
 * for a missing name or type
 */
export function readSavedSearchBody(c: Context, body: unknown): SavedSearchBody {
  const json = (body ?? {}) as Record<string, unknown>;
  const text = (name: string) =>
    json[name] === null || json[name] === undefined ? '' : String(json[name] as string);
  const ownerName = text('ownerName') === '' ? c.actor.userName : text('ownerName');
  if (ownerName !== c.actor.userName) throw notYours();
  const [guid, name, uiParameters] = [text('guid'), text('name').trim(), text('uiParameters')];
  const searchType = searchTypes.find(one => one === text('searchType'));
  const missing = [
    ...(name === '' ? ['name'] : []),
    ...(searchType === undefined ? ['searchType'] : []),
  ];
  if (searchType === undefined || missing.length > 0) {
    throw new AppError('INVALID_PARAMETERS', [`a saved search needs ${missing.join(' and ')}`]);
  }
  const searchParameters = readSearchParameters(json['searchParameters'] ?? {}, {
    includeSubTypes: true,
  });
  return {
    guid: guid === '' || guid.startsWith('-') ? undefined : guid,
    name,
    searchType,
    attributes: {
      name,
      ownerName,
      searchType,
      uniqueName: `${ownerName}:${name}:${searchType}`,
      searchParameters: JSON.stringify(searchParameters),
      uiParameters: uiParameters === '' ? null : uiParameters,
    },
  };
}

/** A saved search as it is answered: `searchParameters` is parsed, absent members stay absent. */
export function savedSearchJson({guid, attributes}: EntityRecord): SavedSearch {
  const {searchParameters, ...others} = attributes;
  const known = ['ownerName', 'name', 'searchType', 'uiParameters'].filter(
    name => others[name] !== undefined,
  );
  return {
    guid,
    ...Object.fromEntries(known.map(name => [name, others[name]])),
    // Kept as text, since its shape is that of the API and no type of the store.
    ...(typeof searchParameters === 'string'
      ? {searchParameters: JSON.parse(searchParameters) as Record<string, unknown>}
      : {}),
  };
}

/**
 * The caller's own, by name; none without a profile. `hold` keeps other writers of the same profile
 * out.
 */
export async function ownSavedSearches(
  c: Context,
  graph: GraphRead,
  hold: Hold = 'look',
): Promise<EntityRecord[]> {
  const profile = await findProfile(graph, c.actor.userName, hold);
  if (profile === undefined) return [];
  const owned = await graph.ownedBy([profile.guid], 'ACTIVE');
  return owned
    .filter(one => one.typeName === savedSearchType)
    .sort((a, b) => (String(a.attributes['name']) < String(b.attributes['name']) ? -1 : 1));
}

/** Only asking for one's own is allowed. @throws BAD_REQUEST for another user's */
export function checkUser(c: Context, user: string | undefined): void {
  if (user !== undefined && user !== '' && user !== c.actor.userName) throw notYours();
}

/** @throws INSTANCE_GUID_NOT_FOUND, BAD_REQUEST for another user's */
export async function ownSavedSearch(
  c: Context,
  graph: GraphRead,
  guid: Guid,
): Promise<EntityRecord> {
  const record = (await graph.entitiesNamed([guid])).get(guid);
  if (record?.typeName !== savedSearchType) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
  if (record.attributes['ownerName'] !== c.actor.userName) throw notYours();
  return record;
}

/** @throws INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND */
export async function savedSearchByName(
  c: Context,
  graph: GraphRead,
  name: string,
): Promise<EntityRecord> {
  const found = (await ownSavedSearches(c, graph)).find(one => one.attributes['name'] === name);
  if (found !== undefined) return found;
  const key = printJava({ownerName: c.actor.userName, name});
  throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [savedSearchType, key]);
}

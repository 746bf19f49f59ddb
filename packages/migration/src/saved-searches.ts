import type {AtlasServer} from './atlas-server.ts';

type SavedSearch = {readonly name: string; readonly [member: string]: unknown};

/**
 * Copies the saved searches of a user that the user does not have yet. Returns a line of what was
 * done.
 */
export async function copySavedSearches(
  source: AtlasServer,
  target: AtlasServer,
  user: string,
): Promise<string> {
  const path = `/v2/search/saved?user=${encodeURIComponent(user)}`;
  const [own, there] = await Promise.all(
    [source, target].map(async server => (await server.get(path)) as readonly SavedSearch[]),
  );
  const known = new Set((there ?? []).map(one => one.name));
  const missing = (own ?? []).filter(one => !known.has(one.name));
  for (const {guid: _own, ...search} of missing)
    await target.post('/v2/search/saved', {...search, ownerName: user});
  return `${missing.length} saved searches of ${user} copied`;
}

// Addresses of views. Their form is the one that links to catalogs of this kind have always had, so that old bookmarks work.

export const allTypes = '_ALL_ENTITY_TYPES';
export const pageSize = 25;
const maxPageSize = 500;

/** What the part of an address behind # asks for; anything unknown is the search over everything. */
export function parseLink(hash) {
  const [path, parameters = ''] = hash.replace(/^#!?\/?/, '').split('?', 2);
  const given = new URLSearchParams(parameters);
  if (path.startsWith('detailPage/')) return {page: 'detail', guid: decodePart(path.slice('detailPage/'.length))};
  return {
    page: 'search',
    query: given.get('query') ?? '',
    type: given.get('type') || allTypes,
    tag: given.get('tag') ?? '',
    offset: wholeNumber(given.get('pageOffset'), 0, Number.MAX_SAFE_INTEGER),
    limit: wholeNumber(given.get('pageLimit'), 1, maxPageSize) || pageSize,
    withDeleted: given.get('includeDE') === 'true',
  };
}

export function searchLink({query = '', type = allTypes, tag = '', offset = 0, limit = pageSize, withDeleted = false}) {
  const parameters = new URLSearchParams({searchType: 'basic', type});
  if (query !== '') parameters.set('query', query);
  if (tag !== '') parameters.set('tag', tag);
  if (offset > 0) parameters.set('pageOffset', String(offset));
  if (limit !== pageSize) parameters.set('pageLimit', String(limit));
  if (withDeleted) parameters.set('includeDE', 'true');
  return `#!/search/searchResult?${parameters}`;
}

export function detailLink(guid) {
  return `#!/detailPage/${encodeURIComponent(guid)}`;
}

/** 0 when it is no number in the range. */
function wholeNumber(text, min, max) {
  const number = Number(text ?? 0);
  return Number.isInteger(number) && number >= min && number <= max ? number : 0;
}

function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

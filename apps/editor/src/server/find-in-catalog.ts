import {type FoundThere, askJson} from '@gazetteer/server';

/** So that all kinds have room in the list. */
const maxOfKind = 5;

type Named = {readonly guid: string; readonly name: string; readonly qualifiedName?: string};
type Typeahead = {
  readonly assets: readonly (Named & {readonly columns?: readonly Named[]})[];
  readonly terms: readonly Named[];
  readonly owners: readonly string[];
};
type Header = {readonly name: string};

/** What the search box of the catalog finds: assets with their columns, terms, tags and owners. */
export async function findInCatalog(ask: typeof fetch, text: string): Promise<FoundThere[]> {
  const query = new URLSearchParams({query: text, limit: String(maxOfKind)}).toString();
  const [{assets, terms, owners}, headers] = (await Promise.all([
    askJson(ask, `/api/meta/v2/search/typeahead?${query}`),
    askJson(ask, '/api/meta/v2/types/typedefs/headers?type=classification'),
  ])) as [Typeahead, readonly Header[]];
  return [
    ...assets.flatMap(one => [
      assetChoice('asset', one),
      ...(one.columns ?? []).map(column => assetChoice('column', column)),
    ]),
    ...terms.map(({guid, name, qualifiedName}) => ({
      kind: 'term',
      label: name,
      ...(qualifiedName === undefined ? {} : {place: qualifiedName.split('@').at(-1) ?? ''}),
      path: `${home}/glossary/${encodeURIComponent(guid)}?gtype=term`,
    })),
    ...classificationsLike(headers, text).map(name => ({
      kind: 'classification',
      label: name,
      path: searchPath({tag: name}),
    })),
    ...owners.map(name => ({
      kind: 'owner',
      label: name,
      path: searchPath({
        type: allTypes,
        facets: `owner:${name.replaceAll(/[%:;,]/g, encodeURIComponent)}`,
      }),
    })),
    {kind: 'words', label: text, path: searchPath({type: allTypes, query: text})},
  ];
}

const home = '/n/index.html#!';
const allTypes = '_ALL_ENTITY_TYPES';

function assetChoice(kind: string, {guid, name, qualifiedName}: Named): FoundThere {
  return {
    kind,
    label: name,
    ...(qualifiedName === undefined || qualifiedName === name ? {} : {place: qualifiedName}),
    path: `${home}/detailPage/${encodeURIComponent(guid)}`,
  };
}

/** A page of results, with the parameters of its address. */
function searchPath(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({searchType: 'basic', ...parameters}).toString();
  return `${home}/search/searchResult?${query.replaceAll('+', '%20')}`;
}

/** Those whose name begins so first; all words but those that only say what is looked for. */
function classificationsLike(headers: readonly Header[], text: string): readonly string[] {
  const sought = text.toLowerCase().replace(/^((all )?(assets|tables|columns) )?tagged (as )?/, '');
  const at = (name: string) => name.toLowerCase().indexOf(sought);
  return headers
    .map(({name}) => name)
    .filter(name => !name.startsWith('__') && at(name) >= 0)
    .toSorted((a, b) => Math.min(at(a), 1) - Math.min(at(b), 1) || a.localeCompare(b))
    .slice(0, maxOfKind);
}

// The address of a search and its way to the server and back. Links of Apache Atlas' interface use
// these parameters, and people have kept such links; so new things get new names, and old names
// keep their meaning.
import {addressTexts} from '../../address-texts.ts';
import type {Schemas} from '@gazetteer/client';
import type {FilterGroup} from '@gazetteer/ui/filter';
import {allEntityTypes} from '../../api/type-index.ts';
import type {SearchParameters} from '../../api/wire.ts';
import {readFacets, writeFacets} from './facet-text.ts';
import {readFilter, writeFilter} from './filter-text.ts';
import {wholeNumber} from '../../whole-number.ts';

/**
 * What the address of a search says, in the parameters that links to catalogs of this kind have
 * always had. All texts.
 */
export type SearchLink = {
  readonly searchType?: string | undefined;
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
  readonly term?: string | undefined;
  readonly query?: string | undefined;
  readonly entityFilters?: string | undefined;
  readonly tagFilters?: string | undefined;
  /** What is chosen of facets, as `writeFacets` writes it. */
  readonly facets?: string | undefined;
  /** `true`: deleted entities, too. */
  readonly includeDE?: string | undefined;
  /** `true`: without sub-types. */
  readonly excludeST?: string | undefined;
  /** `true`: without sub-classifications. */
  readonly excludeSC?: string | undefined;
  readonly attributes?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: string | undefined;
  readonly pageLimit?: string | undefined;
  readonly pageOffset?: string | undefined;
};

/** In this order in the address. */
const names = [
  'searchType',
  'type',
  'tag',
  'term',
  'query',
  'entityFilters',
  'tagFilters',
  'facets',
  'includeDE',
  'excludeST',
  'excludeSC',
  'attributes',
  'sortBy',
  'sortOrder',
  'pageLimit',
  'pageOffset',
] as const satisfies readonly (keyof SearchLink)[];

/** Results of a page, and what an address may ask for at most. */
export const defaultLimit = 25;
export const maxLimit = 500;

type FilterCriteria = Schemas['FilterCriteria'];

/** Anything unknown is left out. */
export function readSearchLink(search: Readonly<Record<string, unknown>>): SearchLink {
  return addressTexts(names, search);
}

/** The address of a search; without anything it is the search over everything. */
export function searchLink(link: SearchLink): SearchLink {
  // The server wants at least one thing to search by.
  const isOpen = link.searchType !== 'dsl' && (link.type ?? link.tag ?? link.term) === undefined;
  return readSearchLink({searchType: 'basic', ...(isOpen ? {type: allEntityTypes} : {}), ...link});
}

/** What is asked of the server. `columns` are attributes that headers do not have anyway. */
export function searchParameters(link: SearchLink, columns: readonly string[]): SearchParameters {
  const entityFilters = readFilter(link.entityFilters);
  const tagFilters = link.tag === undefined ? undefined : readFilter(link.tagFilters);
  const isOpen = (link.tag ?? link.term ?? link.query) === undefined;
  // A filter of attributes needs a type to belong to.
  const typeName =
    link.type ?? (isOpen || entityFilters !== undefined ? allEntityTypes : undefined);
  return {
    // What is not said is not sent, so that the server's own default is in force.
    ...(link.query === undefined ? {} : {query: link.query}),
    ...(typeName === undefined ? {} : {typeName}),
    ...(link.tag === undefined ? {} : {classification: link.tag}),
    ...(link.term === undefined ? {} : {termName: link.term}),
    ...(entityFilters === undefined ? {} : {entityFilters: entityFilters as FilterCriteria}),
    ...(tagFilters === undefined ? {} : {tagFilters: tagFilters as FilterCriteria}),
    ...(link.facets === undefined ? {} : {facets: mutable(link.facets)}),
    excludeDeletedEntities: link.includeDE !== 'true',
    includeSubTypes: link.excludeST !== 'true',
    includeSubClassifications: link.excludeSC !== 'true',
    // Badges show what is propagated, which only these tell.
    includeClassificationAttributes: true,
    attributes: [...columns],
    limit: limitOf(link),
    offset: offsetOf(link),
    ...(link.sortBy === undefined
      ? {}
      : {
          sortBy: link.sortBy,
          sortOrder: link.sortOrder === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING',
        }),
  };
}

/** The generated types do not know lists that are only read. */
function mutable(facets: string): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(readFacets(facets)).map(([name, values]) => [name, [...values]]),
  );
}

/**
 * The same as results are shown: without words and without a choice of the order, tables come
 * before their columns and these before what loads them, as they do with words. What changed last,
 * the order of the API, would begin with the lineage of columns.
 */
export function shownParameters(link: SearchLink, columns: readonly string[]): SearchParameters {
  const parameters = searchParameters(link, columns);
  if (link.query !== undefined) return {...parameters, includeMatches: true};
  return link.sortBy === undefined ? {...parameters, sortBy: '__kind'} : parameters;
}

/** The address of a saved search. */
export function linkOfSaved({
  searchType,
  searchParameters = {},
}: Schemas['SavedSearch']): SearchLink {
  if (searchType !== 'ADVANCED') return linkOfParameters(searchParameters);
  return searchLink({searchType: 'dsl', query: searchParameters.query});
}

/** The other way: the address of a search that is kept as parameters. */
export function linkOfParameters(parameters: SearchParameters): SearchLink {
  const text = (value: string | null | undefined) =>
    value === null || value === undefined || value === '' ? {} : value;
  // Kept searches have null where something was not chosen.
  const pick = (name: keyof SearchLink, value: string | null | undefined) =>
    typeof text(value) === 'string' ? {[name]: value} : {};
  const flag = (name: keyof SearchLink, isOn: boolean) => (isOn ? {[name]: 'true'} : {});
  return searchLink({
    ...pick('type', parameters.typeName),
    ...pick('tag', parameters.classification),
    ...pick('term', parameters.termName),
    ...pick('query', parameters.query),
    ...pick('entityFilters', writeFilter(parameters.entityFilters as FilterGroup | undefined)),
    ...pick('tagFilters', writeFilter(parameters.tagFilters as FilterGroup | undefined)),
    ...pick('facets', writeFacets(parameters.facets ?? {})),
    ...flag('includeDE', parameters.excludeDeletedEntities === false),
    ...flag('excludeST', parameters.includeSubTypes === false),
    ...flag('excludeSC', parameters.includeSubClassifications === false),
    ...pick('attributes', parameters.attributes?.join(',')),
    ...pick('sortBy', parameters.sortBy),
    ...pick('sortOrder', parameters.sortBy === undefined ? undefined : parameters.sortOrder),
  });
}

/** Results of a page; a number in the address that makes no sense is as none. */
export function limitOf({pageLimit}: SearchLink): number {
  return wholeNumber(pageLimit, 1, maxLimit) ?? defaultLimit;
}

/** Results before this page. */
export function offsetOf({pageOffset}: SearchLink): number {
  return wholeNumber(pageOffset, 0, Number.MAX_SAFE_INTEGER) ?? 0;
}

/**
 * Columns in the order of the address; undefined where it says nothing, which is not the same as
 * none. An empty list means that somebody has taken all columns away.
 */
export function columnsOf({attributes}: SearchLink): readonly string[] | undefined {
  return attributes === undefined ? undefined : attributes.split(',').filter(name => name !== '');
}

/** The conditions of an address; undefined where there are none or they cannot be read. */
export function filterOf(text: string | undefined): FilterGroup | undefined {
  return readFilter(text);
}

import {AppError} from '../error.ts';
import type {ClassificationCondition, SearchParameters, SearchQuery} from './search.ts';
import {allOf} from './any-of.ts';
import {facetNarrowing} from './facets.ts';
import {indexKind} from './search-document.ts';
import {classificationField, entityField, systemField} from './search-fields.ts';
import type {Clock} from './search-dates.ts';
import {fits, readCondition} from './search-filter.ts';
import {readMarker} from './search-marker.ts';
import {isBlank} from './search-parameters.ts';
import {checkTextQuery, parseTextQuery, wildcardsOf} from './search-text.ts';
import {systemEntityAttributes} from '../types/type-roots.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

const allEntityTypes: ReadonlySet<string> = new Set(['_ALL_ENTITY_TYPES', '*']);
/**
 * Stands in `sortBy` for the kinds of types, as search by words orders by them; no attribute is
 * called so.
 */
const kindOrder = '__kind';
const anyClassification: ReadonlySet<string> = new Set([
  '_CLASSIFIED',
  '_ALL_CLASSIFICATION_TYPES',
  '*',
]);

export type ResolvedSearch = {
  query: SearchQuery;
  /** Filters that no index answers, as `<attribute> <operator> <value>`. */
  scans: string[];
  /** Words with wildcards that no index holds. */
  wildcards: string[];
};

/**
 * What a search means with these types at the time `now`.
 * @param seen of the guids that its facets name, those that whoever asks may read
 * @throws UNKNOWN_TYPENAME, UNKNOWN_CLASSIFICATION, UNKNOWN_ATTRIBUTE, BAD_REQUEST
 */
export function resolveSearch(
  types: TypeRegistry,
  parameters: SearchParameters,
  now: Clock,
  seen?: ReadonlySet<string>,
): ResolvedSearch {
  const scans: string[] = [];
  const named = namedTypes(types, parameters.typeName);
  const classifications = classificationsOf(types, parameters, now);
  const scope = {
    types,
    now,
    typeNames: [...types.entityTypes.keys()],
    fieldOf: (name: string) => entityField(types, named ?? [], name),
    onScan: (test: string) => scans.push(test),
  };
  const filter = parameters.entityFilters && readCondition(scope, parameters.entityFilters);
  const facets = facetNarrowing(types, parameters.facets ?? {}, seen, now);
  const conditions = [...(filter === undefined ? [] : [filter]), ...facets.conditions];
  for (const name of (parameters.attributes ?? []).filter(one => !isBlank(one)))
    checkHeaderAttribute(types, named, name);
  const isByKind = parameters.sortBy === kindOrder;
  const sort = isByKind ? undefined : sortOf(types, named, parameters);
  const before = readMarker(parameters);
  const text = isBlank(parameters.query) ? undefined : parseTextQuery(parameters.query ?? '');
  if (text !== undefined) checkTextQuery(text);
  const query: SearchQuery = {
    ...(text && {text}),
    ...typesWithin(
      types,
      named && parameters.includeSubTypes ? withSubTypes(types, named) : named,
      facets.types,
    ),
    activeOnly:
      facets.statuses === undefined
        ? parameters.excludeDeletedEntities
        : !facets.statuses.has('DELETED'),
    ...(conditions.length > 0 && {where: allOf(conditions)}),
    classifications,
    ...(sort && {sort}),
    ...(isByKind && {isByKind}),
    ...(before === undefined ? {} : {before}),
    offset: parameters.offset,
    limit: parameters.limit,
  };
  return {query, scans, wildcards: text ? wildcardsOf(text) : []};
}

/** undefined: all types. */
function namedTypes(types: TypeRegistry, typeName: string | undefined): string[] | undefined {
  const names = namesIn(typeName);
  if (names.length === 0 || names.some(name => allEntityTypes.has(name))) return undefined;
  if (!names.every(name => types.entityTypes.has(name)))
    throw new AppError('UNKNOWN_TYPENAME', [typeName ?? '']);
  return names;
}

/**
 * Types of a facet that are among those of a search; internal ones only where the search names
 * them.
 */
function typesWithin(
  types: TypeRegistry,
  named: string[] | undefined,
  chosen: ReadonlySet<string> | undefined,
): {types?: string[]} {
  if (chosen === undefined) return named === undefined ? {} : {types: named};
  return {
    types: (named ?? [...chosen].filter(name => !types.entityType(name).isInternal)).filter(one =>
      chosen.has(one),
    ),
  };
}

function withSubTypes(types: TypeRegistry, names: readonly string[]): string[] {
  return [...new Set(names.flatMap(name => [...types.entityType(name).typeAndSubTypes]))];
}

function classificationsOf(
  types: TypeRegistry,
  parameters: SearchParameters,
  now: Clock,
): ClassificationCondition[] {
  const {classification, tagFilters, includeSubClassifications} = parameters;
  const given = namesIn(classification);
  if (given.length === 0) return [];
  if (given.includes('_NOT_CLASSIFIED')) return [{isNegated: true}];
  const isAny = given.some(name => anyClassification.has(name));
  const names = isAny
    ? undefined
    : given.flatMap(name => matching(types, name, includeSubClassifications));
  if (tagFilters === undefined) return [{...(names && {names}), isNegated: false}];
  if (given.some(name => name.includes('*') && name !== '*')) {
    throw new AppError('BAD_REQUEST', [
      'tagFilters need the name of a classification, not a pattern',
    ]);
  }
  const scope = {
    types,
    now,
    typeNames: [...types.classificationTypes.keys()],
    fieldOf: (name: string) => classificationField(types, isAny ? [] : given, name),
    // Only rows of the classification are looked at, whichever way they are tested.
    onScan: () => undefined,
  };
  const where = readCondition(scope, tagFilters);
  return [{...(names && {names}), isNegated: false, ...(where && {where})}];
}

/**
 * Names that a name or a pattern such as `PI*` stands for. @throws UNKNOWN_CLASSIFICATION when
 * there is none
 */
function matching(types: TypeRegistry, name: string, includeSubClassifications: boolean): string[] {
  const known = [...types.classificationTypes.values()];
  const named = name.includes('*')
    ? known.filter(type => fits(type.name, name))
    : known.filter(type => type.name === name);
  if (named.length === 0) throw new AppError('UNKNOWN_CLASSIFICATION', [name]);
  return includeSubClassifications
    ? named.flatMap(type => [...type.typeAndSubTypes])
    : named.map(type => type.name);
}

/**
 * A name that none of the named types knows is an error; among all types any name may belong to
 * some of them.
 */
function checkHeaderAttribute(
  types: TypeRegistry,
  named: readonly string[] | undefined,
  name: string,
): void {
  const has = (one: string) => {
    const {attributes, relationshipAttributes} = types.entityType(one);
    return attributes.has(name) || relationshipAttributes.has(name);
  };
  if (named !== undefined && !named.some(has) && systemEntityAttributes[name] === undefined)
    entityField(types, named, name);
}

function sortOf(
  types: TypeRegistry,
  named: readonly string[] | undefined,
  {sortBy, sortOrder}: SearchParameters,
): SearchQuery['sort'] {
  if (isBlank(sortBy) || sortBy === undefined) return undefined;
  const found =
    systemField(sortBy) ?? entityField(types, named ?? typesWith(types, sortBy), sortBy);
  const descending = sortOrder === 'DESCENDING';
  if (found.kind === 'field') return {field: found.field, descending};
  return found.kind === 'status' ? {field: 'status', descending} : undefined;
}

/**
 * Among all types an order is by the attribute of those that have it; others have no value of it.
 */
function typesWith(types: TypeRegistry, name: string): string[] {
  const having = [...types.entityTypes.values()].flatMap(type => {
    const attribute = type.attributes.get(name);
    return attribute === undefined ? [] : [{type: type.name, kind: indexKind(attribute.type)}];
  });
  return having.filter(one => one.kind === having[0]?.kind).map(one => one.type);
}

function namesIn(list: string | undefined): string[] {
  return [
    ...new Set(
      (list ?? '')
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== ''),
    ),
  ];
}

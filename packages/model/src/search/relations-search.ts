import {AppError} from '../error.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import type {Clock} from './search-dates.ts';
import {fieldOf, systemField, type FilterField} from './search-fields.ts';
import {readCondition} from './search-filter.ts';
import {isBlank} from './search-parameters.ts';
import type {Condition, Field, SearchParameters} from './search.ts';

/** A search for relationships, resolved against the type system. */
export type RelationsQuery = {
  /** Names of relationship types. */
  readonly types: readonly string[];
  readonly where?: Condition;
  readonly sort?: {readonly field: Field | 'status'; readonly descending: boolean};
  readonly offset: number;
  readonly limit: number;
};

/**
 * What a search for relationships means: those of the types `relationshipName` (several by commas),
 * with filters on their attributes and on `__guid`, `__state`, `__timestamp` and the other system
 * attributes.
 * @throws INVALID_SEARCH_PARAMS, UNKNOWN_TYPENAME, UNKNOWN_ATTRIBUTE, BAD_REQUEST
 */
export function resolveRelations(
  types: TypeRegistry,
  parameters: SearchParameters,
  now: Clock,
): RelationsQuery {
  const {relationshipName = '', relationshipFilters, sortBy, sortOrder, offset, limit} = parameters;
  const names = [...new Set(relationshipName.split(',').map(name => name.trim()))].filter(
    name => name !== '',
  );
  if (names.length === 0) throw new AppError('INVALID_SEARCH_PARAMS');
  if (!names.every(name => types.relationshipTypes.has(name))) {
    throw new AppError('UNKNOWN_TYPENAME', [relationshipName]);
  }
  const field = (name: string) => relationshipField(types, names, name);
  const scope = {types, now, typeNames: names, fieldOf: field, onScan: () => undefined};
  const where = relationshipFilters && readCondition(scope, relationshipFilters);
  const sorted = isBlank(sortBy) ? undefined : field(sortBy ?? '');
  const by =
    sorted?.kind === 'field'
      ? sorted.field
      : sorted?.kind === 'status'
        ? ('status' as const)
        : undefined;
  return {
    types: names,
    ...(where && {where}),
    ...(by && {sort: {field: by, descending: sortOrder === 'DESCENDING'}}),
    offset,
    limit,
  };
}

function relationshipField(
  types: TypeRegistry,
  names: readonly string[],
  name: string,
): FilterField {
  const system = systemField(name);
  if (system?.kind === 'status' || system?.kind === 'type') return system;
  if (system?.kind === 'field' && system.field.kind === 'column') return system;
  const attributes = names.map(one => types.relationshipTypes.get(one)?.attributes.get(name));
  const found = fieldOf(types, attributes, 'attributes', [name]);
  if (found?.kind !== 'field' || found.field.kind !== 'attribute') {
    throw new AppError('UNKNOWN_ATTRIBUTE', [
      name,
      names[attributes.indexOf(undefined)] ?? names[0] ?? '',
    ]);
  }
  return {...found, field: {...found.field, keys: [], isIndexed: false}};
}

import {AppError} from '../error.ts';
import type {EntityRecord} from '../entity/record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {entityField, systemField} from './search-fields.ts';
import {hopByLabel, hopFrom} from './search-hops.ts';
import type {SearchQuery} from './search.ts';

export type RelatedSearch = {
  readonly relation: string;
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  /** Without it, and without `sortBy`, those with a name come by their names. */
  readonly isUnsorted: boolean;
  readonly activeOnly: boolean;
  readonly limit: number;
  readonly offset: number;
};

/**
 * The entities that `record` is related to. `relation` is an attribute of its type or the label of
 * edges, of which there may be none.
 * @throws INVALID_RELATIONSHIP_ATTRIBUTE for an attribute that refers to nothing
 */
export function relatedQuery(
  types: TypeRegistry,
  record: EntityRecord,
  search: RelatedSearch,
): SearchQuery {
  const {relation, activeOnly, offset, limit} = search;
  const attribute = types.entityType(record.typeName).attributes.get(relation);
  const named = hopFrom(types, [record.typeName], relation);
  if (attribute !== undefined && named === undefined) {
    throw new AppError('INVALID_RELATIONSHIP_ATTRIBUTE', [relation, attribute.def.typeName]);
  }
  const {edges, to} = named ?? hopByLabel(types, relation);
  const sort = sortOf(types, named?.named, search);
  return {
    // Glossary terms and other internal types are found only when they are named.
    types: to ?? [...types.entityTypes.keys()],
    activeOnly,
    where: {
      kind: 'related',
      edges: edges.map(one => ({typeName: one.typeName, end: one.end === 1 ? 2 : 1})),
      from: to,
      to: [record.typeName],
      part: {
        kind: 'compare',
        field: {kind: 'column', column: 'guid', compare: 'text'},
        op: '=',
        value: record.guid,
      },
    },
    classifications: [],
    ...(sort && {sort}),
    offset,
    limit,
  };
}

/** A name that the related entities lack sorts nothing, as in the reference. */
function sortOf(
  types: TypeRegistry,
  named: readonly string[] | undefined,
  {sortBy, descending, isUnsorted}: RelatedSearch,
): SearchQuery['sort'] {
  const name = sortBy ?? (isUnsorted ? undefined : 'name');
  if (name === undefined) return undefined;
  const isKnown = named?.every(one => types.entityType(one).attributes.has(name)) === true;
  const found = systemField(name) ?? (isKnown ? entityField(types, named ?? [], name) : undefined);
  if (found?.kind === 'field') return {field: found.field, descending};
  return found?.kind === 'status' ? {field: 'status', descending} : undefined;
}

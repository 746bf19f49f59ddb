import type {Condition, SearchQuery} from '../search/search.ts';
import {allOf} from '../search/any-of.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import type {Readable} from './readable.ts';

/** A search as it is for somebody who may not read everything; `readable` must hold besides. */
export type NarrowedQuery = SearchQuery & {readonly readable?: Condition};

/**
 * The search among what may be read alone: types that somebody may read nothing of are not
 * searched, and conditions on related entities see only those that may be read, since a filter
 * answers questions about what it looks at.
 */
export function narrowed(
  types: TypeRegistry,
  query: SearchQuery,
  readable: Readable,
): NarrowedQuery {
  const all =
    query.types ??
    [...types.entityTypes.values()].filter(one => !one.isInternal).map(one => one.name);
  const names = all.filter(name => !readable.isNone(name));
  const condition = readable.condition(names);
  return {
    ...query,
    types: names,
    ...(query.where === undefined ? {} : {where: amongReadable(query.where, readable)}),
    ...(condition === undefined ? {} : {readable: condition}),
  };
}

function amongReadable(condition: Condition, readable: Readable): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return {...condition, parts: condition.parts.map(part => amongReadable(part, readable))};
    case 'not':
      return {...condition, part: amongReadable(condition.part, readable)};
    case 'related': {
      if (condition.isSeen === true) return condition;
      const near = readable.condition(condition.to);
      const part = condition.part && amongReadable(condition.part, readable);
      const parts = [...(part === undefined ? [] : [part]), ...(near === undefined ? [] : [near])];
      return parts.length === 0 ? condition : {...condition, part: allOf(parts)};
    }
    default:
      return condition;
  }
}

import {governanceGroups} from '@gazetteer/model/asset';
import type {AttributeDef} from '@gazetteer/model';
import type {TypeIndex} from '../api/type-index.ts';

/**
 * What entities of a type may have, by the name of the business metadata; what has fields of its
 * own is not among it.
 */
export function businessMetadataOf(
  types: TypeIndex,
  typeName: string,
): readonly (readonly [string, readonly AttributeDef[]])[] {
  const groups = new Map<string, Map<string, AttributeDef>>();
  for (const def of types.lineOf(typeName)) {
    const own = 'businessAttributeDefs' in def ? def.businessAttributeDefs : {};
    for (const [group, defs] of Object.entries(own ?? {})) {
      if (governanceGroups.has(group)) continue;
      const members = groups.get(group) ?? new Map<string, AttributeDef>();
      // Applicable types may name a type and one above it; each attribute is there once.
      for (const one of defs) members.set(one.name, one);
      groups.set(group, members);
    }
  }
  return [...groups]
    .map(([group, members]) => [group, [...members.values()]] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
}

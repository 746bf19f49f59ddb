import type {TypeSystem} from './type-store.ts';

/**
 * Whether the entity of a row of `propagation`, called `p`, carries the classification, or only
 * passes it on. Where the entity types of a classification have changed and its rows are still
 * being written anew, its type tells it.
 */
export function isCarried({types, symbols}: TypeSystem): string {
  const names = [...types.unready.carriers].filter(name => symbols.has(name));
  if (names.length === 0) return 'p.carries = 1';
  const cases = names.map(
    name => `WHEN ${symbols.id(name)} THEN ${isAllowed({types, symbols}, name)}`,
  );
  return `CASE p.type_id ${cases.join(' ')} ELSE p.carries = 1 END`;
}

/** As 0 and 1. */
export function carriesColumn(system: TypeSystem): string {
  return `CASE WHEN ${isCarried(system)} THEN 1 ELSE 0 END AS carries`;
}

/** Whether the classification may be given to entities of the type of the row `p`. */
export function isAllowed({types, symbols}: TypeSystem, classification: string): string {
  const allowed = types.classificationTypes.get(classification)?.entityTypes ?? new Set();
  if (allowed.size === 0) return '1 = 1';
  const ids = [...allowed].filter(name => symbols.has(name)).map(name => symbols.id(name));
  return `EXISTS (SELECT 1 FROM facet k WHERE k.entity_id = p.entity_id AND k.type_id IN (${ids.join(', ') || 'NULL'}))`;
}

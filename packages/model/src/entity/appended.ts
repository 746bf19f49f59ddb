import type {EntityType, TypeRegistry} from '../types/type-registry.ts';

/**
 * A full save must carry every mandatory attribute, as on creation; a partial one only what it
 * changes.
 */
export type SaveMode = 'full' | 'partial';

/**
 * Whether a partial update adds to what an attribute holds instead of replacing it: the attribute
 * says so by its option `isAppendOnPartialUpdate`, or the type or an ancestor by naming it in
 * `appendRelationshipsOnPartialUpdate`.
 */
export function isAppended(
  types: TypeRegistry,
  type: EntityType,
  name: string,
  mode: SaveMode,
): boolean {
  if (mode !== 'partial') return false;
  if (type.attributes.get(name)?.def.options?.['isAppendOnPartialUpdate'] === 'true') return true;
  return [type.name, ...type.superTypes].some(one => {
    const option = types.entityTypes.get(one)?.def.options?.['appendRelationshipsOnPartialUpdate'];
    return option !== undefined && namesIn(option).includes(name);
  });
}

/** A JSON list of texts; what is none names nothing. */
function namesIn(option: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(option);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

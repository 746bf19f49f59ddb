import {uniquesOf, type EntityRecord, type TypeRegistry} from '@gazetteer/model';
import type {Symbols} from './symbols.ts';
import {uniqueKeyOf} from './unique-key.ts';

/** A row of `unique_value`, with the entity as its last cell. */
export type UniqueRow = [value: string, attributeId: number, typeId: number, entityId: number];

/** Only ACTIVE entities hold their unique values; a deleted one frees them. */
export function uniqueRows(
  symbols: Symbols,
  types: TypeRegistry,
  record: EntityRecord,
  id: number,
): UniqueRow[] {
  const type = types.entityTypes.get(record.typeName);
  if (type === undefined || record.status !== 'ACTIVE') return [];
  return uniquesOf(types, type, record.attributes).map(ref => [
    uniqueKeyOf(ref.value),
    symbols.id(type.attributes.get(ref.attribute)?.key ?? ''),
    symbols.id(record.typeName),
    id,
  ]);
}

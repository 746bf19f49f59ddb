import type {TableDescription} from '../api/wire.ts';

/** Columns and keys of partitions: Hive lists the keys apart, other engines among the columns. */
export function allColumns({
  cols,
  partition_keys: keys,
}: Pick<TableDescription, 'cols' | 'partition_keys'>): TableDescription['cols'] {
  return [...cols, ...keys.filter(key => !cols.some(({name}) => name === key.name))];
}

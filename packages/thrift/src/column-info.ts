import type {Value} from './codec.ts';
import {typeNames, type columnDescription, type TypeEntry} from './hive-types.ts';

/** What a result says of one of its columns. */
export type ColumnInfo = {
  /**
   * As the server names it: Hive puts the table in front, `t.id`, where
   * hive.resultset.use.unique.column.names is on.
   */
  readonly name: string;
  /** In Hive's words, `int` or `decimal(10,2)`; of arrays, maps and structs no more than that. */
  readonly type: string;
  readonly comment: string | undefined;
};

export function columnInfo({
  columnName,
  typeDesc,
  comment,
}: Value<typeof columnDescription>): ColumnInfo {
  return {name: columnName, type: typeName(typeDesc.types[0] ?? {}), comment};
}

function typeName(entry: TypeEntry): string {
  if (entry.primitive === undefined) {
    return (
      (['array', 'map', 'struct', 'union'] as const).find(kind => entry[kind] !== undefined) ??
      'unknown'
    );
  }
  const {type, typeQualifiers} = entry.primitive;
  const name = typeNames[type] ?? 'unknown';
  const number = (key: string): number | undefined => typeQualifiers?.qualifiers.get(key)?.number;
  const length = number('characterMaximumLength');
  if (length !== undefined) return `${name}(${length})`;
  const precision = number('precision');
  return precision === undefined ? name : `${name}(${precision},${number('scale') ?? 0})`;
}

import type {Column} from '../../engine/column.ts';
import {columnKind, type ColumnKind} from '../../engine/column-kind.ts';

/**
 * What a column of `result` is compared by: texts that stand for something else are read as that.
 * @param table with a dot, where several have such a column
 */
export function typedColumn(columns: readonly Column[], column: number, table = ''): string {
  const kind = kindOf(columns, column);
  const type = castType(kind);
  const cell = `${table}c${column}`;
  return type === undefined ? cell : `TRY_CAST(${cell} AS ${type})`;
}

/**
 * The column as a double, times in seconds since 1970; undefined for what has no place on a scale.
 */
export function numberOf(columns: readonly Column[], column: number): string | undefined {
  const kind = kindOf(columns, column);
  if (kind.kind === 'date' || kind.kind === 'timestamp')
    return `epoch(${typedColumn(columns, column)})`;
  return isNumeric(columns, column) ? `CAST(${typedColumn(columns, column)} AS DOUBLE)` : undefined;
}

export function isNumeric(columns: readonly Column[], column: number): boolean {
  return ['int32', 'int64', 'float', 'decimal'].includes(kindOf(columns, column).kind);
}

export function kindOf(columns: readonly Column[], column: number): ColumnKind {
  return columnKind(columns[column]?.type ?? '');
}

function castType(kind: ColumnKind): string | undefined {
  switch (kind.kind) {
    case 'decimal':
      return `DECIMAL(${kind.precision}, ${kind.scale})`;
    case 'date':
      return 'DATE';
    case 'timestamp':
      return kind.isUtc ? 'TIMESTAMPTZ' : 'TIMESTAMP';
    default:
      return undefined;
  }
}

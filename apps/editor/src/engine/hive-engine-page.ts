import type {Column as ThriftColumn, RowSet} from '@gazetteer/thrift';
import type {Page} from './sql-engine.ts';

/** A batch as plain values: what is decoded lazily is decoded here, column by column. */
export function pageOf({columns, rowCount}: RowSet): Page {
  return {columns: columns.map(column => valuesOf(column, rowCount)), rowCount};
}

function valuesOf(column: ThriftColumn, rowCount: number): readonly unknown[] {
  const values = plainValues(column);
  const {nulls} = column;
  if (nulls.count(rowCount) === 0) return values;
  return values.map((value, row) => (nulls.has(row) ? null : value));
}

function plainValues(column: ThriftColumn): unknown[] {
  switch (column.kind) {
    case 'bool':
      return Array.from(column.values, value => value !== 0);
    case 'string':
      return column.values.texts();
    case 'binary': {
      const {values} = column;
      // Copied, since a view would keep the whole message in memory.
      return Array.from({length: values.length}, (_, row) => Uint8Array.from(values.bytes(row)));
    }
    default:
      return Array.from<number | bigint>(column.values);
  }
}

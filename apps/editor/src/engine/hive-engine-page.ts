import {serialize} from 'node:v8';
import type {Column as ThriftColumn, RowSet} from '@gazetteer/thrift';
import {bytesOf, type ColumnToPack, packedKinds, PackedPage} from './packed-page.ts';

/**
 * A batch as a page: what came as one piece of memory goes on as one, whether somebody looks at its
 * values or not.
 */
export function pageOf({columns, rowCount}: RowSet): PackedPage {
  return PackedPage.pack(
    columns.map(column => ({...packed(column), nulls: nullsOf(column, rowCount)})),
    rowCount,
  );
}

function packed(column: ThriftColumn): Omit<ColumnToPack, 'nulls'> {
  switch (column.kind) {
    case 'bool':
      return {
        kind: packedKinds.boolean,
        parts: [column.values.map(value => (value === 0 ? 0 : 1))],
      };
    case 'i8':
    case 'i16':
      return {kind: packedKinds.int32, parts: [bytesOf(new Int32Array(column.values))]};
    case 'i32':
      return {kind: packedKinds.int32, parts: [bytesOf(column.values)]};
    case 'i64':
      return {kind: packedKinds.bigint, parts: [bytesOf(column.values)]};
    case 'double':
      return {kind: packedKinds.number, parts: [bytesOf(column.values)]};
    case 'string':
      return {kind: packedKinds.utf8, parts: [column.values.wireBytes]};
    case 'binary': {
      const {values} = column;
      const all = Array.from({length: values.length}, (_, row) =>
        Uint8Array.from(values.bytes(row)),
      );
      return {kind: packedKinds.any, parts: [serialize(all)]};
    }
  }
}

/** A byte for each row out of a bit for each. */
function nullsOf({nulls}: ThriftColumn, rowCount: number): Uint8Array | undefined {
  if (nulls.count(rowCount) === 0) return undefined;
  return Uint8Array.from({length: rowCount}, (_, row) => (nulls.has(row) ? 1 : 0));
}

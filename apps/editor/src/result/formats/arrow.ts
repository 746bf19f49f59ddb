import {Readable} from 'node:stream';
import {
  Binary,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import type {Column, Page} from '../../engine/sql-engine.ts';
import {type ColumnKind, columnKind} from '../column-kind.ts';
import {typedValue} from '../typed-value.ts';
import {distinctNames, type ResultFormat, type ResultPages} from './format.ts';

/** An Arrow IPC stream, a record batch a page. */
export const arrow: ResultFormat = {
  extension: 'arrows',
  contentType: 'application/vnd.apache.arrow.stream',
  write,
};

function write(result: ResultPages): AsyncIterable<Uint8Array> {
  // A stream of Node's, so that batches are made as fast as somebody reads and not faster.
  return Readable.from(batches(result), {highWaterMark: 1}).pipe(RecordBatchStreamWriter.throughNode());
}

async function* batches({columns, pages}: ResultPages): AsyncGenerator<RecordBatch> {
  const names = distinctNames(columns);
  const kinds = columns.map(column => columnKind(column.type));
  const schema = new Schema(names.map((name, i) => new Field(name, arrowType(kinds[i]), true)));
  let count = 0;
  for await (const page of pages) {
    count++;
    yield batchOf(schema, page, columns, kinds);
  }
  // Without any the reader would not even learn the columns.
  if (count === 0) yield batchOf(schema, {columns: columns.map(() => []), rowCount: 0}, columns, kinds);
}

function batchOf(schema: Schema, page: Page, columns: readonly Column[], kinds: readonly ColumnKind[]): RecordBatch {
  const children = schema.fields.map(({type}, i) => {
    const kind: ColumnKind = kinds[i] ?? {kind: 'text'};
    const name = columns[i]?.name ?? '';
    return dataOf(
      type,
      kind,
      (page.columns[i] ?? []).map(value => typedValue(kind, value, name)),
    );
  });
  const struct = new Struct(schema.fields);
  return new RecordBatch(schema, makeData({type: struct, length: page.rowCount, nullCount: 0, children}));
}

function dataOf(type: DataType, kind: ColumnKind, values: readonly unknown[]): Data {
  // The library takes timestamps in milliseconds, which loses microseconds: they are put in as the integers that they are.
  const isTimestamp = kind.kind === 'timestamp';
  const [data] = vectorFromArray(
    values.map(value => arrowValue(kind, value)),
    isTimestamp ? new Int64() : type,
  ).data;
  if (data === undefined) return makeData({type, length: 0});
  const {length, nullCount, nullBitmap, values: bits} = data;
  return isTimestamp ? makeData({type: type as TimestampMicrosecond, length, nullCount, nullBitmap, data: bits}) : data;
}

function arrowType(kind: ColumnKind = {kind: 'text'}): DataType {
  switch (kind.kind) {
    case 'boolean':
      return new Bool();
    case 'int32':
      return new Int32();
    case 'int64':
      return new Int64();
    case 'float':
      return new Float64();
    case 'decimal':
      return new Decimal(kind.scale, kind.precision, 128);
    case 'date':
      return new DateDay();
    case 'timestamp':
      return new TimestampMicrosecond(kind.isUtc ? 'UTC' : null);
    case 'binary':
      return new Binary();
    case 'text':
      return new Utf8();
  }
}

/** As the library's builders take it. */
function arrowValue(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null;
  if (kind.kind === 'date') return new Date((value as number) * 86_400_000);
  return kind.kind === 'decimal' ? decimalWords(value as bigint) : value;
}

/** Two's complement of 128 bits, lowest word first. */
function decimalWords(value: bigint): Uint32Array {
  const bits = BigInt.asUintN(128, value);
  return Uint32Array.from([0n, 32n, 64n, 96n], shift => Number((bits >> shift) & 0xffffffffn));
}

import type {BinaryReader} from './binary-reader.ts';
import {malformed} from './errors.ts';
import {TextColumn} from './text-column.ts';
import {wire} from './wire.ts';

/**
 * One column of a batch, typed; `values` holds something arbitrary (0, false, an empty text) where
 * `nulls` says NULL. Decimals, dates, timestamps and intervals come as text, exactly as the server
 * prints them; arrays, maps and structs as their JSON text.
 */
export type Column = {readonly nulls: Nulls} & (
  | {readonly kind: 'bool'; readonly values: Uint8Array}
  | {readonly kind: 'i8'; readonly values: Int8Array}
  | {readonly kind: 'i16'; readonly values: Int16Array}
  | {readonly kind: 'i32'; readonly values: Int32Array}
  | {readonly kind: 'i64'; readonly values: BigInt64Array}
  | {readonly kind: 'double'; readonly values: Float64Array}
  | {readonly kind: 'string'; readonly values: TextColumn}
  | {readonly kind: 'binary'; readonly values: TextColumn}
);

/**
 * Which rows of a column are NULL: bit `row % 8` of byte `row / 8`. Servers leave out zero bytes at
 * the end.
 */
export class Nulls {
  readonly bits: Uint8Array;

  constructor(bits: Uint8Array) {
    this.bits = bits;
  }

  has(row: number): boolean {
    return (((this.bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
  }

  /** How many of the first `rows` are NULL; servers may set bits past the end. */
  count(rows: number): number {
    let count = 0;
    const told = Math.min(rows, this.bits.length * 8);
    for (let row = 0; row < told; row++) {
      if (this.bits[row >> 3] === 0) row |= 7;
      else if (this.has(row)) count++;
    }
    return count;
  }
}

const kinds = ['bool', 'i8', 'i16', 'i32', 'i64', 'double', 'string', 'binary'] as const;

/** @returns the number of rows */
export function lengthOf(column: Column): number {
  return column.values.length;
}

/**
 * Reads a TColumn: a union of eight structs, each with its values (field 1) and the null bits
 * (field 2).
 */
export function readColumn(reader: BinaryReader, depth: number): Column {
  let column: Column | undefined;
  for (let type = reader.byte(); type !== wire.stop; type = reader.byte()) {
    const kind = kinds[reader.i16() - 1];
    if (kind === undefined || type !== wire.struct) reader.skip(type, depth);
    else column = readBody(reader, kind, depth);
  }
  if (column === undefined) throw malformed('a column of none of the known kinds');
  return column;
}

function readBody(reader: BinaryReader, kind: Column['kind'], depth: number): Column {
  let values: Pick<Column, 'kind' | 'values'> | undefined;
  let nulls: Nulls | undefined;
  for (let type = reader.byte(); type !== wire.stop; type = reader.byte()) {
    const id = reader.i16();
    if (id === 1 && type === wire.list) values = readValues(reader, kind);
    else if (id === 2 && type === wire.string) nulls = new Nulls(reader.binary());
    else reader.skip(type, depth);
  }
  if (values === undefined || nulls === undefined)
    throw malformed(`a ${kind} column without values or null bits`);
  return {...values, nulls} as Column;
}

/**
 * Numbers are copied to their own, aligned memory and turned from big-endian as a whole column, not
 * one by one.
 */
function readValues(reader: BinaryReader, kind: Column['kind']): Pick<Column, 'kind' | 'values'> {
  switch (kind) {
    case 'bool':
      return {kind, values: new Uint8Array(copy(reader, wire.bool, 1).buffer)};
    case 'i8':
      return {kind, values: new Int8Array(copy(reader, wire.byte, 1).buffer)};
    case 'i16':
      return {kind, values: new Int16Array(copy(reader, wire.i16, 2).swap16().buffer)};
    case 'i32':
      return {kind, values: new Int32Array(copy(reader, wire.i32, 4).swap32().buffer)};
    case 'i64':
      return {kind, values: new BigInt64Array(copy(reader, wire.i64, 8).swap64().buffer)};
    case 'double':
      return {kind, values: new Float64Array(copy(reader, wire.double, 8).swap64().buffer)};
    case 'string':
    case 'binary':
      return {kind, values: TextColumn.read(reader)};
  }
}

function copy(reader: BinaryReader, type: number, size: number): Buffer<ArrayBuffer> {
  const count = reader.listHeader(type);
  const start = reader.take(count * size);
  const target = Buffer.from(new ArrayBuffer(count * size));
  reader.bytes.copy(target, 0, start, start + count * size);
  return target;
}

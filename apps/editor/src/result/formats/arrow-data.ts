import {
  Binary,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Float64,
  Int32,
  Int64,
  makeData,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import type {ColumnKind} from '../../engine/column-kind.ts';
import {typedValues} from '../../engine/typed-value.ts';

/** The type of the file for a column. */
export function arrowType(kind: ColumnKind): DataType {
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

/**
 * The values of a column as they stand in memory. The library's own builders take a value at a
 * time, which is ten times as slow, and timestamps in milliseconds, which loses microseconds.
 * @throws {Error} naming the column, for a value that its type does not allow
 */
export function arrowData(
  type: DataType,
  kind: ColumnKind,
  values: readonly unknown[],
  name: string,
): Data {
  const {length} = values;
  const typed = typedValues(kind, values, name);
  const nullCount = typed.reduce((count: number, value) => (value === null ? count + 1 : count), 0);
  const nullBitmap = nullCount === 0 ? undefined : bits(typed, value => value !== null);
  const common = {type, length, nullCount, nullBitmap};
  switch (kind.kind) {
    case 'boolean':
      return makeData({...common, type: type as Bool, data: bits(typed, value => value === true)});
    case 'int32':
      return makeData({...common, type: type as Int32, data: Int32Array.from(typed as number[])});
    case 'date':
      return makeData({...common, type: type as DateDay, data: Int32Array.from(typed as number[])});
    case 'float':
      return makeData({
        ...common,
        type: type as Float64,
        data: Float64Array.from(typed as number[]),
      });
    case 'int64':
      return makeData({...common, type: type as Int64, data: bigints(typed)});
    case 'timestamp':
      return makeData({...common, type: type as TimestampMicrosecond, data: bigints(typed)});
    case 'decimal':
      return makeData({...common, type: type as Decimal, data: decimalWords(typed)});
    case 'binary':
      return makeData({...common, type: type as Binary, ...joined(typed as (Uint8Array | null)[])});
    case 'text':
      return makeData({...common, type: type as Utf8, ...joinedTexts(typed as (string | null)[])});
  }
}

/** A bit for each value, the lowest first. */
function bits(values: readonly unknown[], isSet: (value: unknown) => boolean): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (isSet(value)) bytes[row >> 3] = (bytes[row >> 3] ?? 0) | (1 << (row & 7));
  return bytes;
}

function bigints(values: readonly unknown[]): BigInt64Array {
  return BigInt64Array.from(values, value => (value ?? 0n) as bigint);
}

/** Two's complement of 128 bits each, lowest word first. */
function decimalWords(values: readonly unknown[]): Uint32Array {
  const words = new BigInt64Array(values.length * 2);
  for (const [row, value] of values.entries()) {
    const digits = (value ?? 0n) as bigint;
    words[row * 2] = BigInt.asIntN(64, digits);
    words[row * 2 + 1] = digits >> 64n;
  }
  return new Uint32Array(words.buffer);
}

type Joined = {readonly valueOffsets: Int32Array; readonly data: Uint8Array};

function joined(values: readonly (Uint8Array | null)[]): Joined {
  const valueOffsets = new Int32Array(values.length + 1);
  for (const [row, value] of values.entries())
    valueOffsets[row + 1] = (valueOffsets[row] ?? 0) + (value?.length ?? 0);
  return {valueOffsets, data: Buffer.concat(values.filter(value => value !== null))};
}

/**
 * Encoded as one text where each character is a byte, so that places in the text are places in the
 * bytes.
 */
function joinedTexts(values: readonly (string | null)[]): Joined {
  const valueOffsets = new Int32Array(values.length + 1);
  for (const [row, value] of values.entries())
    valueOffsets[row + 1] = (valueOffsets[row] ?? 0) + (value?.length ?? 0);
  const length = valueOffsets.at(-1) ?? 0;
  const data = Buffer.from(length < maxTextLength ? values.join('') : '');
  if (data.length === length) return {valueOffsets, data};
  return joined(values.map(value => (value === null ? null : Buffer.from(value))));
}

/** Longer texts than some 2^29 characters there are none. */
const maxTextLength = 2 ** 28;

import {isAscii} from 'node:buffer';
import {deserialize, serialize} from 'node:v8';
// The rest of the package would be loaded by each thread and process that unpacks a page.
import {TextColumn} from '@gazetteer/thrift/text-column';
import {writeDate, writeDecimal, writeTimestamp} from './made-texts.ts';
import type {Page} from './sql-engine.ts';
import {TextBuffer} from './text-buffer.ts';

/**
 * How the values of a column stand in bytes. `any` is Node's serialisation of the list; the others
 * are one piece of memory each, which is written and read several times as fast. Numbers are
 * little-endian, as on all machines that this runs on. Texts in `utf8` stand each behind its
 * length, four bytes big-endian, as servers of Hive's kind send them. Values of the last three are
 * texts that are made of numbers: the digits of decimals in 64 bits, days and microseconds since
 * 1970, those of years with four digits.
 */
export const packedKinds = {
  any: 0,
  bigint: 1,
  number: 2,
  boolean: 3,
  latin1: 4,
  utf16: 5,
  utf8: 6,
  int32: 7,
  decimal: 8,
  date: 9,
  timestamp: 10,
} as const;
const kinds = packedKinds;
type Kind = (typeof kinds)[keyof typeof kinds];

/** A column on its way into a page. */
export type ColumnToPack = {
  readonly kind: Kind;
  /** A byte for each row, 1 where it is NULL; undefined where none is. */
  readonly nulls: Uint8Array | undefined;
  /** Of a decimal, digits behind its point. */
  readonly scale?: number;
  /** One behind the other they are its values; those in the place of NULLs mean nothing. */
  readonly parts: readonly Uint8Array[];
};

/** A column in a page. */
export type PackedColumn = Pick<ColumnToPack, 'kind' | 'nulls'> & {
  readonly scale: number;
  readonly bytes: Buffer;
};

/** Numbers of rows and columns. */
const headBytes = 8;
/**
 * Kind, whether NULLs stand in front as a byte for each row, the scale of a decimal, a byte of
 * nothing, length of the values.
 */
const columnHeadBytes = 8;
/** Longer texts than some 2^29 characters there are none. */
const maxTextLength = 2 ** 28;

/**
 * A page as bytes, for its way to a file, a thread or a process; unpacked when somebody asks for
 * its values.
 */
export class PackedPage implements Page {
  readonly rowCount: number;
  /** One behind the other they are its bytes: who writes them to a file needs no copy of them. */
  readonly pieces: readonly Uint8Array[];
  readonly #values: unknown[][] = [];
  #bytes: Uint8Array | undefined;
  #packed: readonly PackedColumn[] | undefined;

  private constructor(pieces: readonly Uint8Array[], rowCount: number) {
    this.pieces = pieces;
    this.rowCount = rowCount;
  }

  /** The page that these bytes are. */
  static from(bytes: Uint8Array): PackedPage {
    return new PackedPage([bytes], bufferOf(bytes).readUInt32LE(0));
  }

  static of(page: Page): PackedPage {
    return page instanceof PackedPage
      ? page
      : PackedPage.pack(page.columns.map(columnToPack), page.rowCount);
  }

  static pack(columns: readonly ColumnToPack[], rowCount: number): PackedPage {
    return new PackedPage(pack(columns, rowCount), rowCount);
  }

  get bytes(): Uint8Array {
    const [first, ...more] = this.pieces;
    return (this.#bytes ??=
      first !== undefined && more.length === 0 ? first : Buffer.concat(this.pieces));
  }

  get columns(): readonly (readonly unknown[])[] {
    return this.packedColumns().map((_, n) => this.valuesOf(n));
  }

  /** The values of one column, made once. */
  valuesOf(column: number): readonly unknown[] {
    const packed = this.packedColumns()[column];
    if (packed === undefined) return [];
    return (this.#values[column] ??= unpack(packed, this.rowCount));
  }

  /** Views of the bytes. */
  packedColumns(): readonly PackedColumn[] {
    return (this.#packed ??= this.#findColumns());
  }

  #findColumns(): readonly PackedColumn[] {
    const bytes = bufferOf(this.bytes);
    const columns: PackedColumn[] = [];
    let at = headBytes;
    for (let left = bytes.readUInt32LE(4); left > 0; left--) {
      const kind = bytes.readUInt8(at) as Kind;
      const hasNulls = bytes.readUInt8(at + 1) === 1;
      const scale = bytes.readUInt8(at + 2);
      const length = bytes.readUInt32LE(at + 4);
      at += columnHeadBytes;
      const nulls = hasNulls ? bytes.subarray(at, at + this.rowCount) : undefined;
      if (hasNulls) at += this.rowCount;
      columns.push({kind, nulls, scale, bytes: bytes.subarray(at, at + length)});
      at += length;
    }
    return columns;
  }
}

function pack(columns: readonly ColumnToPack[], rowCount: number): readonly Uint8Array[] {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(rowCount, 0);
  head.writeUInt32LE(columns.length, 4);
  const pieces: Uint8Array[] = [head];
  for (const {kind, nulls, scale = 0, parts} of columns) {
    const columnHead = Buffer.alloc(columnHeadBytes);
    columnHead.writeUInt8(kind, 0);
    columnHead.writeUInt8(nulls === undefined ? 0 : 1, 1);
    columnHead.writeUInt8(scale, 2);
    columnHead.writeUInt32LE(
      parts.reduce((sum, part) => sum + part.byteLength, 0),
      4,
    );
    pieces.push(columnHead, ...(nulls === undefined ? [] : [nulls]), ...parts);
  }
  return pieces;
}

export function columnToPack(values: readonly unknown[]): ColumnToPack {
  return {...packValues(values), nulls: nullsOf(values)};
}

/** What a column on its way into a page has. */
export function valuesOf({parts, scale = 0, ...column}: ColumnToPack, rowCount: number): unknown[] {
  return unpack({...column, scale, bytes: Buffer.concat(parts)}, rowCount);
}

function unpack(column: PackedColumn, rowCount: number): unknown[] {
  const values = unpackValues(column, rowCount);
  const {nulls} = column;
  if (nulls !== undefined)
    for (let row = 0; row < rowCount; row++) if (nulls[row] === 1) values[row] = null;
  return values;
}

/** Undefined when there are none. */
function nullsOf(values: readonly unknown[]): Uint8Array | undefined {
  let nulls: Uint8Array | undefined;
  for (let row = 0; row < values.length; row++) {
    if (values[row] === null || values[row] === undefined)
      (nulls ??= new Uint8Array(values.length))[row] = 1;
  }
  return nulls;
}

function packValues(values: readonly unknown[]): Omit<ColumnToPack, 'nulls'> {
  switch (typeOfAll(values)) {
    case 'bigint':
      return packBigints(values as readonly (bigint | null)[]);
    case 'number':
      return {kind: kinds.number, parts: [bytesOf(Float64Array.from(values as readonly number[]))]};
    case 'boolean':
      return {
        kind: kinds.boolean,
        parts: [Uint8Array.from(values, value => (value === true ? 1 : 0))],
      };
    case 'string':
      return packTexts(values as readonly (string | null)[]);
    default:
      return {kind: kinds.any, parts: [serialize(values)]};
  }
}

/** What all values are; undefined when they are of several kinds. */
function typeOfAll(values: readonly unknown[]): string | undefined {
  let type: string | undefined;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (type === undefined) type = typeof value;
    else if (typeof value !== type) return undefined;
  }
  return type;
}

function packBigints(values: readonly (bigint | null)[]): Omit<ColumnToPack, 'nulls'> {
  const packed = new BigInt64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0n;
    packed[row] = value;
    // Wider than 64 bits.
    if (packed[row] !== value) return {kind: kinds.any, parts: [serialize(values)]};
  }
  return {kind: kinds.bigint, parts: [bytesOf(packed)]};
}

/** Where each text ends, then all of them as one. */
function packTexts(values: readonly (string | null)[]): Omit<ColumnToPack, 'nulls'> {
  const ends = new Uint32Array(values.length);
  let end = 0;
  for (let row = 0; row < values.length; row++) ends[row] = end += values[row]?.length ?? 0;
  if (end > maxTextLength) return {kind: kinds.any, parts: [serialize(values)]};
  const text = values.join('');
  // One byte a character where that is enough. UTF-16 keeps what is no whole character as it is.
  const isNarrow = !/[\u0100-\uffff]/.test(text);
  const encoded = Buffer.from(text, isNarrow ? 'latin1' : 'utf16le');
  return {kind: isNarrow ? kinds.latin1 : kinds.utf16, parts: [bytesOf(ends), encoded]};
}

function unpackValues(column: PackedColumn, rowCount: number): unknown[] {
  const {kind, bytes} = column;
  switch (kind) {
    case kinds.bigint:
      return Array.from(new BigInt64Array(aligned(bytes)));
    case kinds.number:
      return Array.from(new Float64Array(aligned(bytes)));
    case kinds.int32:
      return Array.from(new Int32Array(aligned(bytes)));
    case kinds.boolean:
      return Array.from(bytes, value => value === 1);
    case kinds.utf8:
      return TextColumn.of(bytes, rowCount).texts();
    case kinds.latin1:
    case kinds.utf16:
      return unpackTexts(bytes, rowCount, kind === kinds.latin1 ? 'latin1' : 'utf16le');
    case kinds.date:
    case kinds.timestamp:
    case kinds.decimal:
      return latin1Texts(madeTexts(column, rowCount));
    case kinds.any:
      return deserialize(bytes) as unknown[];
  }
}

/** Texts in UTF-8, one behind the other, and where each ends. */
export type JoinedTexts = {readonly bytes: Uint8Array; readonly ends: Uint32Array};

/** Undefined for a column whose texts do not stand in its bytes, or that has none. */
export function joinedTexts(column: PackedColumn, rowCount: number): JoinedTexts | undefined {
  const {kind, bytes} = column;
  switch (kind) {
    case kinds.date:
    case kinds.timestamp:
    case kinds.decimal:
      return madeTexts(column, rowCount);
    case kinds.utf8:
      return TextColumn.of(bytes, rowCount).joined();
    case kinds.latin1: {
      const texts = bytes.subarray(rowCount * 4);
      const ends = new Uint32Array(aligned(bytes.subarray(0, rowCount * 4)));
      return isAscii(texts) ? {bytes: texts, ends} : undefined;
    }
    default:
      return undefined;
  }
}

/** Writes the texts that are made of numbers, each by its row. */
export function textMaker({
  kind,
  scale,
  bytes,
}: Omit<PackedColumn, 'nulls'>): (out: TextBuffer, row: number) => void {
  const words = new Int32Array(aligned(bytes));
  if (kind === kinds.date) return (out, row) => writeDate(out, words[row] as number);
  const write =
    kind === kinds.timestamp
      ? writeTimestamp
      : (out: TextBuffer, low: number, high: number) => writeDecimal(out, low, high, scale);
  return (out, row) => write(out, words[row * 2] as number, words[row * 2 + 1] as number);
}

function madeTexts(column: PackedColumn, rowCount: number): JoinedTexts {
  const out = new TextBuffer(rowCount * 20);
  const write = textMaker(column);
  const ends = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    write(out, row);
    ends[row] = out.length;
  }
  return {bytes: out.written, ends};
}

function latin1Texts({bytes, ends}: JoinedTexts): string[] {
  return cutTexts(bufferOf(bytes).toString('latin1'), ends);
}

function cutTexts(text: string, ends: Uint32Array): string[] {
  return Array.from(ends, (end, row) => text.slice(row === 0 ? 0 : ends[row - 1], end));
}

function unpackTexts(bytes: Buffer, rowCount: number, encoding: BufferEncoding): string[] {
  const ends = new Uint32Array(aligned(bytes.subarray(0, rowCount * 4)));
  return cutTexts(bytes.toString(encoding, rowCount * 4), ends);
}

/** Copied, since numbers may stand at any place of a message. */
export function aligned({buffer, byteOffset, byteLength}: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

export function bytesOf({buffer, byteOffset, byteLength}: NodeJS.ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function bufferOf({buffer, byteOffset, byteLength}: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

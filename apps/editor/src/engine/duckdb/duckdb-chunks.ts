import {
  type DuckDBDataChunk,
  DuckDBDecimalType,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import {days, microsHigh} from '../made-texts.ts';
import {
  aligned,
  bytesOf,
  columnToPack,
  type ColumnToPack,
  packedKinds as kinds,
  PackedPage,
  valuesOf,
} from '../packed-page.ts';
import {pageValues} from './duckdb-values.ts';
import {prefixedTexts} from './duckdb-strings.ts';

/** Rows of a chunk from one place up to another. */
export type ChunkRows = {
  readonly chunk: DuckDBDataChunk;
  readonly from: number;
  readonly to: number;
};
/** The bytes of a column of a chunk, or its values where only they tell. */
type Part = ColumnToPack | {readonly values: readonly unknown[]};
type Packed = Omit<ColumnToPack, 'nulls'>;
/** A column of a chunk as the engine has it, and which of the rows that are asked for are NULL. */
type Memory = Omit<ChunkRows, 'chunk'> & {
  readonly bytes: ArrayBuffer;
  readonly nulls: Uint8Array | undefined;
};

/** Columns that have in memory what a page has: bytes of a value, and all of them. */
const plain: ReadonlyMap<
  DuckDBTypeId,
  {
    readonly size: number;
    readonly kind: ColumnToPack['kind'];
    readonly read: (bytes: ArrayBuffer) => Uint8Array | Int32Array | Float64Array;
  }
> = new Map([
  [DuckDBTypeId.BOOLEAN, {size: 1, kind: kinds.boolean, read: bytes => new Uint8Array(bytes)}],
  [
    DuckDBTypeId.SMALLINT,
    {size: 2, kind: kinds.int32, read: bytes => new Int32Array(new Int16Array(bytes))},
  ],
  [DuckDBTypeId.INTEGER, {size: 4, kind: kinds.int32, read: bytes => new Int32Array(bytes)}],
  // Eight bytes each, whatever they mean.
  [DuckDBTypeId.BIGINT, {size: 8, kind: kinds.bigint, read: bytes => new Float64Array(bytes)}],
  [
    DuckDBTypeId.FLOAT,
    {size: 4, kind: kinds.number, read: bytes => new Float64Array(new Float32Array(bytes))},
  ],
  [DuckDBTypeId.DOUBLE, {size: 8, kind: kinds.number, read: bytes => new Float64Array(bytes)}],
]);

/** Rows of chunks, one behind the other. Most columns go on as the bytes that the engine has. */
export function packChunks(types: readonly DuckDBType[], rows: readonly ChunkRows[]): PackedPage {
  const counts = rows.map(({from, to}) => to - from);
  const columns = types.map((type, column) =>
    joined(
      rows.map(part => partOf(type, column, part)),
      counts,
    ),
  );
  return PackedPage.pack(
    columns,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

function partOf(type: DuckDBType, column: number, rows: ChunkRows): Part {
  const {chunk, from, to} = rows;
  const size = sizeOf(type);
  if (size !== undefined) {
    const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
    const nulls = nullsOf(vector, rows);
    // Numbers may be copied, and texts lie where the engine has them as long as there is the chunk.
    const bytes = aligned(duckdb.vector_get_data(vector, chunk.rowCount * size));
    const packed = pack(type, {bytes, from, to, nulls});
    if (packed !== undefined) return {...packed, nulls};
  }
  return {values: pageValues(type, valuesOfColumn(chunk, column).slice(from, to))};
}

/** Values of columns of chunks that are read: a chunk may become several pages. */
const madeValues = new WeakMap<DuckDBDataChunk, Map<number, readonly DuckDBValue[]>>();

function valuesOfColumn(chunk: DuckDBDataChunk, column: number): readonly DuckDBValue[] {
  const columns = madeValues.get(chunk) ?? new Map<number, readonly DuckDBValue[]>();
  madeValues.set(chunk, columns);
  const values = columns.get(column) ?? chunk.getColumnValues(column);
  columns.set(column, values);
  return values;
}

/** Bytes of a value; undefined for types of which a page has the values. */
function sizeOf(type: DuckDBType): number | undefined {
  if (type instanceof DuckDBDecimalType)
    return type.width <= 4 ? 2 : type.width <= 9 ? 4 : type.width <= 18 ? 8 : 16;
  switch (type.typeId) {
    case DuckDBTypeId.DATE:
      return 4;
    case DuckDBTypeId.TIMESTAMP:
      return 8;
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.VARCHAR:
      return 16;
    default:
      return plain.get(type.typeId)?.size;
  }
}

/** Undefined where a value has a way of its own to be written. */
function pack(type: DuckDBType, memory: Memory): Packed | undefined {
  if (type instanceof DuckDBDecimalType) return decimals(memory, sizeOf(type), type.scale);
  const {bytes, from, to} = memory;
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return {kind: kinds.utf8, parts: [prefixedTexts(memory)]};
    case DuckDBTypeId.DATE:
      return within(kinds.date, new Int32Array(bytes, from * 4, to - from), 1, days, memory.nulls);
    case DuckDBTypeId.TIMESTAMP:
      return within(
        kinds.timestamp,
        new Int32Array(bytes, from * 8, (to - from) * 2),
        2,
        microsHigh,
        memory.nulls,
      );
    case DuckDBTypeId.HUGEINT:
      return decimals(memory, 16, 0);
    default: {
      const column = plain.get(type.typeId);
      return column && {kind: column.kind, parts: [bytesOf(column.read(bytes).subarray(from, to))]};
    }
  }
}

/**
 * Numbers that are within bounds wherever there is a value.
 * @param step words of each number, of which the last one is looked at
 */
function within(
  kind: ColumnToPack['kind'],
  words: Int32Array,
  step: number,
  {first, last}: {readonly first: number; readonly last: number},
  nulls: Uint8Array | undefined,
): Packed | undefined {
  for (let at = step - 1, row = 0; at < words.length; at += step, row++) {
    const word = words[at] as number;
    if (nulls?.[row] === 1) words[at] = 0;
    else if (word < first || word > last) return undefined;
  }
  return {kind, parts: [bytesOf(words)]};
}

/** Of 16, 32, 64 or 128 bits, all as 64; undefined where that is too little. */
function decimals(
  {bytes, from, to, nulls}: Memory,
  size: number | undefined,
  scale: number,
): Packed | undefined {
  const packed = (words: Int32Array): Packed => ({
    kind: kinds.decimal,
    scale,
    parts: [bytesOf(words)],
  });
  if (size === 8) return packed(new Int32Array(bytes, from * 8, (to - from) * 2));
  const words = new Int32Array((to - from) * 2);
  const given = size === 2 ? new Int16Array(bytes) : new Int32Array(bytes);
  for (let row = from, at = 0; row < to; row++, at += 2) {
    if (nulls?.[row - from] === 1) continue;
    const place = size === 16 ? row * 4 : row;
    const low = given[place] as number;
    const high = size === 16 ? (given[place + 1] as number) : low >> 31;
    if (size === 16 && (given[place + 2] !== high >> 31 || given[place + 3] !== high >> 31))
      return undefined;
    words[at] = low;
    words[at + 1] = high;
  }
  return packed(words);
}

/** A byte for each row, 1 where it is NULL, out of bits that are 1 where there is a value. */
function nullsOf(
  vector: Parameters<typeof duckdb.vector_get_validity>[0],
  {chunk, from, to}: ChunkRows,
): Uint8Array | undefined {
  // The engine has whole words of 64 bits.
  const bits = duckdb.vector_get_validity(vector, Math.ceil(chunk.rowCount / 64) * 8) as
    | Uint8Array
    | null
    | undefined;
  if (bits === null || bits === undefined) return undefined;
  let hasNulls = false;
  const nulls = new Uint8Array(to - from);
  for (let row = from; row < to; row++) {
    if ((((bits[row >> 3] as number) >> (row & 7)) & 1) === 1) continue;
    nulls[row - from] = 1;
    hasNulls = true;
  }
  return hasNulls ? nulls : undefined;
}

/** Parts of a column that stand in bytes in the same way are one behind the other, too. */
function joined(parts: readonly Part[], counts: readonly number[]): ColumnToPack {
  const [first] = parts;
  if (
    first !== undefined &&
    parts.every(part => 'kind' in part) &&
    parts.every(({kind}) => kind === (first as ColumnToPack).kind)
  )
    return {
      ...(first as ColumnToPack),
      nulls: joinedNulls(parts, counts),
      parts: parts.flatMap(part => part.parts),
    };
  return columnToPack(
    parts.flatMap((part, n) => ('kind' in part ? valuesOf(part, counts[n] ?? 0) : part.values)),
  );
}

function joinedNulls(
  parts: readonly ColumnToPack[],
  counts: readonly number[],
): Uint8Array | undefined {
  if (parts.every(({nulls}) => nulls === undefined)) return undefined;
  return Buffer.concat(parts.map(({nulls}, n) => nulls ?? Buffer.alloc(counts[n] ?? 0)));
}

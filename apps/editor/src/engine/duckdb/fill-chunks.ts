import {isUtf8} from 'node:buffer';
import {type DuckDBDataChunk, type DuckDBType, DuckDBTypeId} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import {joinedTexts, type JoinedTexts, type PackedColumn, packedKinds} from '../packed-page.ts';

/** Puts rows of a page from one place up to another into a chunk of as many rows. */
export type ColumnFill = (chunk: DuckDBDataChunk, column: number, from: number, to: number) => void;
type Vector = Parameters<typeof duckdb.vector_get_data>[0];

/** Kinds that a page has as the engine has this type, and bytes of a value. */
const plain: ReadonlyMap<DuckDBTypeId, {readonly kind: number; readonly size: number}> = new Map([
  [DuckDBTypeId.BOOLEAN, {kind: packedKinds.boolean, size: 1}],
  [DuckDBTypeId.INTEGER, {kind: packedKinds.int32, size: 4}],
  [DuckDBTypeId.BIGINT, {kind: packedKinds.bigint, size: 8}],
  [DuckDBTypeId.DOUBLE, {kind: packedKinds.number, size: 8}],
]);
/** As in duckdb-strings.ts, which reads what is written here. */
const bytesOfText = 16;
const mostInline = 12;

/** Undefined where only the values of the column fit the type. */
export function columnFill(
  {typeId}: DuckDBType,
  packed: PackedColumn,
  rowCount: number,
): ColumnFill | undefined {
  const fill =
    typeId === DuckDBTypeId.VARCHAR ? textFill(packed, rowCount) : plainFill(typeId, packed);
  return (
    fill &&
    ((chunk, column, from, to) => {
      const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
      fill(vector, from, to);
      fillNulls(vector, packed.nulls?.subarray(from, to));
    })
  );
}

type VectorFill = (vector: Vector, from: number, to: number) => void;

function plainFill(typeId: DuckDBTypeId, {kind, bytes}: PackedColumn): VectorFill | undefined {
  const {size = 0, kind: own} = plain.get(typeId) ?? {};
  if (kind !== own) return undefined;
  const {buffer, byteOffset} = bytes;
  return (vector, from, to) =>
    duckdb.copy_data_to_vector(
      vector,
      0,
      buffer as ArrayBuffer,
      byteOffset + from * size,
      (to - from) * size,
    );
}

function textFill(packed: PackedColumn, rowCount: number): VectorFill | undefined {
  const texts = joinedTexts(packed, rowCount);
  if (texts === undefined || !isWellFormed(texts)) return undefined;
  const {bytes, ends} = texts;
  return (vector, from, to) => {
    const start = from === 0 ? 0 : (ends[from - 1] as number);
    const all = bytes.subarray(start, ends[to - 1]);
    // All texts are one to the engine, which so has them in memory of its own, and each is a piece
    // of it: to hand over each takes longer than all else.
    let address = 0;
    if (all.length > mostInline) {
      duckdb.vector_assign_string_element_len(vector, 0, all);
      const {buffer, byteOffset} = duckdb.vector_get_data(vector, bytesOfText);
      const [low = 0, high = 0] = new Uint32Array(buffer, byteOffset + 8, 2);
      address = high * 2 ** 32 + low;
    }
    const words = textWords(all, ends.subarray(from, to), start, address);
    duckdb.copy_data_to_vector(vector, 0, words.buffer, 0, words.byteLength);
  };
}

/**
 * Texts as the engine has them.
 * @param all of them, one behind the other, at this address
 */
function textWords(
  all: Uint8Array,
  ends: Uint32Array,
  start: number,
  address: number,
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(ends.length * 4);
  const bytes = new Uint8Array(words.buffer);
  let begin = 0;
  for (let row = 0; row < ends.length; row++) {
    const end = (ends[row] as number) - start;
    const length = end - begin;
    words[row * 4] = length;
    const isInline = length <= mostInline;
    const shown = isInline ? length : 4;
    for (let n = 0; n < shown; n++) bytes[row * bytesOfText + 4 + n] = all[begin + n] as number;
    if (!isInline) {
      const place = address + begin;
      words[row * 4 + 2] = place % 2 ** 32;
      words[row * 4 + 3] = Math.floor(place / 2 ** 32);
    }
    begin = end;
  }
  return words;
}

/** Whether each text is, not only all of them together. */
function isWellFormed({bytes, ends}: JoinedTexts): boolean {
  if (!isUtf8(bytes)) return false;
  // No text begins within a character.
  return ends.every(end => end === bytes.length || ((bytes[end] as number) & 0xc0) !== 0x80);
}

/** @param nulls a byte for each row; the engine has a bit, 1 where there is a value */
function fillNulls(vector: Vector, nulls: Uint8Array | undefined): void {
  if (nulls?.includes(1) !== true) return;
  const bits = new Uint8Array(Math.ceil(nulls.length / 64) * 8).fill(255);
  for (let row = 0; row < nulls.length; row++)
    if (nulls[row] === 1) bits[row >> 3] = (bits[row >> 3] as number) & ~(1 << (row & 7));
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer, 0, bits.length);
}

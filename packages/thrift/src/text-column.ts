import {isAscii} from 'node:buffer';
import {BinaryReader} from './binary-reader.ts';
import {malformed} from './errors.ts';
import {wire} from './wire.ts';

/**
 * Values looked at together: large enough that the check is cheap, small enough that one accent
 * costs little.
 */
const chunk = 128;

/**
 * A column of texts or byte strings, still as the bytes that came, with the place of each. Nothing
 * is decoded before it is asked for: a spool can write the bytes on as they are. Keeps the whole
 * message in memory as long as it lives.
 */
export class TextColumn {
  readonly #bytes: Buffer;
  /**
   * Where value `i` starts; it ends four bytes, the next one's length, before value `i + 1`. One
   * more than values.
   */
  readonly #starts: Int32Array;

  private constructor(bytes: Buffer, starts: Int32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  static read(reader: BinaryReader): TextColumn {
    return TextColumn.#find(reader, reader.listHeader(wire.string));
  }

  /** @param bytes as `wireBytes` has them */
  static of(bytes: Buffer, count: number): TextColumn {
    return TextColumn.#find(new BinaryReader(bytes), count);
  }

  static #find(reader: BinaryReader, count: number): TextColumn {
    const {bytes} = reader;
    const starts = new Int32Array(count + 1);
    let at = reader.take(0);
    const first = at;
    const end = bytes.length;
    for (let i = 0; i < count; i++) {
      if (at + 4 > end) throw malformed(`${count} texts claimed, ${i} there`);
      const size = bytes.readInt32BE(at);
      starts[i] = at += 4;
      if (size < 0 || size > end - at) throw malformed(`a text of ${size} bytes in ${end - at}`);
      at += size;
    }
    starts[count] = at + 4;
    reader.take(at - first);
    return new TextColumn(bytes, starts);
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  /** All values as they came, each behind its length, not copied. */
  get wireBytes(): Buffer {
    const first = (this.#starts[0] ?? 4) - 4;
    return this.#bytes.subarray(first, Math.max(first, this.#endOf(this.length - 1)));
  }

  /** The bytes of one value, not copied. */
  bytes(row: number): Buffer {
    return this.#bytes.subarray(this.#starts[row] ?? 0, this.#endOf(row));
  }

  text(row: number): string {
    return this.#bytes.toString('utf8', this.#starts[row] ?? 0, this.#endOf(row));
  }

  /**
   * All values as texts, for showing them. Where a stretch of values is ASCII throughout, it is
   * decoded in one go and cut: a call into the decoder for every value would cost several times as
   * much.
   */
  texts(): string[] {
    const texts: string[] = [];
    for (let row = 0; row < this.length; row += chunk)
      this.#decode(row, Math.min(row + chunk, this.length), texts);
    return texts;
  }

  /** All values as their bytes, one behind the other, and where each ends. */
  joined(): {readonly bytes: Uint8Array; readonly ends: Uint32Array} {
    const count = this.length;
    const ends = new Uint32Array(count);
    const bytes = Buffer.allocUnsafeSlow(this.wireBytes.length - 4 * count);
    const source = this.#bytes;
    let at = 0;
    for (let row = 0; row < count; row++) {
      const end = this.#endOf(row);
      // Most texts are too short for a call to be worth it.
      for (let from = this.#starts[row] ?? 0; from < end; from++)
        bytes[at++] = source[from] as number;
      ends[row] = at;
    }
    return {bytes, ends};
  }

  #decode(from: number, to: number, texts: string[]): void {
    const start = this.#starts[from] ?? 0;
    const end = this.#endOf(to - 1);
    // The lengths in between are ASCII too unless a text has 128 bytes or more, which is then
    // decoded by itself.
    if (isAscii(this.#bytes.subarray(start, end))) {
      const all = this.#bytes.toString('latin1', start, end);
      for (let row = from; row < to; row++)
        texts.push(all.slice((this.#starts[row] ?? 0) - start, this.#endOf(row) - start));
    } else {
      for (let row = from; row < to; row++) texts.push(this.text(row));
    }
  }

  #endOf(row: number): number {
    return (this.#starts[row + 1] ?? 0) - 4;
  }
}

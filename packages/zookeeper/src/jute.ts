import {ZooKeeperError} from './error.ts';

/**
 * Writes one frame of ZooKeeper's serialisation: big-endian numbers, and buffers that carry their
 * length.
 */
export class JuteWriter {
  readonly #parts: Buffer[] = [];

  int(value: number): this {
    const part = Buffer.allocUnsafe(4);
    part.writeInt32BE(value);
    this.#parts.push(part);
    return this;
  }

  long(value: bigint): this {
    const part = Buffer.allocUnsafe(8);
    part.writeBigInt64BE(value);
    this.#parts.push(part);
    return this;
  }

  boolean(value: boolean): this {
    this.#parts.push(Buffer.of(value ? 1 : 0));
    return this;
  }

  buffer(value: Buffer): this {
    this.int(value.length);
    this.#parts.push(value);
    return this;
  }

  text(value: string): this {
    return this.buffer(Buffer.from(value, 'utf8'));
  }

  texts(values: readonly string[]): this {
    this.int(values.length);
    for (const value of values) this.text(value);
    return this;
  }

  /** The frame with its length in front. */
  frame(): Buffer {
    const length = Buffer.allocUnsafe(4);
    length.writeInt32BE(this.#parts.reduce((sum, part) => sum + part.length, 0));
    return Buffer.concat([length, ...this.#parts]);
  }
}

/**
 * Reads what `JuteWriter` writes. Every length is held against what is left, so a broken frame
 * allocates nothing.
 */
export class JuteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(frame: Buffer) {
    this.#bytes = frame;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  int(): number {
    return this.#bytes.readInt32BE(this.#take(4));
  }

  long(): bigint {
    return this.#bytes.readBigInt64BE(this.#take(8));
  }

  boolean(): boolean {
    return this.#bytes[this.#take(1)] !== 0;
  }

  /** A length of -1 stands for no value at all and reads as an empty one. */
  buffer(): Buffer {
    const length = this.int();
    if (length === -1) return Buffer.alloc(0);
    const start = this.#take(length);
    return this.#bytes.subarray(start, start + length);
  }

  text(): string {
    return this.buffer().toString('utf8');
  }

  texts(): string[] {
    const count = this.int();
    if (count === -1) return [];
    // Each text costs at least the four bytes of its length.
    if (count < 0 || count * 4 > this.left)
      throw malformed(`a list of ${count} texts in ${this.left} bytes`);
    return Array.from({length: count}, () => this.text());
  }

  #take(length: number): number {
    if (length < 0 || length > this.left)
      throw malformed(`${length} bytes wanted, ${this.left} left`);
    const start = this.#at;
    this.#at += length;
    return start;
  }
}

function malformed(what: string): ZooKeeperError {
  return new ZooKeeperError('malformed', `malformed reply: ${what}`);
}

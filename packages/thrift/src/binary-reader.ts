import {malformed} from './errors.ts';
import {fixedSize, maxDepth, wire} from './wire.ts';

/**
 * Reads values in Thrift's binary form from bytes that are all there. Every size is held against
 * what is left before anything is made of it: bytes that lie end in a TransportError, whatever they
 * say.
 */
export class BinaryReader {
  readonly bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.#at;
  }

  /** Moves over `size` bytes and returns where they start. */
  take(size: number): number {
    const start = this.#at;
    if (size < 0 || size > this.bytes.length - start) {
      throw malformed(`${size} bytes claimed at ${start} of ${this.bytes.length}`);
    }
    this.#at = start + size;
    return start;
  }

  byte(): number {
    return this.bytes.readUInt8(this.take(1));
  }

  i16(): number {
    return this.bytes.readInt16BE(this.take(2));
  }

  i32(): number {
    return this.bytes.readInt32BE(this.take(4));
  }

  i64(): bigint {
    return this.bytes.readBigInt64BE(this.take(8));
  }

  double(): number {
    return this.bytes.readDoubleBE(this.take(8));
  }

  /** A view of the message, not a copy. */
  binary(): Buffer {
    const size = this.i32();
    const start = this.take(size);
    return this.bytes.subarray(start, start + size);
  }

  string(): string {
    const size = this.i32();
    const start = this.take(size);
    return this.bytes.toString('utf8', start, start + size);
  }

  /**
   * @param elementType what the elements have to be; an empty list may say anything
   * @returns the number of elements, never more than the bytes that are left could hold
   */
  listHeader(elementType: number): number {
    const type = this.byte();
    const count = this.i32();
    if (count === 0) return 0;
    if (type !== elementType)
      throw malformed(`elements of type ${type} where ${elementType} belongs`);
    this.#checkCount(count, minimumSize(type));
    return count;
  }

  /** Moves over a value that nobody asked for, such as a field of a newer server. */
  skip(type: number, depth = 0): void {
    if (depth > maxDepth) throw malformed(`nested deeper than ${maxDepth}`);
    const size = fixedSize[type];
    if (size === undefined) throw malformed(`unknown type ${type}`);
    if (size > 0) {
      this.take(size);
    } else if (type === wire.string) {
      this.take(this.i32());
    } else if (type === wire.struct) {
      for (let field = this.byte(); field !== wire.stop; field = this.byte()) {
        this.i16();
        this.skip(field, depth + 1);
      }
    } else {
      this.#skipCollection(type, depth);
    }
  }

  #skipCollection(type: number, depth: number): void {
    const types = type === wire.map ? [this.byte(), this.byte()] : [this.byte()];
    const count = this.i32();
    if (count === 0) return;
    this.#checkCount(
      count,
      types.reduce((sum, one) => sum + minimumSize(one), 0),
    );
    for (let i = 0; i < count; i++) {
      for (const one of types) this.skip(one, depth + 1);
    }
  }

  #checkCount(count: number, elementSize: number): void {
    if (count < 0 || count * elementSize > this.left)
      throw malformed(`${count} elements claimed in ${this.left} bytes`);
  }
}

/** The fewest bytes that a value takes: a struct is at least its end mark, a string its length. */
function minimumSize(type: number): number {
  const size = fixedSize[type];
  if (size === undefined) throw malformed(`unknown type ${type}`);
  if (size > 0) return size;
  return type === wire.struct ? 1 : type === wire.string ? 4 : type === wire.map ? 6 : 5;
}

/** Appends values in Thrift's binary form, big-endian, to a buffer that grows. */
export class BinaryWriter {
  #bytes = Buffer.alloc(512);
  #length = 0;

  byte(value: number): void {
    const start = this.#room(1);
    this.#bytes[start] = value;
  }

  i16(value: number): void {
    const start = this.#room(2);
    this.#bytes.writeInt16BE(value, start);
  }

  i32(value: number): void {
    const start = this.#room(4);
    this.#bytes.writeInt32BE(value, start);
  }

  i64(value: bigint): void {
    const start = this.#room(8);
    this.#bytes.writeBigInt64BE(value, start);
  }

  double(value: number): void {
    const start = this.#room(8);
    this.#bytes.writeDoubleBE(value, start);
  }

  binary(value: Uint8Array): void {
    this.i32(value.length);
    const start = this.#room(value.length);
    this.#bytes.set(value, start);
  }

  string(value: string): void {
    // A lone surrogate would become U+FFFD without a word, and the server would run another
    // statement than was asked.
    if (!value.isWellFormed())
      throw new TypeError('Text holds half of a surrogate pair, which UTF-8 cannot express');
    const size = Buffer.byteLength(value);
    this.i32(size);
    const start = this.#room(size);
    this.#bytes.write(value, start, 'utf8');
  }

  /** What was written; the writer may not be used afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /**
   * Must come before `#bytes` is looked at, in a statement of its own: it may put another buffer
   * there.
   */
  #room(size: number): number {
    const start = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.length) {
      const next = Buffer.alloc(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(next, 0, 0, start);
      this.#bytes = next;
    }
    return start;
  }
}

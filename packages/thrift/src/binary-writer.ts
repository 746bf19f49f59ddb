/** Appends values in Thrift's binary form, big-endian, to a buffer that grows. */
export class BinaryWriter {
  #bytes = Buffer.allocUnsafe(512);
  #length = 0;

  byte(value: number): void {
    this.#bytes[this.#grow(1)] = value;
  }

  i16(value: number): void {
    this.#bytes.writeInt16BE(value, this.#grow(2));
  }

  i32(value: number): void {
    this.#bytes.writeInt32BE(value, this.#grow(4));
  }

  i64(value: bigint): void {
    this.#bytes.writeBigInt64BE(value, this.#grow(8));
  }

  double(value: number): void {
    this.#bytes.writeDoubleBE(value, this.#grow(8));
  }

  binary(value: Uint8Array): void {
    this.i32(value.length);
    this.#bytes.set(value, this.#grow(value.length));
  }

  string(value: string): void {
    // A lone surrogate would become U+FFFD without a word, and the server would run another statement than was asked.
    if (!value.isWellFormed()) throw new TypeError('Text holds half of a surrogate pair, which UTF-8 cannot express');
    const size = Buffer.byteLength(value);
    this.i32(size);
    this.#bytes.write(value, this.#grow(size), 'utf8');
  }

  /** What was written; the writer may not be used afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(size: number): number {
    const start = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.length) {
      const next = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(next, 0, 0, start);
      this.#bytes = next;
    }
    return start;
  }
}

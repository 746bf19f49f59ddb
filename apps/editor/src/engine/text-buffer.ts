/**
 * Powers of ten below it are found by dividing numbers that fit 32 bits, which is several times as
 * fast as with larger ones.
 */
const billion = 1_000_000_000;
/** Digits, a sign, and what stands between cells. */
const longestNumber = 24;
const zero = 48;
const minus = 45;

/**
 * UTF-8 that grows at its end: texts of millions of cells are written without a string for each.
 */
export class TextBuffer {
  #bytes: Buffer;
  #length = 0;

  /** @param expected bytes, for which there is room from the beginning */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(expected, 1024));
  }

  /** What was written so far, without a copy. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Bytes that there is room for. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Forgets the bytes from this one on. */
  cutAt(length: number): void {
    this.#length = length;
  }

  /** One ASCII character. */
  byte(code: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = code;
  }

  get length(): number {
    return this.#length;
  }

  text(text: string): void {
    // No character takes more than three bytes for each of its units.
    const most = text.length * 3;
    if (this.#bytes.length - this.#length < most) this.#grow(most);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** A few bytes, for which a call to copy them would take longer. */
  bytes(bytes: Uint8Array): void {
    if (this.#bytes.length - this.#length < bytes.length) this.#grow(bytes.length);
    const target = this.#bytes;
    let at = this.#length;
    for (let place = 0; place < bytes.length; place++) target[at++] = bytes[place] as number;
    this.#length = at;
  }

  /** A short text of ASCII, for which a call to the encoder would take longer than the text. */
  ascii(text: string): void {
    if (this.#bytes.length - this.#length < text.length) this.#grow(text.length);
    const target = this.#bytes;
    let at = this.#length;
    for (let place = 0; place < text.length; place++) target[at++] = text.charCodeAt(place);
    this.#length = at;
  }

  /**
   * Bytes as they are, if the table has 0 for each of them; else nothing is written.
   * @returns whether they were written
   */
  plain(bytes: Uint8Array, from: number, to: number, isPeculiar: Uint8Array): boolean {
    if (this.#bytes.length - this.#length < to - from) this.#grow(to - from);
    const target = this.#bytes;
    let at = this.#length;
    for (let place = from; place < to; place++) {
      const byte = bytes[place] as number;
      if (isPeculiar[byte] !== 0) return false;
      target[at++] = byte;
    }
    this.#length = at;
    return true;
  }

  /** @param value a whole number that a double has exactly */
  integer(value: number): void {
    if (this.#bytes.length - this.#length < longestNumber) this.#grow(longestNumber);
    let rest = value;
    if (rest < 0) {
      this.#bytes[this.#length++] = minus;
      rest = -rest;
    }
    if (rest < billion) return this.#digits(rest, digitsOf(rest));
    const high = Math.floor(rest / billion);
    this.#digits(high, digitsOf(high));
    this.#digits(rest - high * billion, 9);
  }

  /** @param value from 0 on, below 10^count and 2^53; zeros stand in front of it */
  padded(value: number, count: number): void {
    if (this.#bytes.length - this.#length < count) this.#grow(count);
    if (count <= 9) return this.#digits(value, count);
    const high = Math.floor(value / billion);
    this.padded(high, count - 9);
    this.#digits(value - high * billion, 9);
  }

  #digits(value: number, count: number): void {
    const target = this.#bytes;
    const end = this.#length + count;
    let rest = value | 0;
    for (let at = end - 1; at >= this.#length; at--) {
      const next = (rest / 10) | 0;
      target[at] = zero + rest - next * 10;
      rest = next;
    }
    this.#length = end;
  }

  #grow(more: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }
}

/** Of a number from 0 to 2^53 / 10^9 or below 10^9. */
function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  return digits;
}

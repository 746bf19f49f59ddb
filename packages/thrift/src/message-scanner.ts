import {malformed, TransportError} from './errors.ts';
import {fixedSize, maxDepth, strictVersion, wire} from './wire.ts';

/** What is being walked over: a struct until its end mark, or the rest of a collection. */
type Open = {readonly types: readonly number[]; left: number};

/**
 * Finds where a message ends, while its bytes are still arriving. Needed because frames say nothing
 * about messages: a server may spread one over several, and without SASL there are no frames. Goes
 * on where it stopped, so that a long message costs one walk; a column of numbers is one step, a
 * text one step each.
 */
export class MessageScanner {
  readonly #limit: number;
  readonly #open: Open[] = [];
  #at = 0;
  #started = false;

  /** @param limit the most bytes that a message may have */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @param bytes the message from its first byte on, longer at every call
   * @returns the message's length, or 0 while more bytes are needed
   * @throws {TransportError} as soon as the bytes cannot become a valid message, or none within the
   * limit
   */
  scan(bytes: Buffer): number {
    if (!this.#started && !this.#header(bytes)) return 0;
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (!(top.left < 0 ? this.#field(bytes) : this.#element(bytes, top))) return 0;
    }
    return this.#at;
  }

  #header(bytes: Buffer): boolean {
    if (bytes.length < 8) {
      // The first bytes tell a web server or a TLS alert already, which might send no more.
      if (bytes.length >= 2 && bytes.readUInt16BE(0) !== strictVersion) throw notThrift(bytes);
      return false;
    }
    if (bytes.readUInt16BE(0) !== strictVersion) throw notThrift(bytes);
    const name = bytes.readInt32BE(4);
    if (name < 0 || name > 1024) throw malformed(`a method name of ${name} bytes`);
    if (!this.#have(bytes, 12 + name)) return false;
    this.#at = 12 + name;
    this.#started = true;
    this.#open.push({types: [], left: -1});
    return true;
  }

  #field(bytes: Buffer): boolean {
    if (!this.#have(bytes, 1)) return false;
    const type = bytes.readUInt8(this.#at);
    if (type === wire.stop) {
      this.#at++;
      this.#open.pop();
      return true;
    }
    return this.#value(bytes, type, 3);
  }

  #element(bytes: Buffer, top: Open): boolean {
    if (top.left === 0) {
      this.#open.pop();
      return true;
    }
    if (top.types.length === 1 && top.types[0] === wire.string) return this.#strings(bytes, top);
    const type = top.types[top.left % top.types.length] ?? wire.stop;
    // Counted before it is walked, because a struct goes on top of this entry.
    top.left--;
    if (this.#value(bytes, type, 0)) return true;
    top.left++;
    return false;
  }

  /** Most bytes of most messages are texts, hence a loop of their own. */
  #strings(bytes: Buffer, top: Open): boolean {
    const end = bytes.length;
    let at = this.#at;
    while (top.left > 0 && at + 4 <= end) {
      const size = bytes.readInt32BE(at);
      if (size < 0) throw malformed(`a text of ${size} bytes`);
      if (at + 4 + size > end) break;
      at += 4 + size;
      top.left--;
    }
    this.#at = at;
    if (top.left > 0 && this.#have(bytes, 4)) this.#have(bytes, 4 + bytes.readInt32BE(at));
    return top.left === 0;
  }

  /**
   * @param before bytes of a field's header, which are passed together with the start of its value
   */
  #value(bytes: Buffer, type: number, before: number): boolean {
    const size = fixedSize[type];
    if (size === undefined) throw malformed(`unknown type ${type}`);
    if (size > 0) return this.#pass(bytes, before + size);
    if (type === wire.struct) return this.#pass(bytes, before) && this.#push({types: [], left: -1});
    if (type === wire.string) {
      if (!this.#have(bytes, before + 4)) return false;
      const length = bytes.readInt32BE(this.#at + before);
      if (length < 0) throw malformed(`a text of ${length} bytes`);
      return this.#pass(bytes, before + 4 + length);
    }
    return this.#collection(bytes, type, before);
  }

  #collection(bytes: Buffer, type: number, before: number): boolean {
    const header = type === wire.map ? 6 : 5;
    if (!this.#have(bytes, before + header)) return false;
    const start = this.#at + before;
    const count = bytes.readInt32BE(start + header - 4);
    // Keys and values take turns: the key when an even number of elements is left.
    const types =
      type === wire.map
        ? [bytes.readUInt8(start), bytes.readUInt8(start + 1)]
        : [bytes.readUInt8(start)];
    if (count === 0) return this.#pass(bytes, before + header);
    if (count < 0 || count > this.#limit) throw malformed(`${count} elements`);
    const size = types.length === 1 ? fixedSize[types[0] ?? 0] : undefined;
    if (size !== undefined && size > 0) return this.#pass(bytes, before + header + count * size);
    this.#at = start + header;
    return this.#push({types, left: count * types.length});
  }

  #push(open: Open): boolean {
    if (this.#open.length > maxDepth) throw malformed(`nested deeper than ${maxDepth}`);
    this.#open.push(open);
    return true;
  }

  #pass(bytes: Buffer, size: number): boolean {
    if (!this.#have(bytes, size)) return false;
    this.#at += size;
    return true;
  }

  #have(bytes: Buffer, size: number): boolean {
    if (this.#at + size > this.#limit) throw tooLarge(this.#limit);
    return this.#at + size <= bytes.length;
  }
}

export function tooLarge(limit: number): TransportError {
  return new TransportError(
    'too-large',
    `The server's answer is longer than the ${limit} bytes that are allowed`,
  );
}

function notThrift(bytes: Buffer): TransportError {
  const start = bytes
    .subarray(0, 16)
    .toString('latin1')
    .replaceAll(/[^ -~]/g, '.');
  return malformed(
    `no Thrift message, it starts with "${start}"; does the transport (SASL, HTTP, TLS) fit the server?`,
  );
}

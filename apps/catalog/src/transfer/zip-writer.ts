import {open, type FileHandle} from 'node:fs/promises';
import {promisify} from 'node:util';
import {crc32, deflateRaw, deflateRawSync} from 'node:zlib';
import {flag, max16, max32, method, signature, size} from './zip-format.ts';

const deflate = promisify(deflateRaw);
/** January 1st 1980, the first day of the format: archives of the same content are the same bytes. */
const date = 0x0021;
const directoryChunk = 64 * 1024;
/** Bytes of an entry that are packed in this thread. */
const maxHere = 64 * 1024;

/**
 * Writes a ZIP archive into a file, entry by entry, with 64-bit records where an archive has more than 65,535 entries. It
 * holds nothing but the directory, some 90 bytes an entry.
 */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  #used = directoryChunk;
  #directoryBytes = 0;
  #entries = 0;
  #offset = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates the file, which nobody but its owner may read. @throws when it is there already */
  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'wx', 0o600));
  }

  /** Adds entries in this order: as many as the caller holds in memory anyway. */
  async add(entries: readonly {name: string; text: string}[]): Promise<void> {
    const parts: Buffer[] = [];
    for (const {name, text} of entries) {
      const bytes = Buffer.from(text);
      // A thread of the pool takes 0.2 ms to be asked and a quarter of a megabyte; most entries are packed in less.
      const data = bytes.length < maxHere ? deflateRawSync(bytes) : await deflate(bytes);
      const packed = {name: Buffer.from(name), crc: crc32(bytes), bytes: bytes.length, data};
      this.#list(packed);
      parts.push(localHeader(packed), packed.name, data);
      this.#offset += size.localFile + packed.name.length + data.length;
    }
    await this.#file.writeFile(Buffer.concat(parts));
  }

  /** @returns the length of the file in bytes */
  async close(): Promise<number> {
    try {
      const last = this.#directory.at(-1);
      if (last !== undefined) this.#directory[this.#directory.length - 1] = last.subarray(0, this.#used);
      const parts = [...this.#directory, ...endRecords(this.#entries, this.#directoryBytes, this.#offset)];
      for (const part of parts) await this.#file.writeFile(part);
      return this.#offset + parts.reduce((sum, part) => sum + part.length, 0);
    } finally {
      await this.#file.close();
    }
  }

  #list(entry: Packed): void {
    const needs64 = this.#offset >= max32;
    const length = size.centralFile + entry.name.length + (needs64 ? 12 : 0);
    if (this.#used + length > directoryChunk) {
      const last = this.#directory.at(-1);
      if (last !== undefined) this.#directory[this.#directory.length - 1] = last.subarray(0, this.#used);
      this.#directory.push(Buffer.alloc(Math.max(directoryChunk, length)));
      this.#used = 0;
    }
    const chunk = this.#directory.at(-1) as Buffer;
    const at = this.#used;
    chunk.writeUInt32LE(signature.centralFile, at);
    chunk.writeUInt16LE(needs64 ? 45 : 20, at + 4);
    writeCommon(chunk, at + 6, entry);
    chunk.writeUInt16LE(needs64 ? 12 : 0, at + 30);
    chunk.writeUInt32LE(needs64 ? max32 : this.#offset, at + 42);
    entry.name.copy(chunk, at + size.centralFile);
    if (needs64) {
      const extra = at + size.centralFile + entry.name.length;
      chunk.writeUInt16LE(1, extra);
      chunk.writeUInt16LE(8, extra + 2);
      chunk.writeBigUInt64LE(BigInt(this.#offset), extra + 4);
    }
    this.#used += length;
    this.#directoryBytes += length;
    this.#entries += 1;
  }
}

type Packed = {name: Buffer; crc: number; bytes: number; data: Buffer};

function localHeader(entry: Packed): Buffer {
  const header = Buffer.alloc(size.localFile);
  header.writeUInt32LE(signature.localFile, 0);
  writeCommon(header, 4, entry);
  return header;
}

/** What the header before an entry and its record in the directory have in common. */
function writeCommon(target: Buffer, at: number, {name, crc, bytes, data}: Packed): void {
  target.writeUInt16LE(20, at);
  target.writeUInt16LE(flag.utf8, at + 2);
  target.writeUInt16LE(method.deflated, at + 4);
  target.writeUInt16LE(date, at + 8);
  target.writeUInt32LE(crc, at + 10);
  target.writeUInt32LE(data.length, at + 14);
  target.writeUInt32LE(bytes, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

function endRecords(entries: number, bytes: number, offset: number): Buffer[] {
  const end = Buffer.alloc(size.end);
  end.writeUInt32LE(signature.end, 0);
  end.writeUInt16LE(Math.min(entries, max16), 8);
  end.writeUInt16LE(Math.min(entries, max16), 10);
  end.writeUInt32LE(Math.min(bytes, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (entries < max16 && bytes < max32 && offset < max32) return [end];
  const end64 = Buffer.alloc(size.end64);
  end64.writeUInt32LE(signature.end64, 0);
  end64.writeBigUInt64LE(BigInt(size.end64 - 12), 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  for (const [value, at] of [
    [entries, 24],
    [entries, 32],
    [bytes, 40],
    [offset, 48],
  ] as const) {
    end64.writeBigUInt64LE(BigInt(value), at);
  }
  const locator = Buffer.alloc(size.end64Locator);
  locator.writeUInt32LE(signature.end64Locator, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return [end64, locator, end];
}

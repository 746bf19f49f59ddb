import {open, type FileHandle} from 'node:fs/promises';
import {promisify} from 'node:util';
import {crc32, inflateRaw, inflateRawSync} from 'node:zlib';
import {AppError} from '@gazetteer/model';
import {flag, max16, max32, method, signature, size} from './zip-records.ts';

const inflate = promisify(inflateRaw);

export type ZipLimits = {
  readonly maxEntries: number;
  /** Of one entry, unpacked. */
  readonly maxEntryBytes: number;
  /** Of all entries together, unpacked. */
  readonly maxTotalBytes: number;
};

/** Where an entry stands; kept for each, so it is as small as it can be. */
type Entry = {offset: number; packed: number; bytes: number; crc: number; method: number};

/** Bytes of an entry that are unpacked in this thread. */
const maxHere = 64 * 1024;

const utf8 = new TextDecoder('utf-8', {fatal: true});

/**
 * Reads entries of a ZIP archive by name, in any order. What an archive claims of itself is checked
 * before anything is unpacked, and what comes out is checked against it: neither a bomb nor a
 * broken file gets far. All failures are IMPORT_INVALID_ZIP_ENTRY (400).
 */
export class ZipReader {
  readonly #file: FileHandle;
  readonly #limits: ZipLimits;
  readonly #length: number;
  readonly #entries = new Map<string, Entry>();

  private constructor(file: FileHandle, limits: ZipLimits, length: number) {
    this.#file = file;
    this.#limits = limits;
    this.#length = length;
  }

  static async open(path: string, limits: ZipLimits): Promise<ZipReader> {
    const file = await open(path, 'r');
    const reader = new ZipReader(file, limits, (await file.stat()).size);
    try {
      await reader.#readDirectory();
      return reader;
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  /** In the order of the archive's directory. */
  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Text of the entry, undefined when there is none of this name. */
  async text(name: string): Promise<string | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const packed = await this.#packed(name, entry);
    const bytes = entry.method === method.stored ? packed : await unpack(name, packed, entry.bytes);
    if (bytes.length !== entry.bytes)
      throw invalid(name, 'its length is not what the directory says');
    if (crc32(bytes) !== entry.crc) throw invalid(name, 'its checksum is wrong');
    try {
      return utf8.decode(bytes);
    } catch {
      throw invalid(name, 'it is not UTF-8');
    }
  }

  /** In one read, unless there is more than usual between the header and the data. */
  async #packed(name: string, {offset, packed}: Entry): Promise<Buffer> {
    const usual = size.localFile + Buffer.byteLength(name) + 64;
    const start = await this.#read(offset, Math.min(usual + packed, this.#length - offset), name);
    if (start.length < size.localFile || start.readUInt32LE(0) !== signature.localFile) {
      throw invalid(name, 'it does not begin where the directory says');
    }
    const at = size.localFile + start.readUInt16LE(26) + start.readUInt16LE(28);
    return at + packed <= start.length
      ? start.subarray(at, at + packed)
      : await this.#read(offset + at, packed, name);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #readDirectory(): Promise<void> {
    const {count, bytes, offset} = await this.#end();
    if (count > this.#limits.maxEntries)
      throw invalid('archive', `it has more than ${this.#limits.maxEntries} entries`);
    let total = 0;
    // A piece at a time: the directory of a large archive is large itself.
    const pieceBytes = 1024 * 1024;
    let left: Buffer = Buffer.alloc(0);
    for (let at = 0; at < bytes; at += pieceBytes) {
      const piece = await this.#read(offset + at, Math.min(pieceBytes, bytes - at), 'archive');
      left = left.length === 0 ? piece : Buffer.concat([left, piece]);
      let used = 0;
      for (
        let next = recordLength(left, used);
        next !== undefined;
        next = recordLength(left, used)
      ) {
        total += this.#addEntry(left.subarray(used, used + next));
        if (total > this.#limits.maxTotalBytes)
          throw tooLarge('archive', this.#limits.maxTotalBytes);
        used += next;
      }
      left = left.subarray(used);
    }
    if (left.length > 0) throw invalid('archive', 'its directory is cut off');
  }

  /** @returns the unpacked length that it claims */
  #addEntry(record: Buffer): number {
    const nameLength = record.readUInt16LE(28);
    const name = record.toString('utf8', size.centralFile, size.centralFile + nameLength);
    if (name.endsWith('/')) return 0;
    if ((record.readUInt16LE(8) & flag.encrypted) !== 0) throw invalid(name, 'it is encrypted');
    const how = record.readUInt16LE(10);
    if (how !== method.stored && how !== method.deflated)
      throw invalid(name, `compression ${how} is not known`);
    const entry = with64(record, nameLength, {
      offset: record.readUInt32LE(42),
      packed: record.readUInt32LE(20),
      bytes: record.readUInt32LE(24),
      crc: record.readUInt32LE(16),
      method: how,
    });
    if (entry.bytes > this.#limits.maxEntryBytes) throw tooLarge(name, this.#limits.maxEntryBytes);
    if (this.#entries.has(name)) throw invalid(name, 'the archive has two of this name');
    this.#entries.set(name, entry);
    return entry.bytes;
  }

  /** The record at the end of the file, before a comment of up to 65,535 bytes. */
  async #end(): Promise<{count: number; bytes: number; offset: number}> {
    const length = this.#length;
    const tail = await this.#read(
      Math.max(0, length - size.end - max16),
      Math.min(length, size.end + max16),
      'archive',
    );
    let at = tail.length - size.end;
    while (at >= 0 && tail.readUInt32LE(at) !== signature.end) at--;
    if (at < 0) throw invalid('archive', 'it is no ZIP archive');
    const end = {
      count: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const locatorAt = at - size.end64Locator;
    const isLarge = end.count === max16 || end.bytes === max32 || end.offset === max32;
    if (!isLarge || locatorAt < 0 || tail.readUInt32LE(locatorAt) !== signature.end64Locator)
      return end;
    const end64 = await this.#read(
      Number(tail.readBigUInt64LE(locatorAt + 8)),
      size.end64,
      'archive',
    );
    if (end64.readUInt32LE(0) !== signature.end64)
      throw invalid('archive', 'its 64-bit record is not there');
    return {
      count: Number(end64.readBigUInt64LE(32)),
      bytes: Number(end64.readBigUInt64LE(40)),
      offset: Number(end64.readBigUInt64LE(48)),
    };
  }

  async #read(position: number, length: number, name: string): Promise<Buffer> {
    if (
      !Number.isSafeInteger(position) ||
      position < 0 ||
      length < 0 ||
      position + length > this.#length
    ) {
      throw invalid(name, 'it reaches beyond the end of the archive');
    }
    const buffer = Buffer.alloc(length);
    const {bytesRead} = await this.#file.read(buffer, 0, length, position);
    if (bytesRead !== length) throw invalid(name, 'it is cut off');
    return buffer;
  }
}

/** Length of the whole record at `at`, undefined when it is not all there. */
function recordLength(directory: Buffer, at: number): number | undefined {
  if (directory.length - at < size.centralFile) return undefined;
  if (directory.readUInt32LE(at) !== signature.centralFile)
    throw invalid('archive', 'its directory is broken');
  const length =
    size.centralFile +
    directory.readUInt16LE(at + 28) +
    directory.readUInt16LE(at + 30) +
    directory.readUInt16LE(at + 32);
  return directory.length - at < length ? undefined : length;
}

/** Numbers that do not fit into 32 bits stand in an extra field, in this order. */
function with64(record: Buffer, nameLength: number, entry: Entry): Entry {
  let at = size.centralFile + nameLength;
  const end = at + record.readUInt16LE(30);
  while (at + 4 <= end) {
    const [id, length] = [record.readUInt16LE(at), record.readUInt16LE(at + 2)];
    if (id === 1) {
      let place = at + 4;
      for (const field of ['bytes', 'packed', 'offset'] as const) {
        if (entry[field] !== max32 || place + 8 > at + 4 + length) continue;
        entry[field] = Number(record.readBigUInt64LE(place));
        place += 8;
      }
      return entry;
    }
    at += 4 + length;
  }
  return entry;
}

/**
 * One byte more than claimed is enough to know that the claim is false. Small ones are not worth a
 * thread of the pool.
 */
async function unpack(name: string, packed: Buffer, bytes: number): Promise<Buffer> {
  const limit = {maxOutputLength: bytes + 1};
  try {
    return bytes < maxHere ? inflateRawSync(packed, limit) : await inflate(packed, limit);
  } catch (cause) {
    throw invalid(name, 'it cannot be unpacked', cause);
  }
}

function invalid(name: string, reason: string, cause?: unknown): AppError {
  return new AppError('IMPORT_INVALID_ZIP_ENTRY', [name, reason], {cause});
}

function tooLarge(name: string, limit: number): AppError {
  return invalid(name, `unpacked it is larger than ${limit} bytes`);
}

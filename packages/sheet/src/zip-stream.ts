import {crc32, createDeflateRaw, type DeflateRaw} from 'node:zlib';

/** Files are packed quickly rather than tightly: somebody waits for them, and level 6 takes three times as long for a tenth less. */
const level = 3;
/** The largest size of a file, and the last place that has no field of 64 bits: some readers refuse those where none is needed. */
const max32 = 0xffff_ffff;
const max16 = 0xffff;
/** 1980-01-01, the first day of ZIP: the same content is the same file whenever it was made. */
const date = 0x21;
/** Name in UTF-8; sizes follow behind the content. */
const flags = 0x0808;
/** Of the format, that a reader needs. */
const version = {plain: 20, wide: 45};

type Entry = {readonly name: Buffer; readonly offset: number; crc: number; size: number; packed: number};

/**
 * A ZIP archive, made piece by piece (APPNOTE 6.3): neither files nor archive are held in memory. Packing is done in other threads
 * while the caller makes the next piece.
 */
export class ZipStream {
  readonly #entries: Entry[] = [];
  #ready: Uint8Array[] = [];
  #offset = 0;
  #entry: Entry | undefined;
  #deflate: DeflateRaw | undefined;
  #packing: Promise<void> = Promise.resolve();

  /** Begins a file. The one before it has to be ended. */
  begin(name: string): void {
    this.#entry = {name: Buffer.from(name), offset: this.#offset, crc: 0, size: 0, packed: 0};
    this.#put(localHead(this.#entry));
    const deflate = createDeflateRaw({level, chunkSize: 64 * 1024});
    deflate.on('data', (chunk: Buffer) => this.#takePacked(chunk));
    this.#deflate = deflate;
  }

  /** Adds to the file that was begun; waits for the piece before it, so that pieces do not pile up. */
  async add(bytes: Uint8Array): Promise<void> {
    const [entry, deflate] = [this.#entry, this.#deflate];
    if (entry === undefined || deflate === undefined) throw new Error('no file was begun');
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    if (entry.size > max32) throw new Error('a file in a ZIP archive has 4 GiB at most');
    await this.#packing;
    this.#packing = new Promise((resolve, reject) => {
      deflate.write(bytes, error => (error ? reject(error) : resolve()));
    });
    // Thrown where it is awaited.
    this.#packing.catch(() => undefined);
  }

  async end(): Promise<void> {
    const [entry, deflate] = [this.#entry, this.#deflate];
    if (entry === undefined || deflate === undefined) throw new Error('no file was begun');
    await this.#packing;
    await new Promise<void>((resolve, reject) => deflate.once('error', reject).once('end', resolve).end());
    this.#put(descriptor(entry));
    this.#entries.push(entry);
    this.#entry = undefined;
    this.#deflate = undefined;
  }

  /** Gives up what is under way. */
  close(): void {
    this.#deflate?.destroy();
  }

  /** The archive's list of its files, which ends it. */
  finish(): void {
    const begin = this.#offset;
    for (const entry of this.#entries) this.#put(centralHead(entry));
    this.#put(archiveEnd(this.#entries.length, begin, this.#offset - begin));
  }

  /** What is ready since the last time. */
  drain(): Uint8Array[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #takePacked(chunk: Buffer): void {
    if (this.#entry !== undefined) this.#entry.packed += chunk.length;
    this.#put(chunk);
  }

  #put(bytes: Uint8Array): void {
    this.#ready.push(bytes);
    this.#offset += bytes.length;
  }
}

/** Fields of a record in their order: [bytes, value]. */
function record(...fields: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

function localHead({name}: Entry): Buffer {
  const fields = record([4, 0x04034b50], [2, version.plain], [2, flags], [2, 8], [2, 0], [2, date]);
  return Buffer.concat([fields, record([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]), name]);
}

function descriptor({crc, size, packed}: Entry): Buffer {
  return record([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
}

function centralHead({name, crc, size, packed, offset}: Entry): Buffer {
  const isFar = offset > max32;
  const needed = isFar ? version.wide : version.plain;
  const extra = isFar ? record([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  return Buffer.concat([
    record([4, 0x02014b50], [2, needed], [2, needed], [2, flags], [2, 8], [2, 0], [2, date], [4, crc], [4, packed]),
    record([4, size], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0]),
    record([4, Math.min(offset, max32)]),
    name,
    extra,
  ]);
}

function archiveEnd(count: number, begin: number, length: number): Buffer {
  const entries = Math.min(count, max16);
  const end = record([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, length]);
  const rest = record([4, Math.min(begin, max32)], [2, 0]);
  if (begin <= max32 && count <= max16) return Buffer.concat([end, rest]);
  const wide = record([4, 0x06064b50], [8, 44], [2, version.wide], [2, version.wide], [4, 0], [4, 0]);
  const sizes = record([8, count], [8, count], [8, length], [8, begin]);
  const locator = record([4, 0x07064b50], [4, 0], [8, begin + length], [4, 1]);
  return Buffer.concat([wide, sizes, locator, end, rest]);
}

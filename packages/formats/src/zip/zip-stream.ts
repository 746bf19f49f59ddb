import {crc32, createDeflateRaw, type DeflateRaw} from 'node:zlib';
import {
  archiveEnd,
  centralHead,
  descriptor,
  localHead,
  max32,
  type PackedFile,
} from './zip-records.ts';

/**
 * Files are packed quickly rather than tightly: somebody waits for them, and level 6 takes three
 * times as long for a tenth less.
 */
const level = 3;
type Entry = PackedFile & {readonly offset: number; crc: number; size: number; packed: number};

/**
 * A ZIP archive, made piece by piece (APPNOTE 6.3): neither files nor archive are held in memory.
 * Packing is done in other threads while the caller makes the next piece.
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
    this.#entry = {
      name: Buffer.from(name),
      offset: this.#offset,
      crc: 0,
      size: 0,
      packed: 0,
      isStreamed: true,
    };
    this.#put(localHead(this.#entry));
    const deflate = createDeflateRaw({level, chunkSize: 64 * 1024});
    deflate.on('data', (chunk: Buffer) => this.#takePacked(chunk));
    this.#deflate = deflate;
  }

  /**
   * Adds to the file that was begun; waits for the piece before it, so that pieces do not pile up.
   */
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
    await new Promise<void>((resolve, reject) =>
      deflate.once('error', reject).once('end', resolve).end(),
    );
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
    for (const entry of this.#entries) this.#put(centralHead(entry, entry.offset));
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

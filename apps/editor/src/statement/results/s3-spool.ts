import {randomUUID} from 'node:crypto';
import {mkdir, open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Column} from '../../engine/column.ts';
import {PackedPage} from '../../engine/packed-page.ts';
import type {PageParts} from '../../engine/page-parts.ts';
import {cursorBytes, recordHead, recordKinds} from '../../engine/spool-format.ts';
import {type Page, SqlError} from '../../engine/sql-engine.ts';
import {type IndexedPage, PageIndex} from './page-index.ts';
import {manifests, markOf, removeResult, type ResultBucket} from './result-bucket.ts';
import type {ResultSpool} from './result-store.ts';

/** Which objects are the result. */
type Manifest = {
  readonly writer: string;
  readonly columns: readonly Column[];
  /** Of each page the number of its rows and of its bytes. */
  readonly pages: readonly (readonly [number, number])[];
  readonly isAtEnd: boolean;
};

/**
 * The rows of one result, an object for each page of the server: nothing waits in memory for others
 * to come.
 */
export class S3Spool implements ResultSpool {
  readonly #bucket: ResultBucket;
  readonly #uuid: string;
  readonly #folder: string;
  /** Two nodes that fetch the same rows do so in objects of their own. */
  readonly #writer: string;
  readonly #pages: PageIndex<number>;
  #count = 0;
  #size = 0;
  columns: readonly Column[] | undefined;
  #isAsked: boolean;
  isAtEnd = false;
  isPublished = false;
  /** Whether what is removed when nobody uses it is found. */
  #isMarked = false;
  #isRemoved = false;
  #writing: Promise<unknown> = Promise.resolve();

  /**
   * @param folder for rows that another process reads
   * @param isAsked whether earlier rows may have been fetched that are not here
   */
  constructor(
    bucket: ResultBucket,
    uuid: string,
    folder: string,
    isAsked: boolean,
    writer: string = randomUUID(),
  ) {
    this.#bucket = bucket;
    this.#uuid = uuid;
    this.#folder = folder;
    this.#isAsked = isAsked;
    this.#writer = writer;
    this.#pages = new PageIndex(page => this.#load(page));
  }

  /** Undefined when none is published. */
  static async reopen(
    bucket: ResultBucket,
    uuid: string,
    folder: string,
  ): Promise<S3Spool | undefined> {
    const [whole, part] = manifests(uuid);
    const text = (await bucket.get(whole)) ?? (await bucket.get(part));
    if (text === undefined) return undefined;
    const {writer, columns, pages, isAtEnd} = JSON.parse(text.toString()) as Manifest;
    const spool = new S3Spool(bucket, uuid, folder, false, writer);
    spool.columns = columns;
    spool.isAtEnd = isAtEnd;
    spool.isPublished = spool.#isMarked = true;
    for (const [rowCount, length] of pages) spool.#add(rowCount, length);
    return spool;
  }

  get rowCount(): number {
    return this.#pages.rowCount;
  }

  get size(): number {
    return this.#size;
  }

  get rowBytes(): number | undefined {
    return this.#pages.rowBytes;
  }

  get canGoOn(): boolean {
    return !this.#isAsked;
  }

  async setColumns(columns: readonly Column[]): Promise<void> {
    this.columns = columns;
  }

  async cursor(): Promise<number> {
    return Number((await this.#bucket.get(this.#cursor))?.toString() ?? 0);
  }

  async moveCursor(row: number): Promise<void> {
    if (!this.#isMarked) return;
    await this.#write(() => this.#bucket.put(this.#cursor, [Buffer.from(String(row))]));
  }

  /** By its time. */
  async touch(): Promise<void> {
    if (this.#isMarked) await this.#write(() => this.#mark());
  }

  async asking(): Promise<void> {
    this.#isAsked = true;
  }

  async append(page: Page): Promise<void> {
    await this.#write(async () => {
      if (!this.#isMarked) await this.#mark();
      if (page.rowCount === 0) await this.#publish(true);
      else {
        const packed = PackedPage.of(page);
        const length = packed.pieces.reduce((sum, piece) => sum + piece.length, 0);
        await this.#bucket.put(this.#nameOf(this.#count), packed.pieces);
        this.#add(page.rowCount, length, packed);
      }
    });
    this.#isAsked = false;
  }

  async publish(): Promise<void> {
    if (!this.isPublished) await this.#write(() => this.#publish(false));
  }

  async read(first: number, count: number): Promise<PageParts> {
    return await this.#pages.read(first, count);
  }

  async lastPage(): Promise<{readonly firstRow: number; readonly page: Page} | undefined> {
    return await this.#pages.lastPage();
  }

  async *pagesBehind(count: number): AsyncGenerator<Page> {
    for (const page of this.#pages.behind(count)) yield await this.#load(page);
  }

  /** A copy, which goes with the work. */
  async withFile<T>(work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.#folder, {recursive: true, mode: 0o700});
    const path = join(this.#folder, `${this.#uuid}.${randomUUID()}`);
    try {
      await this.#copyTo(path);
      return await work(path);
    } finally {
      await rm(path, {force: true});
    }
  }

  /** What is not published is removed when nobody has used it for long. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Of one that is not published what it wrote itself: another node may have the same result. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#writing;
    if (this.isPublished) await removeResult(this.#bucket, this.#uuid);
    else if (this.#isMarked) await this.#bucket.deleteAll(`rows/${this.#uuid}/${this.#writer}/`);
  }

  get #cursor(): string {
    return `rows/${this.#uuid}/cursor`;
  }

  async #mark(): Promise<void> {
    await this.#bucket.put(markOf(this.#uuid), []);
    this.#isMarked = true;
  }

  /** Nothing is written behind its removal, which nobody would find. */
  async #write(work: () => Promise<void>): Promise<void> {
    if (this.#isRemoved) throw expired();
    const written = work();
    this.#writing = Promise.allSettled([this.#writing, written]);
    await written;
  }

  #nameOf(place: number): string {
    return `rows/${this.#uuid}/${this.#writer}/${place}`;
  }

  async #publish(isAtEnd: boolean): Promise<void> {
    if (!this.#isMarked) await this.#mark();
    const manifest: Manifest = {
      writer: this.#writer,
      columns: this.columns ?? [],
      pages: this.#pages.behind(0).map(({rowCount, length}) => [rowCount, length]),
      isAtEnd,
    };
    const [whole, part] = manifests(this.#uuid);
    // Another node may have taken the statement over, and have come to its end before this one.
    await this.#bucket.createOnce(isAtEnd ? whole : part, JSON.stringify(manifest));
    this.isAtEnd = isAtEnd;
    this.isPublished = true;
  }

  #add(rowCount: number, length: number, page?: PackedPage): void {
    this.#pages.add(rowCount, length, this.#count++, page);
    this.#size += length;
  }

  async #load({place, length}: IndexedPage<number>): Promise<PackedPage> {
    const bytes = await this.#bucket.get(this.#nameOf(place));
    // Another node may have removed it.
    if (bytes === undefined) throw expired();
    if (bytes.length !== length)
      throw new Error(`${this.#nameOf(place)} has ${bytes.length} bytes, not ${length}`);
    return PackedPage.from(bytes);
  }

  async #copyTo(path: string): Promise<void> {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.write(Buffer.alloc(cursorBytes));
      for (const page of this.#pages.behind(0)) {
        const {pieces, rowCount} = await this.#load(page);
        await file.writev([recordHead(recordKinds.page, page.length, rowCount), ...pieces]);
      }
    } finally {
      await file.close();
    }
  }
}

function expired(): SqlError {
  const message = 'The result has expired. To see its rows run the statement again';
  return new SqlError('statement-expired', message);
}

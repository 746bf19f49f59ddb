import {randomUUID} from 'node:crypto';
import {mkdir, open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {AppError} from '@gazetteer/model';
import type {Column} from '../../engine/column.ts';
import {PackedPage} from '../../engine/packed-page.ts';
import type {PageParts} from '../../engine/page-parts.ts';
import {cursorBytes, recordHead, recordKinds} from '../../engine/spool-format.ts';
import {type Page, SqlError} from '../../engine/sql-engine.ts';
import {type IndexedPage, PageIndex} from './page-index.ts';
import {removeResult, type ResultBucket} from './result-bucket.ts';
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
  #columns: readonly Column[] | undefined;
  #isAsked: boolean;
  #isAtEnd = false;
  #isPublished = false;
  #hasObjects = false;

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
    let text: Buffer;
    try {
      text = await bucket.get(`rows/${uuid}/manifest`);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'NOT_FOUND') return undefined;
      throw error;
    }
    const {writer, columns, pages, isAtEnd} = JSON.parse(text.toString()) as Manifest;
    const spool = new S3Spool(bucket, uuid, folder, false, writer);
    spool.#columns = columns;
    spool.#isAtEnd = isAtEnd;
    spool.#isPublished = spool.#hasObjects = true;
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

  get columns(): readonly Column[] | undefined {
    return this.#columns;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  get isPublished(): boolean {
    return this.#isPublished;
  }

  get canGoOn(): boolean {
    return !this.#isAsked;
  }

  async setColumns(columns: readonly Column[]): Promise<void> {
    this.#columns = columns;
  }

  async cursor(): Promise<number> {
    if (!this.#hasObjects) return 0;
    return Number((await this.#told(this.#bucket.get(this.#marker))).toString());
  }

  async moveCursor(row: number): Promise<void> {
    this.#hasObjects = true;
    await this.#bucket.put(this.#marker, String(row));
  }

  /** By its time. */
  async touch(): Promise<void> {
    if (this.#hasObjects) await this.moveCursor(await this.cursor());
  }

  async asking(): Promise<void> {
    this.#isAsked = true;
  }

  async append(page: Page): Promise<void> {
    // What is removed when nobody uses it is found by this one.
    if (!this.#hasObjects) await this.moveCursor(0);
    if (page.rowCount === 0) {
      await this.#publish(true);
    } else {
      const packed = PackedPage.of(page);
      const length = packed.pieces.reduce((sum, piece) => sum + piece.length, 0);
      await this.#bucket.create(this.#nameOf(this.#count), packed.pieces);
      this.#add(page.rowCount, length, packed);
    }
    this.#isAsked = false;
  }

  async publish(): Promise<void> {
    if (!this.#isPublished) await this.#publish(false);
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

  async remove(): Promise<void> {
    if (this.#hasObjects) await removeResult(this.#bucket, this.#uuid);
  }

  get #marker(): string {
    return `used/${this.#uuid}`;
  }

  #nameOf(place: number): string {
    return `rows/${this.#uuid}/${this.#writer}/${place}`;
  }

  async #publish(isAtEnd: boolean): Promise<void> {
    if (!this.#hasObjects) await this.moveCursor(0);
    const manifest: Manifest = {
      writer: this.#writer,
      columns: this.#columns ?? [],
      pages: this.#pages.behind(0).map(({rowCount, length}) => [rowCount, length]),
      isAtEnd,
    };
    // Another node may have taken the statement over, and have come to its end before this one.
    await this.#bucket
      .create(`rows/${this.#uuid}/manifest`, [Buffer.from(JSON.stringify(manifest))])
      .catch(ignoreTaken);
    this.#isAtEnd = isAtEnd;
    this.#isPublished = true;
  }

  #add(rowCount: number, length: number, page?: PackedPage): void {
    this.#pages.add(rowCount, length, this.#count++, page);
    this.#size += length;
  }

  async #load({place, length}: IndexedPage<number>): Promise<PackedPage> {
    const bytes = await this.#told(this.#bucket.get(this.#nameOf(place)));
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

  /** Another node may have removed it. */
  async #told<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'NOT_FOUND') throw error;
      const message = 'The result has expired. To see its rows run the statement again';
      throw new SqlError('statement-expired', message, {cause: error});
    }
  }
}

function ignoreTaken(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'CONFLICT') throw error;
}

import {constants, type FileHandle, link, open, rm, utimes} from 'node:fs/promises';
import type {Column} from '../../engine/column.ts';
import {PackedPage} from '../../engine/packed-page.ts';
import type {PageParts} from '../../engine/page-parts.ts';
import {
  cursorBytes,
  recordHead,
  recordHeadBytes,
  recordKinds,
  StoredPage,
} from '../../engine/spool-format.ts';
import type {Page} from '../../engine/sql-engine.ts';
import {PageIndex} from './page-index.ts';
import type {ResultSpool} from './result-store.ts';

/**
 * The rows of one result in a file, which a later process reads up to a record that was not
 * finished. Where several nodes share the folder, the file gets its name when it is published.
 */
export class FileSpool implements ResultSpool {
  readonly #file: FileHandle;
  readonly #path: string;
  /** The name that it gets where nodes share it, behind which its own stays until it is closed. */
  readonly #finalPath: string | undefined;
  /** Whether it is one that was published before. */
  #isReopened = false;
  readonly #pages: PageIndex<number>;
  #size = cursorBytes;
  /** Records follow one another, also where several are to be written at once. */
  #writing: Promise<unknown> = Promise.resolve();
  columns: readonly Column[] | undefined;
  #isAsked = false;
  isAtEnd = false;
  isPublished = false;

  private constructor(path: string, file: FileHandle, finalPath: string | undefined) {
    this.#path = path;
    this.#file = file;
    this.#finalPath = finalPath;
    this.#pages = new PageIndex(async ({place, length}) => {
      const bytes = Buffer.allocUnsafe(length);
      await file.read(bytes, 0, length, place);
      return PackedPage.from(bytes);
    });
  }

  /**
   * Undefined when there is no such file.
   * @param finalPath where nodes share the folder: its name, or what that of a part begins with
   */
  static async reopen(path: string, finalPath?: string): Promise<FileSpool | undefined> {
    const file = await open(path, 'r+').catch(ignoreMissing);
    if (file === undefined) return undefined;
    const spool = new FileSpool(path, file, finalPath);
    spool.#isReopened = spool.isPublished = finalPath !== undefined;
    await spool.#load();
    return spool;
  }

  /**
   * Makes the file when it is not there.
   * @param finalPath where nodes share the folder: its name when it is published
   * @param isAsked whether earlier rows may have been fetched that are not here
   */
  static async open(path: string, finalPath?: string, isAsked = false): Promise<FileSpool> {
    // Only a file that is there can be written at any place.
    await (await open(path, 'a', 0o600)).close();
    const spool = new FileSpool(path, await open(path, 'r+'), finalPath);
    spool.#isAsked = isAsked;
    await spool.#load();
    return spool;
  }

  get rowCount(): number {
    return this.#pages.rowCount;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.#size;
  }

  get rowBytes(): number | undefined {
    return this.#pages.rowBytes;
  }

  get path(): string {
    return this.#path;
  }

  get canGoOn(): boolean {
    return !this.#isAsked;
  }

  async setColumns(columns: readonly Column[]): Promise<void> {
    this.columns = columns;
    await this.#append(recordKinds.columns, 0, [Buffer.from(JSON.stringify(columns))]);
  }

  /** In the file; where nodes share it beside it, for whoever fetches the rows again. */
  async cursor(): Promise<number> {
    if (this.#finalPath === undefined) return await cursorIn(this.#file);
    const file = await open(cursorOf(this.#finalPath), 'r').catch(ignoreMissing);
    if (file === undefined) return 0;
    try {
      return await cursorIn(file);
    } finally {
      await file.close();
    }
  }

  async moveCursor(row: number): Promise<void> {
    const bytes = Buffer.alloc(cursorBytes);
    bytes.writeBigUInt64LE(BigInt(row));
    if (this.#finalPath === undefined) await this.#file.write(bytes, 0, cursorBytes, 0);
    else {
      // In place, as another node may read it just then.
      const file = await open(
        cursorOf(this.#finalPath),
        constants.O_CREAT | constants.O_RDWR,
        0o600,
      );
      try {
        await file.write(bytes, 0, cursorBytes, 0);
      } finally {
        await file.close();
      }
    }
  }

  async touch(): Promise<void> {
    const now = new Date();
    // Another node may have removed it.
    const cursors = this.#finalPath === undefined ? [] : [cursorOf(this.#finalPath)];
    for (const path of [this.#path, ...cursors]) await utimes(path, now, now).catch(ignoreMissing);
  }

  async asking(): Promise<void> {
    await this.#append(recordKinds.asked, 0, []);
    await this.#file.datasync();
    this.#isAsked = true;
  }

  async append(page: Page): Promise<void> {
    if (page.rowCount === 0) {
      await this.#append(recordKinds.end, 0, []);
      await this.#publish(this.#finalPath);
      this.isAtEnd = true;
    } else {
      const packed = PackedPage.of(page);
      const {offset, length} = await this.#append(recordKinds.page, page.rowCount, packed.pieces);
      this.#pages.add(page.rowCount, length, offset, packed);
    }
    this.#isAsked = false;
  }

  async publish(): Promise<void> {
    await this.#publish(this.#finalPath && partOf(this.#finalPath));
  }

  async read(first: number, count: number): Promise<PageParts> {
    return await this.#pages.read(first, count);
  }

  async lastPage(): Promise<{readonly firstRow: number; readonly page: Page} | undefined> {
    return await this.#pages.lastPage();
  }

  /** Where they lie. */
  async *pagesBehind(count: number): AsyncGenerator<Page> {
    for (const {place: offset, length, rowCount} of this.#pages.behind(count))
      yield new StoredPage({path: this.#path, offset, length}, rowCount);
  }

  async withFile<T>(work: (path: string) => Promise<T>): Promise<T> {
    return await work(this.#path);
  }

  async close(): Promise<void> {
    await this.#file.close();
    if (this.#finalPath !== undefined && !this.#isReopened) await rm(this.#path, {force: true});
  }

  /** Of one that is not published its own file: another node may have the same result. */
  async remove(): Promise<void> {
    await this.close();
    if (this.#finalPath === undefined) await rm(this.#path, {force: true});
    else if (this.isPublished) await removeShared(this.#finalPath);
  }

  async #publish(path: string | undefined): Promise<void> {
    // Behind a part comes the whole.
    if (path === undefined || (this.isPublished && path !== this.#finalPath)) return;
    await this.#file.datasync();
    // Another node may have taken the statement over, and have come to its end before this one.
    await link(this.#path, path).catch(ignoreTaken);
    this.isPublished = true;
  }

  /** Returns where the content lies. */
  async #append(
    kind: number,
    rowCount: number,
    content: readonly Uint8Array[],
  ): Promise<{offset: number; length: number}> {
    const written = this.#writing.then(() => this.#write(kind, rowCount, content));
    this.#writing = written.catch(() => undefined);
    return await written;
  }

  async #write(
    kind: number,
    rowCount: number,
    content: readonly Uint8Array[],
  ): Promise<{offset: number; length: number}> {
    const length = content.reduce((sum, piece) => sum + piece.length, 0);
    await this.#file.writev([recordHead(kind, length, rowCount), ...content], this.#size);
    const offset = this.#size + recordHeadBytes;
    this.#size = offset + length;
    return {offset, length};
  }

  /** What an earlier process wrote, up to a record that it did not finish. */
  async #load(): Promise<void> {
    const {size} = await this.#file.stat();
    if (size < cursorBytes) {
      await this.#file.write(Buffer.alloc(cursorBytes), 0, cursorBytes, 0);
      return;
    }
    const head = Buffer.alloc(recordHeadBytes);
    while (this.#size + recordHeadBytes <= size) {
      await this.#file.read(head, 0, recordHeadBytes, this.#size);
      const length = head.readUInt32LE(1);
      if (this.#size + recordHeadBytes + length > size) break;
      await this.#take(head.readUInt8(0), head.readUInt32LE(5), length);
      this.#size += recordHeadBytes + length;
    }
  }

  async #take(kind: number, rowCount: number, length: number): Promise<void> {
    this.#isAsked = kind === recordKinds.asked;
    if (kind === recordKinds.end) this.isAtEnd = true;
    const offset = this.#size + recordHeadBytes;
    if (kind === recordKinds.columns) {
      const bytes = Buffer.alloc(length);
      await this.#file.read(bytes, 0, length, offset);
      this.columns = JSON.parse(bytes.toString()) as Column[];
    }
    if (kind === recordKinds.page) this.#pages.add(rowCount, length, offset);
  }
}

/** The name of a result whose rest was given up, until there is a whole one. */
export const partOf = (finalPath: string): string => `${finalPath}.part`;

const cursorOf = (finalPath: string): string => `${finalPath}.cursor`;

async function cursorIn(file: FileHandle): Promise<number> {
  const bytes = Buffer.alloc(cursorBytes);
  await file.read(bytes, 0, cursorBytes, 0);
  return Number(bytes.readBigUInt64LE(0));
}

/** A published result, for all nodes. */
export async function removeShared(finalPath: string): Promise<void> {
  for (const path of [finalPath, partOf(finalPath), cursorOf(finalPath)])
    await rm(path, {force: true});
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

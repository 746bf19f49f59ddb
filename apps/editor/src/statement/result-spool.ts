import {type FileHandle, open, rm, stat} from 'node:fs/promises';
import {PackedPage} from '../engine/packed-page.ts';
import {PageParts} from '../engine/page-parts.ts';
import type {Column} from '../engine/column.ts';
import type {Page} from '../engine/sql-engine.ts';
import {cursorBytes, recordHeadBytes, recordKinds, StoredPage} from '../engine/spool-format.ts';

type Segment = {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly offset: number;
  readonly length: number;
};

/**
 * The rows of one result that were fetched so far, in a file: a server hands out each row once, so
 * that a second look, or one after a restart, must not depend on it. That a page is asked for is
 * written down first; a page that is asked for and not there was lost, and nobody may read on
 * behind it before the server has started over.
 */
export class ResultSpool {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #segments: Segment[] = [];
  #size = cursorBytes;
  /** Records follow one another, also where several are to be written at once. */
  #writing: Promise<unknown> = Promise.resolve();
  #cursor = 0;
  #columns: readonly Column[] | undefined;
  #isAsked = false;
  #isAtEnd = false;
  /** The page read last: clients take a page of a server in many small ones. */
  #last: {readonly segment: Segment; readonly page: PackedPage} | undefined;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Undefined when there is no such file. */
  static async reopen(path: string): Promise<ResultSpool | undefined> {
    return (await stat(path).catch(ignoreMissing)) === undefined
      ? undefined
      : await ResultSpool.open(path);
  }

  /** Makes the file when it is not there. */
  static async open(path: string): Promise<ResultSpool> {
    // Only a file that is there can be written at any place.
    await (await open(path, 'a', 0o600)).close();
    const file = await open(path, 'r+');
    const spool = new ResultSpool(path, file);
    await spool.#load();
    return spool;
  }

  /** Rows that are here. */
  get rowCount(): number {
    const last = this.#segments.at(-1);
    return last === undefined ? 0 : last.firstRow + last.rowCount;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.#size;
  }

  /** Undefined while there is none. */
  async lastPage(): Promise<{readonly firstRow: number; readonly page: Page} | undefined> {
    const last = this.#segments.at(-1);
    return last && {firstRow: last.firstRow, page: await this.#pageOf(last)};
  }

  get path(): string {
    return this.#path;
  }

  /** Undefined until they are set. */
  get columns(): readonly Column[] | undefined {
    return this.#columns;
  }

  async setColumns(columns: readonly Column[]): Promise<void> {
    this.#columns = columns;
    await this.#append(recordKinds.columns, 0, [Buffer.from(JSON.stringify(columns))]);
  }

  /** True when there are no rows but those here. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** The row that a client reads next. */
  get cursor(): number {
    return this.#cursor;
  }

  /** False when rows may be missing behind those here. */
  get canGoOn(): boolean {
    return !this.#isAsked;
  }

  async moveCursor(row: number): Promise<void> {
    this.#cursor = row;
    const bytes = Buffer.alloc(cursorBytes);
    bytes.writeBigUInt64LE(BigInt(row));
    await this.#file.write(bytes, 0, cursorBytes, 0);
  }

  /**
   * To be called, and awaited, before the server is asked. Durable, as is every page appended
   * before.
   */
  async asking(): Promise<void> {
    await this.#append(recordKinds.asked, 0, []);
    await this.#file.datasync();
    this.#isAsked = true;
  }

  /** The answer; a page without rows is the end. */
  async append(page: Page): Promise<void> {
    if (page.rowCount === 0) {
      await this.#append(recordKinds.end, 0, []);
      this.#isAtEnd = true;
    } else {
      const firstRow = this.rowCount;
      const packed = PackedPage.of(page);
      const place = await this.#append(recordKinds.page, page.rowCount, packed.pieces);
      const segment = {firstRow, rowCount: page.rowCount, ...place};
      this.#segments.push(segment);
      this.#last = {segment, page: packed};
    }
    this.#isAsked = false;
  }

  /**
   * Rows from `first` on, at most `count`, of those here; a part at most of one page of the server.
   */
  async read(first: number, count: number): Promise<PageParts> {
    const segment = this.#segmentOf(first);
    if (segment === undefined) return new PageParts([]);
    const from = first - segment.firstRow;
    const to = Math.min(from + count, segment.rowCount);
    return new PageParts([{page: await this.#pageOf(segment), from, to}]);
  }

  /** All pages of the server that are here behind so many others, where they lie. */
  pagesBehind(count: number): readonly StoredPage[] {
    return this.#segments
      .slice(count)
      .map(
        ({offset, length, rowCount}) =>
          new StoredPage({path: this.#path, offset, length}, rowCount),
      );
  }

  /** Bytes that a row of the last page takes; undefined while there is none. */
  get rowBytes(): number | undefined {
    const last = this.#segments.at(-1);
    return last && last.length / last.rowCount;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, {force: true});
  }

  async #pageOf(segment: Segment): Promise<PackedPage> {
    if (this.#last?.segment === segment) return this.#last.page;
    const bytes = Buffer.allocUnsafe(segment.length);
    await this.#file.read(bytes, 0, segment.length, segment.offset);
    const page = PackedPage.from(bytes);
    this.#last = {segment, page};
    return page;
  }

  #segmentOf(row: number): Segment | undefined {
    let [low, high] = [0, this.#segments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const {firstRow, rowCount} = this.#segments[middle] as Segment;
      if (firstRow + rowCount <= row) low = middle + 1;
      else high = middle;
    }
    return this.#segments[low];
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
    const head = Buffer.alloc(recordHeadBytes);
    head.writeUInt8(kind, 0);
    head.writeUInt32LE(length, 1);
    head.writeUInt32LE(rowCount, 5);
    await this.#file.writev([head, ...content], this.#size);
    const offset = this.#size + recordHeadBytes;
    this.#size = offset + length;
    return {offset, length};
  }

  /** What an earlier process wrote, up to a record that it did not finish. */
  async #load(): Promise<void> {
    const {size} = await this.#file.stat();
    if (size < cursorBytes) {
      await this.moveCursor(0);
      return;
    }
    const head = Buffer.alloc(recordHeadBytes);
    await this.#file.read(head, 0, cursorBytes, 0);
    this.#cursor = Number(head.readBigUInt64LE(0));
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
    if (kind === recordKinds.end) this.#isAtEnd = true;
    if (kind === recordKinds.columns) {
      const bytes = Buffer.alloc(length);
      await this.#file.read(bytes, 0, length, this.#size + recordHeadBytes);
      this.#columns = JSON.parse(bytes.toString()) as Column[];
    }
    if (kind !== recordKinds.page) return;
    this.#segments.push({
      firstRow: this.rowCount,
      rowCount,
      offset: this.#size + recordHeadBytes,
      length,
    });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

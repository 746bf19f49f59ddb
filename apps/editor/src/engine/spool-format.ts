import {closeSync, openSync, readSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {PackedPage} from './packed-page.ts';
import type {Page} from './sql-engine.ts';

/** A record is a kind, the length of its content, its number of rows, then the content. */
export const recordKinds = {asked: 1, page: 2, end: 3, columns: 4} as const;
export const recordHeadBytes = 9;

export function recordHead(kind: number, length: number, rowCount: number): Buffer {
  const head = Buffer.alloc(recordHeadBytes);
  head.writeUInt8(kind, 0);
  head.writeUInt32LE(length, 1);
  head.writeUInt32LE(rowCount, 5);
  return head;
}

/** At the front of the file: the row that a client reads next. */
export const cursorBytes = 8;

export type PageSpan = {readonly path: string; readonly offset: number; readonly length: number};

/**
 * A page that lies in a spool. A thread that wants its values is told the place, and reads it there
 * by itself.
 */
export class StoredPage implements Page {
  readonly place: PageSpan;
  readonly rowCount: number;

  constructor(place: PageSpan, rowCount: number) {
    this.place = place;
    this.rowCount = rowCount;
  }

  get columns(): Page['columns'] {
    return readSpan(this.place).columns;
  }
}

/** Waits for the file, as it is for threads that have nothing else to do. */
export function readSpan({path, offset, length}: PageSpan): PackedPage {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    if (readSync(file, bytes, 0, length, offset) < length)
      throw new Error(`${path} ends within a page`);
    return PackedPage.from(bytes);
  } finally {
    closeSync(file);
  }
}

/**
 * The first `rowCount` rows of a spool, which its owner may go on to write behind them.
 * @throws {Error} when there are fewer
 */
export async function* readSpool(path: string, rowCount: number): AsyncGenerator<Page> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(recordHeadBytes);
    let missing = rowCount;
    for (let at = cursorBytes; missing > 0;) {
      const {bytesRead} = await file.read(head, 0, recordHeadBytes, at);
      if (bytesRead < recordHeadBytes)
        throw new Error(`${missing} of ${rowCount} rows are not there`);
      const [kind, length, rows] = [head.readUInt8(0), head.readUInt32LE(1), head.readUInt32LE(5)];
      if (kind === recordKinds.page) {
        const content = Buffer.allocUnsafe(length);
        await file.read(content, 0, length, at + recordHeadBytes);
        const page = PackedPage.from(content);
        const taken = Math.min(rows, missing);
        yield taken === rows
          ? page
          : {columns: page.columns.map(values => values.slice(0, taken)), rowCount: taken};
        missing -= taken;
      }
      at += recordHeadBytes + length;
    }
  } finally {
    await file.close();
  }
}

import {createWriteStream} from 'node:fs';
import {readFile, stat} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {readXlsx} from '@gazetteer/sheet';

const mebibyte = 2 ** 20;
const maxBytes = 64 * mebibyte;
/** As many rows as such a file can have, and columns as are imported. */
const limits = {maxRows: 1_048_576, maxColumns: 1000, maxUnpackedBytes: 128 * mebibyte};
const chunkLength = 64 * 1024;

/**
 * Writes the first sheet of an XLSX workbook as a CSV, row by row: the file is there
 * as a whole or, where this throws, to be removed. Its rows all have as many values, as one with
 * too few isn't read.
 * @throws {Error} what is wrong with the workbook, or that the CSV would be longer than `most`
 */
export async function writeWorkbookCsv(from: string, to: string, most: number): Promise<void> {
  const {size} = await stat(from);
  if (size > maxBytes)
    throw new Error(`it has more than ${maxBytes / mebibyte} MB; save it as CSV`);
  await pipeline(
    Readable.from(chunks(await readFile(from), most)),
    createWriteStream(to, {flags: 'wx', mode: 0o600}),
  );
}

function* chunks(workbook: Uint8Array, most: number): Generator<Buffer> {
  let text = '';
  let length = 0;
  const taken = () => {
    const bytes = Buffer.from(text);
    text = '';
    length += bytes.byteLength;
    if (length > most) throw new Error('there is no room for its rows: delete files');
    return bytes;
  };
  const width = widthOf(workbook);
  for (const {cells} of readXlsx(workbook, limits)) {
    if (filledOf(cells) === 0) continue;
    text += csvLine(cells, width);
    if (text.length >= chunkLength) yield taken();
  }
  yield taken();
}

/** Of the widest row. In the file, rows end at their last cell. */
function widthOf(workbook: Uint8Array): number {
  let width = 0;
  for (const {cells} of readXlsx(workbook, limits)) width = Math.max(width, filledOf(cells));
  return width;
}

/** Up to the last cell that says something. */
function filledOf(cells: readonly string[]): number {
  return cells.findLastIndex(cell => cell.trim() !== '') + 1;
}

function csvLine(cells: readonly string[], width: number): string {
  return `${Array.from({length: width}, (_, n) => csvCell(cells[n] ?? '')).join(',')}\n`;
}

/** No guard against formulas here, as nothing but the engine reads it. */
function csvCell(cell: string): string {
  return cell === '' ? '' : `"${shortTime(cell).replaceAll('"', '""')}"`;
}

/** The reader has all dates with the time and the zone that they have not. */
function shortTime(cell: string): string {
  const [, day, time, part] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3})Z$/.exec(cell) ?? [];
  if (day === undefined) return cell;
  if (part !== '.000') return `${day} ${time}${part}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

import {csvCell, csvLine} from '@gazetteer/formats/csv';
import type {Page} from '../../engine/sql-engine.ts';
import {type ResultFormat, type ResultPages, textOf} from './format.ts';
import {writeIfDecimal} from './decimal-bytes.ts';
import {type CellStyle, cellWriters} from './packed-cells.ts';
import {TextBuffer} from '../../engine/text-buffer.ts';

/** RFC 4180 in UTF-8 with a header; NULL is an empty cell, binary is base64. */
export const csv: ResultFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  givesAway: true,
  write,
};

async function* write({columns, pages}: ResultPages): AsyncGenerator<Uint8Array> {
  const head = new TextBuffer(0);
  head.text(csvLine(columns.map(column => column.name)));
  yield head.written;
  let size = 0;
  for await (const page of pages) {
    const lines = linesOf(page, size);
    // Pages of a result are much alike.
    size = Math.ceil(lines.length * 1.05);
    yield lines;
  }
}

const comma = 44;
const [carriageReturn, lineFeed] = [13, 10];

function linesOf(page: Page, expectedBytes: number): Uint8Array {
  const out = new TextBuffer(expectedBytes);
  const writers = cellWriters(page, () => style);
  for (let row = 0; row < page.rowCount; row++) {
    for (let column = 0; column < writers.length; column++) {
      if (column > 0) out.byte(comma);
      writers[column]?.(out, row);
    }
    out.byte(carriageReturn);
    out.byte(lineFeed);
  }
  return out.written;
}

/** Bytes that a cell cannot have as it is; of what is not ASCII only its characters tell. */
const peculiar = tableOf(byte => byte >= 128 || '",;\t\r\n'.includes(String.fromCharCode(byte)));
/**
 * Bytes that a cell cannot begin with, as csvCell sees it, and blanks, which it cannot end with.
 */
const peculiarAtFirst = tableOf(byte => /[\s'=+\-@]/.test(String.fromCharCode(byte)));
const blank = tableOf(byte => /\s/.test(String.fromCharCode(byte)));
const minus = 45;

const cell = (out: TextBuffer, value: unknown): void => out.text(csvCell(textOf(value)));

const style: CellStyle = {
  null: () => undefined,
  boolean: cell,
  oddNumber: cell,
  text: cell,
  other: cell,
  plainText: (out, bytes, from, to) => {
    if (from === to) return true;
    if (blank[bytes[to - 1] as number] !== 0) return false;
    const first = bytes[from] as number;
    if (peculiarAtFirst[first] === 0) return out.plain(bytes, from, to, peculiar);
    // Decimals below zero are no formulas.
    return first === minus && writeIfDecimal(out, bytes, from, to);
  },
};

/** 1 for each byte that the question holds for. */
function tableOf(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({length: 256}, (_, byte) => (holds(byte) ? 1 : 0));
}

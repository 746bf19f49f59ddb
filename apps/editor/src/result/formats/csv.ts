import {csvCell, csvLine} from '@gazetteer/sheet';
import type {Page} from '../../engine/sql-engine.ts';
import {type ResultFormat, type ResultPages, textOf} from './format.ts';

/** RFC 4180 in UTF-8 with a header; NULL is an empty cell, binary is base64. */
export const csv: ResultFormat = {extension: 'csv', contentType: 'text/csv; charset=utf-8', write};

async function* write({columns, pages}: ResultPages): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map(column => column.name)));
  for await (const page of pages) yield Buffer.from(linesOf(page));
}

/** Cells column by column, as those of a column are alike, then put together row by row. */
function linesOf({columns, rowCount}: Page): string {
  const cells = columns.map(values => values.map(cellOf));
  let text = '';
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < cells.length; column++) {
      text += column === 0 ? cells[column]?.[row] : `,${cells[column]?.[row]}`;
    }
    text += '\r\n';
  }
  return text;
}

/** What is a number needs no look at what it is made of. */
function cellOf(value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  return csvCell(textOf(value));
}

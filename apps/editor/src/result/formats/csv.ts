import {csvLine} from '@gazetteer/sheet';
import {type ResultFormat, type ResultPages, textOf} from './format.ts';

/** RFC 4180 in UTF-8 with a header; NULL is an empty cell, binary is base64. */
export const csv: ResultFormat = {extension: 'csv', contentType: 'text/csv; charset=utf-8', write};

async function* write({columns, pages}: ResultPages): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map(column => column.name)));
  for await (const page of pages) {
    let text = '';
    for (let row = 0; row < page.rowCount; row++) {
      const cells = page.columns.map(values => textOf(values[row]));
      text += csvLine(cells);
    }
    yield Buffer.from(text);
  }
}

import {columnKind} from '../../engine/column-kind.ts';
import {TextBuffer} from '../../engine/text-buffer.ts';
import type {ResultFormat, ResultPages} from './format.ts';
import {distinctNames} from './format.ts';
import {jsonCells, jsonDecimals} from './json-cells.ts';
import {cellWriters} from './packed-cells.ts';

/**
 * An object a line. Numbers have all their digits, which readers that know doubles alone will
 * round.
 */
export const jsonLines: ResultFormat = {
  extension: 'jsonl',
  contentType: 'application/x-ndjson',
  givesAway: true,
  write,
};

async function* write({columns, pages}: ResultPages): AsyncGenerator<Uint8Array> {
  const names = distinctNames(columns).map((name, i) =>
    Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  );
  const styles = columns.map(({type}) =>
    columnKind(type).kind === 'decimal' ? jsonDecimals : jsonCells,
  );
  const end = Buffer.from(columns.length === 0 ? '{}\n' : '}\n');
  let size = 0;
  for await (const page of pages) {
    const out = new TextBuffer(size);
    const writers = cellWriters(page, column => styles[column] ?? jsonCells);
    for (let row = 0; row < page.rowCount; row++) {
      for (let column = 0; column < writers.length; column++) {
        out.bytes(names[column] as Buffer);
        writers[column]?.(out, row);
      }
      out.bytes(end);
    }
    // Pages of a result are much alike.
    size = Math.ceil(out.length * 1.05);
    yield out.written;
  }
}

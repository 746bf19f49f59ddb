import {JsonText} from '@gazetteer/kernel';
import {PageParts} from '../engine/page-parts.ts';
import type {Page} from '../engine/sql-engine.ts';
import {type CellStyle, cellWriters} from './formats/packed-cells.ts';
import {TextBuffer} from '../engine/text-buffer.ts';
import {jsonCell} from './formats/result-format.ts';

const [quote, comma, open, close] = Buffer.from('",[]');
/** What has to be escaped; of what is not ASCII only its characters tell. */
const peculiar = Uint8Array.from({length: 256}, (_, byte) =>
  byte < 32 || byte >= 128 || byte === quote || byte === 92 ? 1 : 0,
);

const cell = (out: TextBuffer, value: unknown): void =>
  out.text(JSON.stringify(jsonCell(value)) ?? 'null');

const style: CellStyle = {
  null: out => out.ascii('null'),
  boolean: cell,
  oddNumber: cell,
  text: cell,
  other: cell,
  mark: quote,
  plainText: (out, bytes, from, to) => {
    out.byte(quote as number);
    if (!out.plain(bytes, from, to, peculiar)) {
      out.cutAt(out.length - 1);
      return false;
    }
    out.byte(quote as number);
    return true;
  },
};

/**
 * Used again for each answer, as new memory takes longer to get than the text to write; more than
 * this is not kept.
 */
let scratch = new TextBuffer(0);
const mostKept = 8 * 2 ** 20;

/** An object in JSON, with rows as one more member of it. */
export function jsonWith(
  others: Readonly<Record<string, unknown>>,
  name: string,
  page: Page,
): JsonText {
  return new JsonText(
    `${JSON.stringify(others).slice(0, -1)},${JSON.stringify(name)}:${jsonRows(page)}}`,
  );
}

/**
 * Rows as an array in JSON, as `rowsOf` has them, without a value for each cell of what comes
 * packed.
 */
export function jsonRows(page: Page): string {
  const out = scratch.capacity > mostKept ? (scratch = new TextBuffer(0)) : scratch;
  out.cutAt(0);
  out.byte(open as number);
  let rows = 0;
  for (const part of PageParts.of(page).parts) {
    const writers = cellWriters(part.page, style);
    for (let row = part.from; row < part.to; row++) {
      if (rows++ > 0) out.byte(comma as number);
      out.byte(open as number);
      for (let column = 0; column < writers.length; column++) {
        if (column > 0) out.byte(comma as number);
        writers[column]?.(out, row);
      }
      out.byte(close as number);
    }
  }
  out.byte(close as number);
  return out.written.toString();
}

import {JsonText} from '@gazetteer/kernel';
import {PageParts} from '../engine/page-parts.ts';
import type {Page} from '../engine/sql-engine.ts';
import {cellWriters} from './formats/packed-cells.ts';
import {TextBuffer} from '../engine/text-buffer.ts';
import {jsonCells} from './formats/json-cells.ts';

const [comma, open, close] = Buffer.from(',[]') as unknown as [number, number, number];
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
  out.byte(open);
  let rows = 0;
  for (const part of PageParts.of(page).parts) {
    const writers = cellWriters(part.page, () => jsonCells);
    for (let row = part.from; row < part.to; row++) {
      if (rows++ > 0) out.byte(comma);
      out.byte(open);
      for (let column = 0; column < writers.length; column++) {
        if (column > 0) out.byte(comma);
        writers[column]?.(out, row);
      }
      out.byte(close);
    }
  }
  out.byte(close);
  return out.written.toString();
}

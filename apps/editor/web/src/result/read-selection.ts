import type {Dialect} from '@gazetteer/sql';
import type {ResultColumn} from '../api/wire.ts';
import {copyText, type CopyFormat} from './copy-formats.ts';
import type {ResultRows} from './result-rows.ts';
import {boxOf, type Selection} from './selection.ts';

/** Cells in one copy: what a clipboard and whoever pastes it can take. */
const maxCells = 500_000;

/**
 * The selected cells as a text; `note` says what is missing. A single cell comes alone, without its
 * head. Rows that are not here are fetched first, so it waits. Columns are those in sight, in their
 * order there.
 */
export async function readSelection(
  format: CopyFormat,
  rows: ResultRows,
  columns: readonly (ResultColumn & {readonly index: number})[],
  selection: Selection,
  dialect: Dialect,
): Promise<{text: string; rowCount: number; note: string | undefined}> {
  const {top, bottom, left, right} = boxOf(selection);
  const chosen = columns.slice(left, right + 1);
  const wanted = bottom - top + 1;
  const most = Math.max(1, Math.floor(maxCells / Math.max(1, chosen.length)));
  const read = await rows.read(top, Math.min(wanted, most));
  const cells = read.map(row => chosen.map(({index}) => row[index] ?? null));
  const isOne = wanted === 1 && chosen.length === 1;
  return {
    text: copyText(format, chosen, cells, dialect, !isOne),
    rowCount: read.length,
    note:
      read.length < wanted
        ? `${wanted.toLocaleString()} rows were selected, more than fit into a clipboard. A download has all of them.`
        : undefined,
  };
}

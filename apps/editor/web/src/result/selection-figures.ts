import type {Cell} from '../api/wire.ts';
import {isNumeric} from './cell-text.ts';
import type {GridColumn} from './grid-head.tsx';
import type {Box} from './selection.ts';

/** Numbers among the selected cells. */
export type Figures = {
  readonly cells: number;
  readonly numbers: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Cells that were not read, as they are not here or too many. */
  readonly left: number;
};

/** What is added up while somebody drags the mouse. */
const maxCells = 200_000;

/**
 * Sums of the selected cells that are here; undefined for a single cell, and where there are no
 * numbers. Sums are those of doubles, for a look at them: exact sums of large numbers are a matter
 * of SQL.
 */
export function figuresOf(
  row: (index: number) => readonly Cell[] | undefined,
  columns: readonly GridColumn[],
  {top, bottom, left, right}: Box,
): Figures | undefined {
  const chosen = columns.slice(left, right + 1);
  const numeric = chosen.filter(isNumeric);
  const cells = (bottom - top + 1) * chosen.length;
  if (cells < 2 || numeric.length === 0) return undefined;
  let [numbers, sum, min, max, read] = [0, 0, Infinity, -Infinity, 0];
  for (let n = top; n <= bottom && read + numeric.length <= maxCells; n++) {
    const values = row(n);
    if (values === undefined) continue;
    for (const {index} of numeric) {
      read++;
      const value = values[index] ?? null;
      const number = value === null || value === '' ? Number.NaN : Number(value);
      if (!Number.isFinite(number)) continue;
      numbers++;
      sum += number;
      min = Math.min(min, number);
      max = Math.max(max, number);
    }
  }
  const missing = (bottom - top + 1) * numeric.length - read;
  return numbers === 0 ? undefined : {cells, numbers, sum, min, max, left: missing};
}

const written = new Intl.NumberFormat(undefined, {maximumFractionDigits: 6});

export function figuresText({cells, numbers, sum, min, max, left}: Figures): string {
  const parts = [
    `${cells.toLocaleString()} cells`,
    `sum ${written.format(sum)}`,
    `average ${written.format(sum / numbers)}`,
    `from ${written.format(min)} to ${written.format(max)}`,
  ];
  if (left > 0) parts.push(`${left.toLocaleString()} numbers are not loaded`);
  return parts.join(' · ');
}

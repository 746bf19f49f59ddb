import {withGuard} from './formula-guard.ts';

/** One row as RFC 4180 writes it, line end included. Cells that a spreadsheet would run as formulas are made text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell that has none of this is written as it is, which is found out by one look at it. */
const isPeculiar = /[",;\t\r\n]|^\s|\s$|^'*[=+\-@]/;

/** One cell of `csvLine`. */
export function csvCell(cell: string): string {
  return isPeculiar.test(cell) ? quoted(withGuard(cell)) : cell;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

import {withGuard} from './formula-guard.ts';

/** One row as RFC 4180 writes it, line end included. Cells that a spreadsheet would run as formulas are made text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell => quoted(withGuard(cell))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

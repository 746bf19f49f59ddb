/**
 * One row as RFC 4180 writes it, line end included. Cells that a spreadsheet would run as formulas
 * are made text.
 */
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

/**
 * A spreadsheet runs a text cell of a CSV file as a formula when it begins with one of these signs,
 * so what somebody wrote into a description would run on the machine of whoever opens the download.
 * An apostrophe in front makes it text again. Reading takes the apostrophe off, so that a file that
 * was written here comes back as it was.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/;
const isNumber = /^[+-]?\d+([.,]\d+)*(e[+-]?\d+)?$/i;

function withGuard(cell: string): string {
  return looksLikeFormula.test(cell) && !isNumber.test(cell) ? `'${cell}` : cell;
}

/** A cell as it was before it was written with a guard. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell;
}

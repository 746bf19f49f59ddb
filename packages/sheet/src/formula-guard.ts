/**
 * A spreadsheet runs a text cell of a CSV file as a formula when it begins with one of these signs, so what somebody wrote
 * into a description would run on the machine of whoever opens the download. An apostrophe in front makes it text again.
 * Reading takes the apostrophe off, so that a file that was written here comes back as it was.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/;
const isNumber = /^[+-]?\d+([.,]\d+)*(e[+-]?\d+)?$/i;

export function withGuard(cell: string): string {
  return looksLikeFormula.test(cell) && !isNumber.test(cell) ? `'${cell}` : cell;
}

export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell;
}

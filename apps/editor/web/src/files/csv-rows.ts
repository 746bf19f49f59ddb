/** Rows of a text, and where in it they end: what is cut off is left for the next part. */
export type CsvRows = {readonly rows: readonly (readonly string[])[]; readonly end: number};

const maxRows = 1000;

/**
 * Rows of a text with separated values, quotes as spreadsheets write them; the first 1,000. Of a
 * part of a file the last row may be cut; it is told by `end` and not shown twice.
 */
export function csvRows(text: string, isWhole: boolean, separator = separatorOf(text)): CsvRows {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
    const char = text[at] ?? '';
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at] ?? '';
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      [row, cell] = [[], ''];
      end = at + 1;
    } else cell += char;
  }
  const isCut = rows.length < maxRows && (cell !== '' || row.length > 0);
  return isCut && isWhole ? {rows: [...rows, [...row, cell]], end: text.length} : {rows, end};
}

/** The one that the first line has most of. */
export function separatorOf(text: string): string {
  const line = /^[^\n]*/.exec(text)?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return ['\t', ';', '|'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** Whether a first row has names of columns: texts that differ, none of them a number. */
export function isHead(row: readonly string[] | undefined): row is readonly string[] {
  return (
    row !== undefined &&
    new Set(row).size === row.length &&
    row.every(cell => cell.trim() !== '' && Number.isNaN(Number(cell)))
  );
}

import {type Dialect, writtenName} from '@gazetteer/sql';
import {csv} from '@gazetteer/ui/file';
import type {Cell, ResultColumn} from '../api/wire.ts';
import {distinctNames, isNumeric, textOf} from './cell-text.ts';

export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown' | 'insert';

/** What a selection can be copied as; the first is what a paste into a spreadsheet takes. */
export const copyFormats: readonly {readonly value: CopyFormat; readonly label: string}[] = [
  {value: 'tsv', label: 'Text with tabs (for spreadsheets)'},
  {value: 'csv', label: 'CSV'},
  {value: 'json', label: 'JSON'},
  {value: 'markdown', label: 'Markdown'},
  {value: 'insert', label: 'INSERT statement'},
];

type Rows = readonly (readonly Cell[])[];
type Columns = readonly ResultColumn[];

/**
 * Rows as a text to paste. `hasHead`: with the names of the columns where the format has them apart
 * from the rows.
 */
export function copyText(
  format: CopyFormat,
  columns: Columns,
  rows: Rows,
  dialect: Dialect,
  hasHead = true,
): string {
  const names = distinctNames(columns);
  switch (format) {
    case 'tsv':
      return [...(hasHead ? [names] : []), ...rows]
        .map(row => row.map(tabCell).join('\t'))
        .join('\n');
    case 'csv':
      return csv([...(hasHead ? [names] : []), ...rows]);
    case 'json':
      return JSON.stringify(
        rows.map(row => Object.fromEntries(names.map((name, n) => [name, row[n]]))),
        null,
        2,
      );
    case 'markdown':
      return markdown(names, columns, rows);
    case 'insert':
      return insert(names, columns, rows, dialect);
  }
}

/** Quoted as spreadsheets expect it where a tab or a line break would begin another cell. */
function tabCell(value: Cell): string {
  if (value === null) return '';
  const text = textOf(value);
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A bar or a line break inside of a cell would end it; backslashes first, or those that are put in
 * would be doubled.
 */
function markdown(names: readonly string[], columns: Columns, rows: Rows): string {
  const cell = (text: string) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll('|', String.raw`\|`)
      .replaceAll(/\r?\n/g, '<br>');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(names.map(cell)),
    line(columns.map(column => (isNumeric(column) ? '---:' : '---'))),
    ...rows.map(row => line(row.map(value => (value === null ? '' : cell(textOf(value)))))),
  ].join('\n');
}

/**
 * The table is not known, as a result may be of several: its name is to be replaced. Names are
 * quoted as the engine's dialect wants them.
 */
function insert(names: readonly string[], columns: Columns, rows: Rows, dialect: Dialect): string {
  const head = `INSERT INTO my_table (${names.map(name => writtenName(name, dialect)).join(', ')}) VALUES`;
  const values = rows.map(
    row => `  (${row.map((value, n) => literal(value, columns[n], dialect)).join(', ')})`,
  );
  return `${head}\n${values.join(',\n')};`;
}

/**
 * A number stands as it came, which keeps all digits; NaN and infinity are texts, which engines
 * read and a bare word would not be.
 */
function literal(
  value: Cell,
  column: ResultColumn | undefined,
  {hasDoubleQuotedTexts}: Dialect,
): string {
  if (value === null) return 'NULL';
  const text = textOf(value);
  if (typeof value === 'boolean') return text.toUpperCase();
  if (column !== undefined && isNumeric(column) && /^-?\d/.test(text)) return text;
  // Where backslashes escape, one that is meant needs another.
  const escaped = hasDoubleQuotedTexts
    ? text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)
    : text.replaceAll("'", "''");
  return `'${escaped}'`;
}

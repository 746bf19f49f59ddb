import {AppError} from '@gazetteer/model';
import {readCsv} from './csv-reader.ts';
import type {Sheet, SheetLimits, SheetRow} from './sheet.ts';
import {readXlsx} from './xlsx-reader.ts';

const defaultLimits: SheetLimits = {
  maxRows: 200_000,
  maxColumns: 500,
  maxUnpackedBytes: 256 * 1024 * 1024,
  maxCells: 10_000_000,
  maxCharacters: 128 * 1024 * 1024,
};

/**
 * Reads an uploaded table by the ending of its name: `.csv`, or the first sheet of an `.xlsx`.
 * Every cell is text: dates as `yyyy-MM-ddTHH:mm:ss.SSSZ`, numbers without trailing zeros, formulas
 * as the value they had when they were saved.
 * @throws INVALID_FILE_TYPE for another ending, NOT_VALID_FILE with the line for what cannot be
 * read, NO_DATA_FOUND when there is nothing below the header
 */
export function readSheet(
  fileName: string,
  bytes: Uint8Array,
  given: Partial<SheetLimits> = {},
): Sheet {
  const limits = {...defaultLimits, ...given};
  const ending = /\.([^./\\]*)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
  const [header, ...rows] = limited(rowsOf(ending, fileName, bytes, limits), ending, limits);
  if (header === undefined || rows.length === 0) throw new AppError('NO_DATA_FOUND');
  return {header, rows};
}

function rowsOf(
  ending: string,
  fileName: string,
  bytes: Uint8Array,
  limits: SheetLimits,
): Iterable<SheetRow> {
  switch (ending) {
    case 'csv':
      return readCsv(bytes);
    case 'xlsx':
      return readXlsx(bytes, limits);
    case 'xls':
      throw new AppError('NOT_VALID_FILE', [
        'XLS',
        'this binary format is not read; save it as .xlsx or .csv',
      ]);
    default:
      throw new AppError('INVALID_FILE_TYPE', [ending === '' ? fileName : ending]);
  }
}

function limited(rows: Iterable<SheetRow>, ending: string, limits: SheetLimits): SheetRow[] {
  const kept: SheetRow[] = [];
  const refuse = (reason: string) => new AppError('NOT_VALID_FILE', [ending.toUpperCase(), reason]);
  let [cells, characters] = [0, 0];
  for (const row of rows) {
    cells += row.cells.length;
    for (const cell of row.cells) characters += cell.length;
    if (cells > limits.maxCells) throw refuse(`it has more than ${limits.maxCells} cells`);
    if (characters > limits.maxCharacters)
      throw refuse(`it has more than ${limits.maxCharacters} characters`);
    if (row.cells.every(cell => cell.trim() === '')) continue;
    if (row.cells.length > limits.maxColumns) {
      throw refuse(`line ${row.line} has more than ${limits.maxColumns} columns`);
    }
    if (kept.length >= limits.maxRows) throw refuse(`it has more than ${limits.maxRows} rows`);
    kept.push(row);
  }
  return kept;
}

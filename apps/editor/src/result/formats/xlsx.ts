import {writeXlsx, type XlsxCell} from '@gazetteer/sheet';
import type {Page} from '../../engine/sql-engine.ts';
import {type ColumnKind, columnKind} from '../column-kind.ts';
import {daysOf, microsOf} from '../typed-value.ts';
import {type ResultFormat, type ResultPages, textOf} from './format.ts';

/** A workbook; results of more than 1,048,575 rows go on in further sheets. */
export const xlsx: ResultFormat = {
  extension: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write: result => writeXlsx('Result', rows(result), header(result)),
};

/** More columns than this a sheet cannot have. */
const maxColumns = 16_384;
/** Days from the beginning of spreadsheets' calendar to 1970; what is before its March 1900 they count differently. */
const epochSerial = 25_569;
const firstSerial = 61;

function header({columns}: ResultPages): string[] {
  if (columns.length > maxColumns)
    throw new Error(`a sheet has ${maxColumns} columns at most, the result has ${columns.length}`);
  return columns.map(column => column.name);
}

async function* rows({columns, pages}: ResultPages): AsyncGenerator<readonly XlsxCell[]> {
  const kinds = columns.map(column => columnKind(column.type));
  for await (const page of pages) yield* rowsOf(page, kinds);
}

function* rowsOf(page: Page, kinds: readonly ColumnKind[]): Generator<readonly XlsxCell[]> {
  for (let row = 0; row < page.rowCount; row++) {
    yield page.columns.map((values, i) => cellOf(kinds[i] ?? {kind: 'text'}, values[row]));
  }
}

function cellOf(kind: ColumnKind, value: unknown): XlsxCell {
  if (value === null || value === undefined) return '';
  switch (kind.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : textOf(value);
    case 'int32':
    case 'int64':
    case 'float':
    case 'decimal':
      return numberOf(value);
    case 'date':
      return serialOf(daysOf(String(value)), 'date', value);
    case 'timestamp': {
      const micros = kind.isUtc ? undefined : microsOf(String(value));
      return serialOf(micros === undefined ? undefined : Number(micros) / 86_400_000_000, 'dateTime', value);
    }
    default:
      return textOf(value);
  }
}

/** Spreadsheets keep 15 digits: what has more stays a text, with all of them. */
function numberOf(value: unknown): XlsxCell {
  const text = textOf(value);
  const digits = text.replaceAll(/^[-+]?0*\.?0*|\D|e.*$/gi, '');
  const number = Number(text);
  return digits.length <= 15 && Number.isFinite(number) ? number : text;
}

function serialOf(days: number | undefined, shownAs: 'date' | 'dateTime', value: unknown): XlsxCell {
  const serial = days === undefined ? 0 : days + epochSerial;
  return serial >= firstSerial ? {serial, shownAs} : textOf(value);
}

import {writeXlsxPages, type XlsxColumn, type XlsxPage, type XlsxValue} from '@gazetteer/sheet';
import {type ColumnKind, columnKind} from '../../engine/column-kind.ts';
import {daysOf, microsOf} from '../../engine/typed-value.ts';
import {type ResultFormat, type ResultPages, textOf} from './format.ts';

/** A workbook; results of more than 1,048,575 rows go on in further sheets. */
export const xlsx: ResultFormat = {
  extension: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write: (result, onCut) => writeXlsxPages('Result', sheetPages(result), header(result), onCut),
};

/** More columns than this a sheet cannot have. */
const maxColumns = 16_384;
/**
 * Days from the beginning of spreadsheets' calendar to 1970; what is before its March 1900 they
 * count differently.
 */
const epochSerial = 25_569;
const firstSerial = 61;
/** Spreadsheets keep 15 digits. */
const maxDigits = 15;
const maxInteger = 10n ** BigInt(maxDigits);

function header({columns}: ResultPages): string[] {
  if (columns.length > maxColumns)
    throw new Error(`a sheet has ${maxColumns} columns at most, the result has ${columns.length}`);
  return columns.map(column => column.name);
}

async function* sheetPages({columns, pages}: ResultPages): AsyncGenerator<XlsxPage> {
  const kinds = columns.map(column => columnKind(column.type));
  for await (const page of pages) {
    const cells = page.columns.map((values, i) => columnOf(kinds[i] ?? {kind: 'text'}, values));
    yield {columns: cells, rowCount: page.rowCount};
  }
}

function columnOf(kind: ColumnKind, values: readonly unknown[]): XlsxColumn {
  switch (kind.kind) {
    case 'boolean':
      return {values: values.map(value => (typeof value === 'boolean' ? value : textOf(value)))};
    case 'int32':
    case 'int64':
    case 'float':
    case 'decimal':
      return {values: values.map(numberOf)};
    case 'date':
      return {values: values.map(value => serialOf(daysOf(textOf(value)), value)), shownAs: 'date'};
    case 'timestamp':
      if (kind.isUtc) break;
      return {values: values.map(timeOf), shownAs: 'dateTime'};
    default:
  }
  return {values: values.map(textOf)};
}

/**
 * Integers and decimals of more digits than are kept stay texts, with all of them; of a double
 * those digits are no loss.
 */
function numberOf(value: unknown): XlsxValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint')
    return value < maxInteger && value > -maxInteger ? Number(value) : String(value);
  const text = textOf(value);
  const digits = text.length <= maxDigits ? text : text.replaceAll(/^[-+]?0*\.?0*|\D|e.*$/gi, '');
  const number = Number(text);
  return text !== '' && digits.length <= maxDigits && Number.isFinite(number) ? number : text;
}

function timeOf(value: unknown): XlsxValue {
  const micros = value === null ? undefined : microsOf(textOf(value));
  return serialOf(micros === undefined ? undefined : Number(micros) / 86_400_000_000, value);
}

function serialOf(days: number | undefined, value: unknown): XlsxValue {
  const serial = days === undefined ? 0 : days + epochSerial;
  return serial >= firstSerial ? serial : textOf(value);
}

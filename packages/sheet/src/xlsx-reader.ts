import {xmlTokens} from '@gazetteer/formats/xml';
import {unzipTexts} from '@gazetteer/formats/zip';
import {AppError} from '@gazetteer/model';
import type {SheetLimits, SheetRow} from './sheet.ts';
import {cellText, columnOf, decoded, type CellContext} from './xlsx-cells.ts';
import {dateStylesOf} from './xlsx-styles.ts';

type XlsxLimits = Pick<SheetLimits, 'maxRows' | 'maxColumns' | 'maxUnpackedBytes'>;

/** More characters than this do not fit a cell. */
const maxCellLength = 32_767;

const invalid = (reason: string) => new AppError('NOT_VALID_FILE', ['XLSX', reason]);

/**
 * Rows of the first sheet of an Office Open XML workbook (ECMA-376), empty cells as empty texts.
 * @throws NOT_VALID_FILE when it is no such workbook, or would unpack to more than the limit
 */
export function* readXlsx(bytes: Uint8Array, limits: XlsxLimits): Generator<SheetRow> {
  try {
    const found: Parts = new Map(
      unzipTexts(bytes, name => parts.test(name), limits.maxUnpackedBytes),
    );
    const workbook = partOf(found, 'xl/workbook.xml');
    const context: CellContext = {
      strings: sharedStrings(found.get('xl/sharedStrings.xml') ?? ''),
      dateStyles: dateStylesOf(found.get('xl/styles.xml') ?? ''),
      isFrom1904: isFrom1904(workbook),
    };
    yield* sheetRows(partOf(found, firstSheet(found, workbook)), context, limits);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'NOT_VALID_FILE',
      ['XLSX', error instanceof Error ? error.message : String(error)],
      {
        cause: error,
      },
    );
  }
}

/** The parts that are read. */
const parts =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

type Parts = ReadonlyMap<string, string>;

function partOf(found: Parts, name: string): string {
  const text = found.get(name);
  if (text === undefined) throw invalid(`it has no part ${name}`);
  return text;
}

function isFrom1904(workbook: string): boolean {
  for (const token of xmlTokens(workbook)) {
    if (token.type === 'open' && token.name === 'workbookPr')
      return /^(?:1|true)$/.test(token.attributes.get('date1904') ?? '');
  }
  return false;
}

function firstSheet(found: Parts, workbook: string): string {
  let relation: string | undefined;
  for (const token of xmlTokens(workbook)) {
    if (token.type !== 'open' || token.name !== 'sheet') continue;
    relation = [...token.attributes].find(([name]) => name.endsWith(':id'))?.[1];
    break;
  }
  for (const token of xmlTokens(partOf(found, 'xl/_rels/workbook.xml.rels'))) {
    if (
      token.type !== 'open' ||
      token.name !== 'Relationship' ||
      token.attributes.get('Id') !== relation
    )
      continue;
    const target = token.attributes.get('Target') ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  throw invalid('it has no sheet');
}

function sharedStrings(document: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  // A phonetic run tells how the text is spoken; it is no part of it.
  let isPhonetic = false;
  for (const token of xmlTokens(document)) {
    if (token.type === 'text') {
      if (isText && !isPhonetic) text += token.text;
      continue;
    }
    if (token.name === 't') isText = token.type === 'open';
    else if (token.name === 'rPh') isPhonetic = token.type === 'open';
    else if (token.name === 'si') {
      if (token.type === 'close') strings.push(decoded(text));
      text = '';
    }
  }
  return strings;
}

function* sheetRows(
  document: string,
  context: CellContext,
  limits: XlsxLimits,
): Generator<SheetRow> {
  let line = 0;
  let count = 0;
  let cells: string[] = [];
  let cell: {column: number; type: string; style: number; value: string} | undefined;
  let isValue = false;
  for (const token of xmlTokens(document)) {
    if (token.type === 'text') {
      if (isValue && cell !== undefined) cell.value += token.text;
    } else if (token.name === 'row') {
      if (token.type === 'open') {
        line = Number(token.attributes.get('r') ?? line + 1);
        cells = [];
      } else {
        if (++count > limits.maxRows) throw invalid(`it has more than ${limits.maxRows} rows`);
        yield {line, cells};
      }
    } else if (token.name === 'c') {
      if (token.type === 'open') {
        const column = columnOf(token.attributes.get('r')) ?? cells.length;
        if (column >= limits.maxColumns)
          throw invalid(`line ${line} has more than ${limits.maxColumns} columns`);
        cell = {
          column,
          type: token.attributes.get('t') ?? 'n',
          style: Number(token.attributes.get('s') ?? 0),
          value: '',
        };
      } else if (cell !== undefined) {
        while (cells.length < cell.column) cells.push('');
        const text = cellText(cell, context);
        if (text.length > maxCellLength)
          throw invalid(`a cell of line ${line} has more than ${maxCellLength} characters`);
        cells[cell.column] = text;
        cell = undefined;
      }
    } else if (token.name === 'v' || token.name === 't') {
      isValue = token.type === 'open';
    }
  }
}

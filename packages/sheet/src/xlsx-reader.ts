import {AppError} from '@gazetteer/model';
import {strFromU8, unzipSync} from 'fflate';
import type {SheetLimits, SheetRow} from './sheet.ts';
import {cellText, columnOf, type CellContext} from './xlsx-cells.ts';
import {dateStylesOf} from './xlsx-styles.ts';
import {xmlTokens} from './xml-tokens.ts';

const invalid = (reason: string) => new AppError('NOT_VALID_FILE', ['XLSX', reason]);

/**
 * Rows of the first sheet of an Office Open XML workbook (ECMA-376), empty cells as empty texts.
 * @throws NOT_VALID_FILE when it is no such workbook, or would unpack to more than the limit
 */
export function readXlsx(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  try {
    const parts = unpack(bytes, limits);
    const workbook = partOf(parts, 'xl/workbook.xml');
    const context: CellContext = {
      strings: parts['xl/sharedStrings.xml'] === undefined ? [] : sharedStrings(partOf(parts, 'xl/sharedStrings.xml')),
      dateStyles: parts['xl/styles.xml'] === undefined ? new Set() : dateStylesOf(partOf(parts, 'xl/styles.xml')),
      isFrom1904: /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(workbook),
    };
    return [...sheetRows(partOf(parts, firstSheet(parts, workbook)), context, limits)];
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('NOT_VALID_FILE', ['XLSX', error instanceof Error ? error.message : String(error)], {
      cause: error,
    });
  }
}

/** Only the parts that are read. The sizes that the archive states are trusted no further than to be refused. */
function unpack(bytes: Uint8Array, {maxUnpackedBytes}: SheetLimits): Record<string, Uint8Array> {
  let total = 0;
  return unzipSync(bytes, {
    filter: ({name, originalSize}) => {
      if (
        !/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(
          name,
        )
      ) {
        return false;
      }
      total += originalSize;
      // Unpacking never writes more than the stated size: what is longer than that is cut, and then no XML.
      if (total > maxUnpackedBytes) throw invalid(`it unpacks to more than ${maxUnpackedBytes} bytes`);
      return true;
    },
  });
}

function partOf(parts: Record<string, Uint8Array>, name: string): string {
  const bytes = parts[name];
  if (bytes === undefined) throw invalid(`it has no part ${name}`);
  return strFromU8(bytes);
}

function firstSheet(parts: Record<string, Uint8Array>, workbook: string): string {
  let relation: string | undefined;
  for (const token of xmlTokens(workbook)) {
    if (token.type !== 'open' || token.name !== 'sheet') continue;
    relation = [...token.attributes].find(([name]) => name.endsWith(':id'))?.[1];
    break;
  }
  for (const token of xmlTokens(partOf(parts, 'xl/_rels/workbook.xml.rels'))) {
    if (token.type !== 'open' || token.name !== 'Relationship' || token.attributes.get('Id') !== relation) continue;
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
      if (token.type === 'close') strings.push(text);
      text = '';
    }
  }
  return strings;
}

function* sheetRows(document: string, context: CellContext, limits: SheetLimits): Generator<SheetRow> {
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
        if (column >= limits.maxColumns) throw invalid(`line ${line} has more than ${limits.maxColumns} columns`);
        cell = {
          column,
          type: token.attributes.get('t') ?? 'n',
          style: Number(token.attributes.get('s') ?? 0),
          value: '',
        };
      } else if (cell !== undefined) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = cellText(cell, context);
        cell = undefined;
      }
    } else if (token.name === 'v' || token.name === 't') {
      isValue = token.type === 'open';
    }
  }
}

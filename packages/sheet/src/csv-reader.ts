import {withoutGuard} from '@gazetteer/formats/csv';
import {AppError} from '@gazetteer/model';
import type {SheetRow} from './sheet.ts';

const invalid = (reason: string) => new AppError('NOT_VALID_FILE', ['CSV', reason]);

/**
 * Rows of a text table as RFC 4180 writes them, blank lines included: UTF-8, or UTF-16 with its
 * mark, as spreadsheets save it. Where the first line has no comma, its semicolons or tabs
 * separate, as in files of countries that write 1,5.
 * @throws NOT_VALID_FILE with the line, for a quote that is not closed or not followed by a
 * separator, and for other encodings
 */
export function* readCsv(bytes: Uint8Array): Generator<SheetRow> {
  const text = decode(bytes);
  const separator = separatorOf(text);
  const cursor: Cursor = {text, separator, at: 0, line: 1};
  while (cursor.at < text.length) yield readRow(cursor);
}

type Cursor = {readonly text: string; readonly separator: string; at: number; line: number};

function readRow(cursor: Cursor): SheetRow {
  const line = cursor.line;
  const cells: string[] = [];
  for (;;) {
    cells.push(
      withoutGuard(cursor.text[cursor.at] === '"' ? quotedCell(cursor) : plainCell(cursor)),
    );
    if (cursor.text[cursor.at] !== cursor.separator) break;
    cursor.at++;
  }
  skipLineEnd(cursor);
  return {line, cells};
}

function plainCell(cursor: Cursor): string {
  const {text, separator} = cursor;
  const start = cursor.at;
  let at = start;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  cursor.at = at;
  return text.slice(start, at);
}

function quotedCell(cursor: Cursor): string {
  const {text} = cursor;
  const startLine = cursor.line;
  let value = '';
  let from = cursor.at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw invalid(`line ${startLine}: a quoted value is not closed`);
    const part = text.slice(from, quote);
    value += part;
    cursor.line += part.split(/\r\n|\r|\n/).length - 1;
    from = quote + 1;
    if (text[from] !== '"') break;
    value += '"';
    from++;
  }
  const next = text[from];
  if (next !== undefined && next !== cursor.separator && next !== '\n' && next !== '\r') {
    throw invalid(`line ${cursor.line}: a closing quote is followed by ${JSON.stringify(next)}`);
  }
  cursor.at = from;
  return value;
}

function skipLineEnd(cursor: Cursor): void {
  const {text} = cursor;
  if (cursor.at >= text.length) return;
  cursor.at += text.startsWith('\r\n', cursor.at) ? 2 : 1;
  cursor.line++;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, {fatal: true}).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below, with what to do about it.
  }
  throw invalid('it is not text in UTF-8');
}

function separatorOf(text: string): string {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  return [',', ';', '\t'].find(candidate => firstLine.includes(candidate)) ?? ',';
}

import {ZipStream} from '@gazetteer/formats/zip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Rows of a sheet; what is more goes to the next one. */
const maxRows = 1_048_576;
/** Nor does a sheet grow beyond this, as files in archives end at 4 GiB. */
const maxSheetBytes = 3 * 2 ** 30;
/** More characters than this do not fit a cell. */
const maxCellLength = 32_767;
/** Cut cells that are named in the file, of however many there are. */
const maxNamedCuts = 10_000;
/** Characters that are packed at once. */
const pieceLength = 256 * 1024;

/** A text stays a text whatever it looks like, and an empty one is no cell. */
export type XlsxValue = string | number | boolean;
/**
 * Numbers of a column that is shown as dates or times count days since 1899-12-30, as spreadsheets
 * do.
 */
export type XlsxColumn = {
  readonly values: readonly XlsxValue[];
  readonly shownAs?: 'date' | 'dateTime' | undefined;
};
export type XlsxPage = {readonly columns: readonly XlsxColumn[]; readonly rowCount: number};

type Pages = AsyncIterable<XlsxPage> | Iterable<XlsxPage>;

/** As `writeXlsxPages`, of rows of texts. */
export function writeXlsx(
  sheetName: string,
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  return writeXlsxPages(sheetName, pagesOf(rows));
}

async function* pagesOf(
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<XlsxPage> {
  for await (const row of rows) yield {columns: row.map(cell => ({values: [cell]})), rowCount: 1};
}

/**
 * A workbook, piece by piece: neither rows nor file are held in memory. Nothing in it can run as a
 * formula. A text that is too long for a cell is cut, which its end says, and the sheet `Cut cells`
 * behind all others. Rows that do not fit a sheet go on in another one, which begins with `header`
 * again.
 * @param onCut hears how many cells were cut, where there are any
 */
export async function* writeXlsxPages(
  sheetName: string,
  pages: Pages,
  header?: readonly string[],
  onCut?: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const cuts = new Cuts();
  try {
    let sheets = 1;
    let sheet = new Sheet(zip, sheets, header, cuts);
    for await (const page of pages) {
      for (let row = 0; row < page.rowCount; row++) {
        if (sheet.isFull) {
          await sheet.end();
          sheet = new Sheet(zip, ++sheets, header, cuts);
        }
        sheet.add(page.columns, row);
        if (sheet.isPieceReady) await sheet.pack();
      }
      yield* zip.drain();
    }
    await sheet.end();
    const names = sheetNames(sheetName, sheets);
    if (cuts.count > 0) {
      onCut?.(cuts.count);
      const list = new Sheet(zip, names.push('Cut cells'), ['Sheet', 'Cell', 'Characters']);
      for (const row of cuts.rows(names)) list.add(row, 0);
      await list.end();
    }
    for (const [name, document] of Object.entries(documents(names))) {
      zip.begin(name);
      await zip.add(Buffer.from(document));
      await zip.end();
    }
    zip.finish();
    yield* zip.drain();
  } finally {
    zip.close();
  }
}

/** Cells whose texts did not fit. */
class Cuts {
  count = 0;
  readonly #named: {readonly sheet: number; readonly cell: string; readonly length: number}[] = [];

  add(sheet: number, cell: string, length: number): void {
    if (++this.count <= maxNamedCuts) this.#named.push({sheet, cell, length});
  }

  *rows(sheetNames: readonly string[]): Generator<XlsxColumn[]> {
    for (const {sheet, cell, length} of this.#named) {
      yield [sheetNames[sheet - 1] ?? '', cell, length].map(value => ({values: [value]}));
    }
    if (this.count > maxNamedCuts) yield [{values: [`and ${this.count - maxNamedCuts} more`]}];
  }
}

class Sheet {
  readonly #zip: ZipStream;
  readonly #number: number;
  readonly #cuts: Cuts | undefined;
  #rowCount = 0;
  #bytes = 0;
  #xml = `${declaration}<worksheet xmlns="${main}"><sheetData>`;

  constructor(zip: ZipStream, number: number, header: readonly string[] | undefined, cuts?: Cuts) {
    this.#zip = zip;
    this.#number = number;
    this.#cuts = cuts;
    zip.begin(`xl/worksheets/sheet${number}.xml`);
    if (header !== undefined)
      this.add(
        header.map(name => ({values: [name]})),
        0,
      );
  }

  get isFull(): boolean {
    return this.#rowCount === maxRows || this.#bytes > maxSheetBytes;
  }

  get isPieceReady(): boolean {
    return this.#xml.length > pieceLength;
  }

  add(columns: readonly XlsxColumn[], row: number): void {
    const line = ++this.#rowCount;
    let xml = `<row r="${line}">`;
    for (const [index, {values, shownAs}] of columns.entries()) {
      const value = values[row];
      if (value === undefined || value === '') continue;
      const place = `${columnName(index)}${line}`;
      const isTooLong = typeof value === 'string' && value.length > maxCellLength;
      if (isTooLong) this.#cuts?.add(this.#number, place, value.length);
      xml += cellXml(place, isTooLong ? cut(value) : value, shownAs);
    }
    this.#xml += `${xml}</row>`;
  }

  async pack(): Promise<void> {
    const bytes = Buffer.from(this.#xml);
    this.#xml = '';
    this.#bytes += bytes.length;
    await this.#zip.add(bytes);
  }

  async end(): Promise<void> {
    this.#xml += '</sheetData></worksheet>';
    await this.pack();
    await this.#zip.end();
  }
}

/** As much as fits, with an end that tells. */
function cut(text: string): string {
  const end = `… [cut: ${text.length.toLocaleString('en')} characters]`;
  return text.slice(0, maxCellLength - end.length).replace(/[\ud800-\udbff]$/, '') + end;
}

/** What names the sheets, which comes last, when there are no more. */
function documents(names: readonly string[]): Readonly<Record<string, string>> {
  const numbers = names.map((_, i) => i + 1);
  return {
    '[Content_Types].xml': contentTypes(numbers),
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': relations(numbers),
    'xl/styles.xml': styles,
    'xl/workbook.xml': workbook(names),
  };
}

function contentTypes(numbers: readonly number[]): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${content}.${type}+xml"/>`;
  const sheets = numbers.map(number => part(`worksheets/sheet${number}`, 'worksheet')).join('');
  return `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${sheets}</Types>`;
}

function relations(numbers: readonly number[]): string {
  const sheets = numbers.map(
    number =>
      `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${sheets.join('')}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
}

function sheetNames(sheetName: string, sheets: number): string[] {
  // What a sheet may be called: 31 characters and none of these.
  const name = sheetName.replaceAll(/[[\]*?:/\\]/g, ' ').slice(0, 27);
  return Array.from({length: sheets}, (_, i) => (i === 0 ? name : `${name} ${i + 1}`));
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/**
 * Style 1 shows a date, style 2 a date with its time; fonts and the rest are the least that there
 * may be.
 */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function cellXml(place: string, value: XlsxValue, shownAs: XlsxColumn['shownAs']): string {
  if (typeof value === 'number') {
    const style = shownAs === undefined ? '' : shownAs === 'date' ? ' s="1"' : ' s="2"';
    return `<c r="${place}"${style}><v>${value}</v></c>`;
  }
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (!isPeculiar.test(value)) return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(encoded(value))}</t></is></c>`;
}

/** A text that has none of this is written as it is, which is found out by one look at it. */
const isPeculiar = /[&<>"\p{Cc}\ufffe\uffff]|[\ud800-\udfff]|_x|^\s|\s$|\s\s/u;

const columnNames: string[] = [];

function columnName(column: number): string {
  return (columnNames[column] ??= nameOfColumn(column));
}

function nameOfColumn(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return `${rest < 0 ? '' : nameOfColumn(rest)}${String.fromCharCode(65 + (column % 26))}`;
}

/**
 * The inverse of how a reader decodes `_x0007_`: for characters that XML cannot hold, and for texts
 * that look like one.
 */
function encoded(text: string): string {
  return text
    .replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[\p{Cc}￾￿]/gu, char =>
      char === '\n' || char === '\t'
        ? char
        : `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .toWellFormed();
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, char =>
    char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : '&quot;',
  );
}

import {strToU8, Zip, ZipDeflate} from 'fflate';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Rows of a sheet; what is more goes to the next one. */
const maxRows = 1_048_576;
/** More characters than this do not fit a cell. */
const maxCellLength = 32_767;
/** Rows that are packed at once. */
const batch = 500;

/** A text stays a text whatever it looks like. `serial` counts days since 1899-12-30, as spreadsheets do. */
export type XlsxCell = string | number | boolean | {readonly serial: number; readonly shownAs: 'date' | 'dateTime'};

/**
 * A workbook, piece by piece: neither rows nor file are held in memory. Nothing in it can run as a formula; a text that is
 * too long for a cell is cut. Rows that do not fit a sheet go on in another one, which begins with `header` again.
 */
export async function* writeXlsx(
  sheetName: string,
  rows: AsyncIterable<readonly XlsxCell[]> | Iterable<readonly XlsxCell[]>,
  header?: readonly string[],
): AsyncGenerator<Uint8Array> {
  const file = new Workbook();
  let sheet = file.sheet(header);
  for await (const row of rows) {
    if (sheet.rowCount === maxRows) {
      sheet.end();
      sheet = file.sheet(header);
    }
    if (sheet.add(row)) yield* file.drain();
  }
  sheet.end();
  file.end(sheetName);
  yield* file.drain();
}

/** The zip file. Its parts that name the sheets come last, when there are no more. */
class Workbook {
  readonly #zip: Zip;
  #packed: Uint8Array[] = [];
  #sheets = 0;

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#packed.push(chunk);
    });
  }

  sheet(header: readonly string[] | undefined): WorkbookSheet {
    const sheet = new WorkbookSheet(this.#part(`xl/worksheets/sheet${++this.#sheets}.xml`));
    if (header !== undefined) sheet.add(header);
    return sheet;
  }

  end(sheetName: string): void {
    const numbers = Array.from({length: this.#sheets}, (_, i) => i + 1);
    const documents = {
      '[Content_Types].xml': contentTypes(numbers),
      '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/_rels/workbook.xml.rels': relations(numbers),
      'xl/styles.xml': styles,
      'xl/workbook.xml': workbook(sheetName, numbers),
    };
    for (const [name, document] of Object.entries(documents)) this.#part(name).push(strToU8(document), true);
    this.#zip.end();
  }

  /** What was packed since the last time. */
  drain(): Uint8Array[] {
    const packed = this.#packed;
    this.#packed = [];
    return packed;
  }

  #part(name: string): ZipDeflate {
    const part = new ZipDeflate(name, {level: 6});
    this.#zip.add(part);
    return part;
  }
}

class WorkbookSheet {
  rowCount = 0;
  readonly #part: ZipDeflate;
  #xml = `${declaration}<worksheet xmlns="${main}"><sheetData>`;

  constructor(part: ZipDeflate) {
    this.#part = part;
  }

  /** @returns whether rows were packed, so that there is something to give away */
  add(row: readonly XlsxCell[]): boolean {
    this.#xml += rowXml(++this.rowCount, row);
    if (this.rowCount % batch !== 0) return false;
    this.#part.push(strToU8(this.#xml));
    this.#xml = '';
    return true;
  }

  end(): void {
    this.#part.push(strToU8(`${this.#xml}</sheetData></worksheet>`), true);
  }
}

function contentTypes(numbers: readonly number[]): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${content}.${type}+xml"/>`;
  const sheets = numbers.map(number => part(`worksheets/sheet${number}`, 'worksheet')).join('');
  return `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${sheets}</Types>`;
}

function relations(numbers: readonly number[]): string {
  const sheets = numbers.map(
    number => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${sheets.join('')}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
}

function workbook(sheetName: string, numbers: readonly number[]): string {
  // What a sheet may be called: 31 characters and none of these.
  const name = sheetName.replaceAll(/[[\]*?:/\\]/g, ' ').slice(0, 27);
  const sheets = numbers.map(
    number =>
      `<sheet name="${escaped(number === 1 ? name : `${name} ${number}`)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** Style 1 shows a date, style 2 a date with its time; fonts and the rest are the least that there may be. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function rowXml(line: number, cells: readonly XlsxCell[]): string {
  const inside = cells.map((cell, column) => (cell === '' ? '' : cellXml(`${columnName(column)}${line}`, cell)));
  return `<row r="${line}">${inside.join('')}</row>`;
}

function cellXml(place: string, cell: XlsxCell): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object')
    return `<c r="${place}" s="${cell.shownAs === 'date' ? 1 : 2}"><v>${cell.serial}</v></c>`;
  const text = escaped(encoded(cell.slice(0, maxCellLength)));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return `${rest < 0 ? '' : columnName(rest)}${String.fromCharCode(65 + (column % 26))}`;
}

/** The inverse of how a reader decodes `_x0007_`: for characters that XML cannot hold, and for texts that look like one. */
function encoded(text: string): string {
  return text
    .replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[\p{Cc}￾￿]/gu, char =>
      char === '\n' || char === '\t' ? char : `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .toWellFormed();
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, char =>
    char === '&' ? '&amp;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : '&quot;',
  );
}

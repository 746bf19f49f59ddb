import {strToU8, Zip, ZipDeflate} from 'fflate';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const frame: readonly (readonly [name: string, document: string])[] = [
  [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

/** More characters than this do not fit a cell. */
const maxCellLength = 32_767;
/** Rows that are packed at once. */
const batch = 500;

/**
 * A workbook of one sheet, piece by piece: neither rows nor file are held in memory. Every cell is text, so nothing in it
 * can run as a formula; a text that is too long for a cell is cut.
 */
export async function* writeXlsx(
  sheetName: string,
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    packed.push(chunk);
  });
  const add = (name: string) => {
    const part = new ZipDeflate(name, {level: 6});
    zip.add(part);
    return part;
  };
  for (const [name, document] of frame) add(name).push(strToU8(document), true);
  add('xl/workbook.xml').push(strToU8(workbook(sheetName)), true);
  const sheet = add('xl/worksheets/sheet1.xml');
  let xml = `${declaration}<worksheet xmlns="${main}"><sheetData>`;
  let line = 0;
  for await (const row of rows) {
    xml += rowXml(++line, row);
    if (line % batch !== 0) continue;
    sheet.push(strToU8(xml));
    xml = '';
    yield* packed;
    packed = [];
  }
  sheet.push(strToU8(`${xml}</sheetData></worksheet>`), true);
  zip.end();
  yield* packed;
}

function workbook(sheetName: string): string {
  // What a sheet may be called: 31 characters and none of these.
  const name = sheetName.replaceAll(/[[\]*?:/\\]/g, ' ').slice(0, 31);
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

function rowXml(line: number, cells: readonly string[]): string {
  const inside = cells.map((cell, column) =>
    cell === ''
      ? ''
      : `<c r="${columnName(column)}${line}" t="inlineStr"><is><t xml:space="preserve">${escaped(encoded(cell.slice(0, maxCellLength)))}</t></is></c>`,
  );
  return `<row r="${line}">${inside.join('')}</row>`;
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

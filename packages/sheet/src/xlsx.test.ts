import assert from 'node:assert/strict';
import {test} from 'node:test';
import {zipTexts} from '@gazetteer/formats/zip';
import {readSheet} from './read-sheet.ts';
import {writeXlsx} from './xlsx-writer.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook as other programs write it: a sheet with a name of its own, shared texts, styles. */
function workbook(sheetData: string, parts: Record<string, string> = {}): Uint8Array {
  const documents = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="r"><sheets><sheet name="Terms" sheetId="7" r:id="rId3"/><sheet name="Other" sheetId="8" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Target="/xl/worksheets/terms.xml"/></Relationships>',
    'xl/worksheets/terms.xml': `<?xml version="1.0"?><worksheet ${main}><sheetData>${sheetData}</sheetData></worksheet>`,
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c><v>wrong sheet</v></c></row></sheetData></worksheet>',
    ...parts,
  };
  return zipTexts(Object.entries(documents));
}

const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>';
const row2 = (cells: string, parts?: Record<string, string>) =>
  readSheet('a.xlsx', workbook(`${header}<row r="2">${cells}</row>`, parts)).rows[0]?.cells;

test('shared texts with rich and phonetic runs, and entities', () => {
  const strings = `<sst ${main}><si><t>a &amp; b&#x21;</t></si><si><r><t>ri</t></r><r><rPr/><t xml:space="preserve">ch </t></r></si><si><t>漢</t><rPh sb="0" eb="1"><t>かん</t></rPh></si><si><t/></si><si><t>_x000D_ _x005F_x0041_</t></si></sst>`;
  assert.deepEqual(
    row2([0, 1, 2, 3, 4].map(index => `<c t="s"><v>${index}</v></c>`).join(''), {
      'xl/sharedStrings.xml': strings,
    }),
    ['a & b!', 'rich ', '漢', '', '\r _x0041_'],
  );
});

test('numbers, booleans, errors and formulas are texts; gaps are empty', () => {
  assert.deepEqual(
    row2(
      '<c r="B2"><v>0.10000000000000001</v></c><c r="C2"><v>42</v></c><c r="D2"><v>12345678901234567890</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#N/A</v></c><c r="AA2" t="str"><f>A1&amp;"x"</f><v>Namex</v></c>',
    ),
    [
      '',
      '0.1',
      '42',
      '12345678901234567890',
      'true',
      '#N/A',
      ...Array.from({length: 20}, () => ''),
      'Namex',
    ],
  );
});

test('dates are found by their style, built in or custom', () => {
  const styles = `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="dd&quot;.&quot;mm"/><numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
  assert.deepEqual(
    row2([0, 1, 2, 3].map(style => `<c s="${style}"><v>45292.5</v></c>`).join(''), {
      'xl/styles.xml': styles,
    }),
    ['45292.5', '2024-01-01T12:00:00.000Z', '2024-01-01T12:00:00.000Z', '45292.5'],
  );
});

test('formats and attributes with very many characters of one kind are read', () => {
  const brackets = '['.repeat(1_000_000);
  const styles = `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="${brackets}"/></numFmts><cellXfs><xf numFmtId="164" ${brackets}="1"/></cellXfs></styleSheet>`;
  assert.deepEqual(row2('<c s="0"><v>1</v></c>', {'xl/styles.xml': styles}), ['1']);
});

test('elements may have a prefix', () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="4"><x:c r="A4"><x:v>1</x:v></x:c></x:row><x:row r="9"><x:c r="A9"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  const {rows} = readSheet('a.xlsx', workbook('', {'xl/worksheets/terms.xml': sheet}));
  assert.deepEqual(rows, [{line: 9, cells: ['2']}]);
});

test('what is no workbook, is broken or would grow without end is refused', () => {
  const limits = {
    maxRows: 10,
    maxColumns: 10,
    maxUnpackedBytes: 100_000,
    maxCells: 50,
    maxCharacters: 100_000,
  };
  const refusal = (bytes: Uint8Array) => {
    try {
      readSheet('a.xlsx', bytes, limits);
    } catch (error) {
      return (error as Error).message;
    }
    return 'read';
  };
  assert.match(refusal(Buffer.from('Name,Text\n')), /^Invalid XLSX file: /);
  assert.equal(
    refusal(zipTexts([['a.txt', 'a']])),
    'Invalid XLSX file: it has no part xl/workbook.xml',
  );
  assert.match(
    refusal(workbook('<row><c></row')),
    /^Invalid XLSX file: XML is not understood \(document types are refused\) at offset \d+$/,
  );
  assert.match(
    refusal(workbook('<row><c></row>')),
    /^Invalid XLSX file: <\/row> inside of <c> at offset \d+$/,
  );
  assert.equal(
    refusal(workbook('', {'xl/worksheets/terms.xml': '<worksheet><sheetData>'})),
    'Invalid XLSX file: XML ends inside of worksheet/sheetData at offset 22',
  );
  assert.match(
    refusal(
      workbook('', {'xl/worksheets/terms.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'}),
    ),
    /not understood \(document types are refused\) at offset 0$/,
  );
  const bomb = workbook(`<row>${'<c/>'.repeat(100_000)}</row>`);
  assert.ok(bomb.length < 10_000);
  assert.equal(refusal(bomb), 'Invalid XLSX file: it unpacks to more than 100000 bytes');
  assert.equal(
    refusal(workbook('<row r="1"><c r="ZZZ1"><v>1</v></c></row>')),
    'Invalid XLSX file: line 1 has more than 10 columns',
  );
  const endless = workbook('', {'xl/workbook.xml': '<workbookPr '.repeat(200_000)});
  assert.throws(() => readSheet('a.xlsx', endless), {kind: 'NOT_VALID_FILE'});
  // Few bytes for many cells, or for much text.
  assert.equal(
    refusal(workbook('<row><c r="I1"><v>1</v></c></row>'.repeat(9))),
    'Invalid XLSX file: it has more than 50 cells',
  );
  const shared = (length: number) => ({
    'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(length)}</t></si></sst>`,
  });
  assert.equal(
    refusal(workbook('<row><c t="s"><v>0</v></c></row>'.repeat(4), shared(30_000))),
    'Invalid XLSX file: it has more than 100000 characters',
  );
  assert.equal(
    refusal(workbook('<row r="1"><c t="s"><v>0</v></c></row>', shared(32_768))),
    'Invalid XLSX file: a cell of line 1 has more than 32767 characters',
  );
  assert.match(
    refusal(workbook(`<row>${'<b>'.repeat(1000)}`)),
    /^Invalid XLSX file: XML is nested deeper than 100 levels at offset \d+$/,
  );
  assert.equal(
    refusal(workbook('<row/>'.repeat(11))),
    'Invalid XLSX file: it has more than 10 rows',
  );
});

test('a part that is longer than its archive says is not unpacked further', () => {
  const honest = workbook(`<row>${'<c/>'.repeat(20_000)}</row>`);
  // The stated size stands in the archive's directory at its end, as 32 bits.
  const lie = Buffer.from(honest);
  const name = Buffer.from('xl/worksheets/terms.xml');
  const entry = lie.lastIndexOf(name) - 46;
  lie.writeUInt32LE(500, entry + 24);
  assert.throws(() => readSheet('a.xlsx', lie), {kind: 'NOT_VALID_FILE'});
});

test('what is written is read back, whatever is in the texts', async () => {
  const texts = [
    '=1+1',
    '<a&b>"\'',
    'two\nlines\tand\u0007',
    '_x0041_',
    ' x ',
    '',
    '😀\uD800',
    'y',
  ];
  const rows = [texts, ...Array.from({length: 1200}, (_, index) => [String(index), '', 'z'])];
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx('Terms: [all]', rows)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const {header, rows: below} = readSheet('out.xlsx', bytes);
  assert.deepEqual(header.cells, texts.with(6, '😀\uFFFD'));
  assert.equal(below.length, 1200);
  assert.deepEqual(below[1199], {line: 1201, cells: ['1199', '', 'z']});
});

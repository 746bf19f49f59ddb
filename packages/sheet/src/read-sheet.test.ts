import assert from 'node:assert/strict';
import {test} from 'node:test';
import {csvLine} from '@gazetteer/formats/csv';
import {readSheet} from './read-sheet.ts';
import type {Sheet} from './sheet.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readSheet('terms.csv', bytes(text));
const cellsOf = ({rows}: Sheet) => rows.map(row => row.cells);

test('quotes, separators and line ends inside of a value; lines count as a person sees them', () => {
  const {header, rows} = read('\uFEFFName,Text\r\na,"one ""big"", value"\r\nb,"two\nlines"\n\nc,d');
  assert.deepEqual(header, {line: 1, cells: ['Name', 'Text']});
  assert.deepEqual(rows, [
    {line: 2, cells: ['a', 'one "big", value']},
    {line: 3, cells: ['b', 'two\nlines']},
    {line: 6, cells: ['c', 'd']},
  ]);
});

test('a first line without a comma tells another separator', () => {
  assert.deepEqual(cellsOf(read('a;b\n1,5;2\n')), [['1,5', '2']]);
  assert.deepEqual(cellsOf(read('a\tb\n1;2\t3\n')), [['1;2', '3']]);
  assert.deepEqual(cellsOf(read('a,b;c\n1,2;3\n')), [['1', '2;3']]);
});

test('UTF-16 as spreadsheets save it is read, other encodings are refused', () => {
  const utf16 = Buffer.from('\uFEFFName;Text\nä;€\n', 'utf16le');
  assert.deepEqual(cellsOf(readSheet('A.CSV', utf16)), [['ä', '€']]);
  const latin1 = Buffer.from('Name,Text\nä,b\n', 'latin1');
  assert.throws(() => readSheet('a.csv', latin1), {
    message: 'Invalid CSV file: it is not text in UTF-8',
  });
});

test('what is no table is refused with its line', () => {
  assert.throws(() => read('a,b\n1,"2\n3,4\n'), {
    kind: 'NOT_VALID_FILE',
    message: 'Invalid CSV file: line 2: a quoted value is not closed',
  });
  assert.throws(() => read('a,b\n"1\n2" x,3\n'), {
    message: 'Invalid CSV file: line 3: a closing quote is followed by " "',
  });
  for (const empty of ['', '\n\n', 'a,b\n', 'a,b\n , \n'])
    assert.throws(() => read(empty), {kind: 'NO_DATA_FOUND'});
});

test('the ending of the name decides', () => {
  assert.throws(() => readSheet('old.xls', bytes('a')), {
    message: 'Invalid XLS file: this binary format is not read; save it as .xlsx or .csv',
  });
  for (const name of ['a.pdf', 'noending', '']) {
    assert.throws(() => readSheet(name, bytes('a,b\n1,2')), {kind: 'INVALID_FILE_TYPE'});
  }
});

test('rows and columns have a limit', () => {
  const limits = {
    maxRows: 2,
    maxColumns: 2,
    maxUnpackedBytes: 1000,
    maxCells: 50,
    maxCharacters: 20,
  };
  assert.equal(readSheet('a.csv', bytes('a,b\n1,2\n\n'), limits).rows.length, 1);
  assert.throws(() => readSheet('a.csv', bytes('a,b\n1,2\n3,4\n'), limits), {
    message: 'Invalid CSV file: it has more than 2 rows',
  });
  assert.throws(() => readSheet('a.csv', bytes('a,b\n1,2,3\n'), limits), {
    message: 'Invalid CSV file: line 2 has more than 2 columns',
  });
});

test('a cell that a spreadsheet would run is written as text, and comes back as it was', () => {
  const cells = [
    '=1+1',
    '+a',
    '-b',
    '@c',
    '\td',
    "'=e",
    "'f",
    '-5',
    '+1.5e3',
    'g"h',
    ' i ',
    '',
    'a,b;c\r\nd',
  ];
  const line = csvLine(cells);
  assert.ok(line.startsWith(`'=1+1,'+a,'-b,'@c,"'\td",''=e,'f,-5,+1.5e3,"g""h"," i ",,`), line);
  assert.deepEqual(cellsOf(read(`${'x,'.repeat(cells.length - 1)}x\r\n${line}`)), [cells]);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {unzipTexts} from '@gazetteer/formats/zip';
import {readSheet} from '@gazetteer/sheet';
import {tableFromIPC} from 'apache-arrow';
import {parquetMetadata, parquetReadObjects} from 'hyparquet';
import type {Column} from '../../engine/column.ts';
import type {Page} from '../../engine/sql-engine.ts';
import type {ResultFormatName} from './formats.ts';
import {resultFormats} from './formats.ts';
import {writeInThread} from './write-in-thread.ts';

const columns: readonly Column[] = [
  {name: 'id', type: 'bigint'},
  {name: 'name', type: 'string'},
  {name: 'amount', type: 'decimal(20,2)'},
  {name: 'day', type: 'date'},
  {name: 'at', type: 'timestamp'},
  {name: 'yes', type: 'boolean'},
  {name: 'half', type: 'double'},
  {name: 'bytes', type: 'binary'},
  {name: 'id', type: 'int'},
];

const rows: readonly (readonly unknown[])[] = [
  [
    9_007_199_254_740_993n,
    '=1+1',
    '123456789012345678.90',
    '2024-02-29',
    '2024-02-29 01:02:03.456789',
    true,
    0.5,
    Buffer.from([0, 255]),
    1,
  ],
  [null, null, null, null, null, null, null, null, null],
  [
    -1n,
    'a,"b"\nc',
    '-0.01',
    '1899-12-31',
    '1969-12-31 23:59:59',
    false,
    -1e300,
    Buffer.from(''),
    -2,
  ],
];

async function* pages(repeat = 1): AsyncGenerator<Page> {
  for (let i = 0; i < repeat; i++) {
    // Pages of any size: of two rows, then of one.
    yield pageOf(rows.slice(0, 2));
    yield pageOf(rows.slice(2));
  }
}

function pageOf(part: readonly (readonly unknown[])[]): Page {
  return {columns: columns.map((_, i) => part.map(row => row[i])), rowCount: part.length};
}

async function written(
  name: ResultFormatName,
  result = {columns, pages: pages()},
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeInThread(name, result)) chunks.push(chunk);
  return Buffer.from(Buffer.concat(chunks));
}

test('CSV has every digit, and no cell that a spreadsheet runs', async () => {
  const lines = (await written('csv')).toString().split('\r\n');
  assert.equal(lines[0], 'id,name,amount,day,at,yes,half,bytes,id');
  assert.equal(
    lines[1],
    "9007199254740993,'=1+1,123456789012345678.90,2024-02-29,2024-02-29 01:02:03.456789,true,0.5,AP8=,1",
  );
  assert.equal(lines[2], ',,,,,,,,');
  assert.equal(lines[3], '-1,"a,""b""\nc",-0.01,1899-12-31,1969-12-31 23:59:59,false,-1e+300,,-2');
});

test('JSON has an object a line, numbers with all digits', async () => {
  const [first = '', second = ''] = (await written('json')).toString().split('\n');
  assert.match(
    first,
    /^\{"id":9007199254740993,"name":"=1\+1","amount":123456789012345678\.90,"day":"2024-02-29",/,
  );
  assert.equal((JSON.parse(first) as {id_2: number}).id_2, 1);
  assert.deepEqual(new Set(Object.values(JSON.parse(second) as object)), new Set([null]));
});

test('Parquet has the types, and another reader finds the values', async () => {
  const bytes = await written('parquet');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const {schema, num_rows} = parquetMetadata(file);
  assert.equal(num_rows, 3n);
  assert.deepEqual(
    schema.slice(1).map(({name, type, converted_type}) => [name, type, converted_type]),
    [
      ['id', 'INT64', undefined],
      ['name', 'BYTE_ARRAY', 'UTF8'],
      ['amount', 'FIXED_LEN_BYTE_ARRAY', 'DECIMAL'],
      ['day', 'INT32', 'DATE'],
      ['at', 'INT64', undefined],
      ['yes', 'BOOLEAN', undefined],
      ['half', 'DOUBLE', undefined],
      ['bytes', 'BYTE_ARRAY', undefined],
      ['id_2', 'INT32', undefined],
    ],
  );
  const [first, second, third] = await parquetReadObjects({file, utf8: false});
  assert.equal(first?.['id'], 9_007_199_254_740_993n);
  assert.equal(first?.['name'], '=1+1');
  assert.deepEqual(first?.['day'], new Date('2024-02-29'));
  assert.deepEqual(first?.['at'], new Date('2024-02-29T01:02:03.456Z'));
  assert.deepEqual(Buffer.from(first?.['bytes'] as Uint8Array), Buffer.from([0, 255]));
  assert.ok(Object.values(second ?? {}).every(value => value === null || value === undefined));
  assert.equal(third?.['amount'], -0.01);
});

test('Arrow has the types, and decimals exactly', async () => {
  const table = tableFromIPC(await written('arrow'));
  assert.equal(table.numRows, 3);
  assert.deepEqual(
    table.schema.fields.map(field => `${field.name} ${String(field.type)}`),
    [
      'id Int64',
      'name Utf8',
      'amount Decimal[20e+2]',
      'day Date32<DAY>',
      'at Timestamp<MICROSECOND>',
      'yes Bool',
      'half Float64',
      'bytes Binary',
      'id_2 Int32',
    ],
  );
  assert.equal(table.getChild('id')?.get(0), 9_007_199_254_740_993n);
  assert.equal(String(table.getChild('amount')?.get(0)), '12345678901234567890');
  assert.equal(
    new Date(table.getChild('day')?.get(0) as number).toISOString().slice(0, 10),
    '2024-02-29',
  );
  assert.equal(table.getChild('name')?.get(1), null);
  assert.equal(table.getChild('bytes')?.nullCount, 1);
});

test('XLSX has numbers and dates as such, unless digits would be lost', async () => {
  const {header, rows: read} = readSheet('a.xlsx', await written('xlsx'));
  assert.deepEqual(
    header?.cells,
    columns.map(column => column.name),
  );
  assert.deepEqual(read[0]?.cells.slice(0, 4), [
    '9007199254740993',
    '=1+1',
    '123456789012345678.90',
    '2024-02-29T00:00:00.000Z',
  ]);
  assert.equal(read[0]?.cells[4]?.slice(0, 19), '2024-02-29T01:02:03');
  assert.deepEqual(read.at(-1)?.cells.slice(0, 4), ['-1', 'a,"b"\nc', '-0.01', '1899-12-31']);
});

test('doubles are numbers in a workbook, and decimals take as few bytes in Parquet as hold them', async () => {
  const few: readonly Column[] = [
    {name: 'part', type: 'double'},
    {name: 'a', type: 'decimal(9,2)'},
    {name: 'b', type: 'decimal(18,2)'},
  ];
  const page: Page = {
    columns: [
      [1 / 7, null],
      ['-9999999.99', null],
      ['9999999999999999.99', '-0.01'],
    ],
    rowCount: 2,
  };
  const result = () => ({
    columns: few,
    pages: (async function* () {
      yield page;
    })(),
  });
  assert.match(
    String(unzipTexts(await written('xlsx', result()), path => path.includes('sheet1'), 100_000)),
    /<c r="A2"><v>0\.14285714285714285<\/v><\/c><c r="B2"><v>-9999999\.99<\/v><\/c><c r="C2" t="inlineStr">/,
  );
  const bytes = await written('parquet', result());
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  assert.deepEqual(
    parquetMetadata(file)
      .schema.slice(1)
      .map(({type, precision, scale}) => [type, precision, scale]),
    [
      ['DOUBLE', undefined, undefined],
      ['INT32', 9, 2],
      ['INT64', 18, 2],
    ],
  );
  const read = await parquetReadObjects({file});
  assert.deepEqual([read[0]?.['a'], read[1]?.['a'], read[1]?.['b']], [-9_999_999.99, null, -0.01]);
});

test('a result without rows is a file with its columns', async () => {
  const empty = () => ({columns, pages: pages(0)});
  const sheet = await written('xlsx', empty());
  assert.equal(
    (await written('csv', empty())).toString(),
    'id,name,amount,day,at,yes,half,bytes,id\r\n',
  );
  const bytes = await written('parquet', empty());
  assert.equal(
    parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)).schema
      .length,
    10,
  );
  assert.equal(tableFromIPC(await written('arrow', empty())).schema.fields.length, 9);
  // Nothing to read for the sheet reader but a header, which it does not take for data.
  assert.throws(() => readSheet('a.xlsx', sheet), /No data found/);
});

for (const name of ['csv', 'json', 'xlsx', 'parquet', 'arrow'] as const) {
  test(`no row is missing in ${name}, however many pages there are and however slowly they are read`, async () => {
    const page: Page = {
      columns: [Array.from({length: 500}, (_, i) => `text ${i}`.repeat(20))],
      rowCount: 500,
    };
    const many = async function* () {
      for (let i = 0; i < 40; i++) yield page;
    };
    const chunks: Uint8Array[] = [];
    const result = {columns: [{name: 'text', type: 'string'}], pages: many()};
    for await (const chunk of writeInThread(name, result)) {
      chunks.push(chunk);
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.equal(await countRows(name, Buffer.from(Buffer.concat(chunks))), 20_000);
  });
}

async function countRows(name: ResultFormatName, bytes: Buffer<ArrayBuffer>): Promise<number> {
  switch (name) {
    case 'csv':
      return bytes.toString().split('\r\n').length - 2;
    case 'json':
      return bytes.toString().split('\n').length - 1;
    case 'xlsx':
      return readSheet('a.xlsx', bytes, {
        maxRows: 30_000,
        maxColumns: 1,
        maxUnpackedBytes: 100_000_000,
      }).rows.length;
    case 'parquet':
      return Number(
        parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
          .num_rows,
      );
    case 'arrow':
      return tableFromIPC(bytes).numRows;
  }
}

test('many pages become several groups of rows', async () => {
  const large = pageOf(Array.from({length: 1000}, (_, i) => rows[i % 3] ?? []));
  const many = (async function* () {
    for (let i = 0; i < 60; i++) yield large;
  })();
  const bytes = await written('parquet', {columns, pages: many});
  const {row_groups, num_rows} = parquetMetadata(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  assert.equal(num_rows, 60_000n);
  assert.ok(row_groups.length > 1);
});

test('what a server sent against its own type ends the file, and says where', async () => {
  const odd = {
    columns: [{name: 'due', type: 'date'}],
    pages: (async function* () {
      yield {columns: [['infinity']], rowCount: 1};
    })(),
  };
  await assert.rejects(
    written('parquet', odd),
    /column due holds "infinity", which is no date; CSV takes it as it is/,
  );
});

test('whoever stops reading stops the fetching, too', async () => {
  let isReturned = false;
  const endless = async function* () {
    try {
      for (;;) yield pageOf(rows.slice(0, 2));
    } finally {
      isReturned = true;
    }
  };
  let count = 0;
  for await (const _ of writeInThread('csv', {columns, pages: endless()})) if (++count === 3) break;
  assert.equal(isReturned, true);
});

test('a workbook says which texts were too long for a cell, and how many they are', async () => {
  const long = 'a😀'.repeat(15_000);
  let cutCells = 0;
  const columns = [
    {name: 'n', type: 'int'},
    {name: 'what', type: 'string'},
  ];
  async function* pages() {
    yield {
      columns: [
        [1, 2, 3],
        ['short', long, 'b'.repeat(32_767)],
      ],
      rowCount: 3,
    };
  }
  const {write} = await resultFormats.xlsx.load();
  const pieces: Uint8Array[] = [];
  for await (const piece of write({columns, pages: pages()}, count => (cutCells = count)))
    pieces.push(piece);
  const file = Buffer.concat(pieces);
  assert.equal(cutCells, 1);
  const {rows} = readSheet('a.xlsx', file, {
    maxRows: 10,
    maxColumns: 2,
    maxUnpackedBytes: 1_000_000,
  });
  const [short, cut, whole] = rows.map(({cells}) => cells[1] ?? '');
  assert.equal(short, 'short');
  assert.equal(whole?.length, 32_767);
  assert.ok((cut?.length ?? 0) <= 32_767);
  assert.match(cut?.slice(-40) ?? '', /😀a?… \[cut: 45,000 characters\]$/u);
  const list = String(unzipTexts(file, path => path.includes('sheet2'), 100_000));
  assert.match(list, /Result.*B3.*45000/);
  assert.match(
    String(unzipTexts(file, path => path.endsWith('workbook.xml'), 100_000)),
    /name="Cut cells"/,
  );
});

test('a text of 40,000 characters is whole in every format but XLSX', async () => {
  const long = `"${'ab,é😀'.repeat(6666)}`;
  const result = () => ({
    columns: [{name: 'text', type: 'string'}],
    // oxlint-disable-next-line require-await -- pages come as they are asked for
    pages: (async function* () {
      yield {columns: [[long]], rowCount: 1};
    })(),
  });
  assert.ok(long.length > 39_000);
  const csv = (await written('csv', result())).toString();
  assert.equal(csv, `text\r\n"${long.replaceAll('"', '""')}"\r\n`);
  assert.deepEqual(JSON.parse((await written('json', result())).toString()), {text: long});
  const parquet = await written('parquet', result());
  const file = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length);
  assert.deepEqual(await parquetReadObjects({file}), [{text: long}]);
  assert.equal(tableFromIPC(await written('arrow', result())).get(0)?.['text'], long);
});

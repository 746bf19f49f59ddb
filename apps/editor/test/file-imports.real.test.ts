// Files that become tables of the embedded engine: sent in parts, looked at as a whole, and made a
// table of by a statement.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test, type TestContext} from 'node:test';
import {gzipSync} from 'node:zlib';
import {zipTexts, ZipWriter} from '@gazetteer/formats/zip';
import {soon} from '@gazetteer/model/testing';
import {writeXlsxPages} from '@gazetteer/sheet';
import {queryOnce} from '../src/engine/query-once.ts';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {TestLog} from './test-log.ts';

type Column = {source: string; name: string; type: string; isLeftOut?: boolean};
type Guess = {
  file: Record<string, unknown>;
  columns: Column[];
  rows: (string | null)[][];
  rowCount: number;
};

async function embedded(t: TestContext, quotaBytes = 1e9) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-imports-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
  const engine = duckDbForTests(folder, new TestLog(), {quotaBytes});
  t.after(() => engine.kill());
  const engines = new Map([['duckdb', engine]]);
  const editor = await editorForTests(t, () => engines, {ada: 'A', bob: 'B'});
  const url = await editor.app.listen({port: 0, host: '127.0.0.1'});
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const send = async (
    id: string,
    text: string | Uint8Array<ArrayBuffer>,
    offset = 0,
    total = Buffer.byteLength(text),
  ) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'part');
    const query = new URLSearchParams({id, offset: String(offset), total: String(total)});
    const answer = await fetch(`${url}/api/v1/storage/duckdb/upload?${query}`, {
      method: 'POST',
      headers: {authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`},
      body: form,
    });
    return {status: answer.status, body: (await answer.json()) as Record<string, unknown>};
  };
  const complete = async (id: string, path: string, total: number, more: object = {}) =>
    await ada('POST', '/api/v1/storage/duckdb/upload/complete', {id, path, total, ...more});
  const put = async (path: string, text: string | Uint8Array<ArrayBuffer>) => {
    assert.deepEqual((await send('c0ffee-01', text)).body, {received: Buffer.byteLength(text)});
    const {status, text: said} = await complete('c0ffee-01', path, Buffer.byteLength(text));
    assert.equal(status, 204, said);
  };
  // As a statement of a sheet would be run, in a session of its own.
  const run = async (statement: string) => {
    const session = await (await engine.locate({name: 'ada'})).open();
    try {
      return (await queryOnce(session, statement, {maxRows: 100, timeoutMs: 60_000})).rows;
    } finally {
      await session.close();
    }
  };
  const guess = async (path: string, format: string, more: object = {}) => {
    const answer = await ada('POST', '/api/v1/imports/guess', {
      engine: 'duckdb',
      path,
      format,
      ...more,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body as unknown as Guess;
  };
  const check = async ({file, columns}: Guess) => {
    const answer = await ada('POST', '/api/v1/imports/check', {engine: 'duckdb', file, columns});
    assert.equal(answer.status, 200, answer.text);
    return answer.body as unknown as {
      badRows: {line: number; column: string; text: string; problem: string}[];
      isMore: boolean;
    };
  };
  const statement = async ({file, columns}: Guess, target: object) => {
    const whole = {engine: 'duckdb', file, columns, database: 'main', ...target};
    const answer = await ada('POST', '/api/v1/imports/statement', whole);
    assert.equal(answer.status, 200, answer.text);
    return String(answer.body['statement']);
  };
  return {url, ada, bob, send, complete, put, run, guess, check, statement};
}

const changed = ({columns, ...guessed}: Guess, types: Readonly<Record<string, string>>): Guess => ({
  ...guessed,
  columns: columns.map(one => ({...one, type: types[one.source] ?? one.type})),
});

suite('files that come in parts', () => {
  test('are gone on with where they broke off, and have a name once they are whole', async t => {
    const {ada, bob, send, complete} = await embedded(t);
    const id = 'feedbeef-1';
    const at = `/api/v1/storage/duckdb/upload?id=${id}`;
    assert.deepEqual((await ada('GET', at)).body, {received: 0});
    assert.equal((await send(id, 'a,b\n', 0, 8)).status, 200);
    assert.deepEqual((await ada('GET', at)).body, {received: 4});
    assert.deepEqual((await bob('GET', at)).body, {received: 0}, 'ids are of one person');
    assert.equal((await send(id, 'a,b\n', 0, 8)).status, 409, 'what has come is not sent again');
    assert.equal((await send(id, '1,2\n3,4\n', 4, 8)).status, 400, 'more than its total');
    const missing = await complete(id, 'f.csv', 8);
    assert.equal(missing.status, 409, 'bytes are missing');
    assert.equal(missing.body['errorCode'], 'GAZETTEER-409-00-001');
    assert.deepEqual((await send(id, '1,2\n', 4, 8)).body, {received: 8});
    assert.equal((await complete(id, 'f.csv', 8)).status, 204);
    const file = await ada('GET', '/api/v1/storage/duckdb/file?path=f.csv');
    assert.equal(file.text, 'a,b\n1,2\n');
    await send(id, 'x');
    const taken = await complete(id, 'f.csv', 1);
    assert.deepEqual(
      [taken.status, taken.body['errorCode']],
      [409, 'GAZETTEER-409-00-003'],
      'the name is taken',
    );
    assert.equal((await complete(id, 'f.csv', 1, {replace: true})).status, 204);
    await send(id, 'given up');
    assert.equal((await ada('DELETE', at)).status, 204);
    assert.deepEqual((await ada('GET', at)).body, {received: 0});
  });

  test('keep what has come where a connection breaks', async t => {
    const {url, ada, send, complete} = await embedded(t);
    const id = 'feedbeef-4';
    const text = Array.from({length: 50_000}, (_, n) => `${n}\n`).join('');
    const at = `/api/v1/storage/duckdb/upload?id=${id}`;
    const there = async () => Number((await ada('GET', at)).body['received']);
    const upload = request(`${url}${at}&offset=0&total=${text.length}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': text.length + 1000,
      },
    });
    upload.on('error', () => undefined);
    upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="part"\r\n\r\n');
    upload.write(text.slice(0, 200_000));
    await soon(async () => assert.ok((await there()) > 0));
    const closed = new Promise(resolve => upload.on('close', resolve));
    upload.destroy();
    await closed;
    // Until the server has heard of it, the part is on its way.
    await soon(async () => {
      const received = await there();
      const answer = await send(id, text.slice(received), received, text.length);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    });
    assert.equal((await complete(id, 'whole.csv', text.length)).status, 204);
    const file = await ada('GET', '/api/v1/storage/duckdb/file?path=whole.csv');
    assert.ok(file.text === text);
  });

  test('outlive a server that is killed while a part comes', async t => {
    const data = await temporaryFolder(t);
    const hash = createHash('sha256').update('ada').digest('hex');
    await writeFile(join(data, 'users-credentials.properties'), `ada=ANALYST::${hash}\n`);
    const authorization = `Basic ${Buffer.from('ada:ada').toString('base64')}`;
    const text = Array.from({length: 100_000}, (_, n) => `${n}\n`).join('');
    const at = '/api/v1/storage/duckdb/upload?id=feedbeef-5';
    const first = await startEditorProcess(['editor', '--data', data]);
    t.after(first.kill);
    const there = async (url: string) => {
      const answer = await fetch(url + at, {headers: {authorization}});
      return ((await answer.json()) as {received: number}).received;
    };
    const upload = request(`${first.url}${at}&offset=0&total=${text.length}`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': text.length + 1000,
      },
    });
    upload.on('error', () => undefined);
    upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="part"\r\n\r\n');
    upload.write(text.slice(0, 300_000));
    await soon(async () => assert.ok((await there(first.url)) > 0));
    await first.kill();
    const second = await startEditorProcess(['editor', '--data', data]);
    t.after(second.stop);
    const received = await there(second.url);
    assert.ok(received > 0 && received <= 300_000, String(received));
    const form = new FormData();
    form.append('file', new Blob([text.slice(received)]), 'part');
    const sent = await fetch(`${second.url}${at}&offset=${received}&total=${text.length}`, {
      method: 'POST',
      headers: {authorization},
      body: form,
    });
    assert.deepEqual(await sent.json(), {received: text.length});
    const named = await fetch(`${second.url}/api/v1/storage/duckdb/upload/complete`, {
      method: 'POST',
      headers: {authorization, 'content-type': 'application/json'},
      body: JSON.stringify({id: 'feedbeef-5', path: 'whole.csv', total: text.length}),
    });
    assert.equal(named.status, 204);
    const file = `${second.url}/api/v1/storage/duckdb/file?path=whole.csv`;
    assert.ok((await (await fetch(file, {headers: {authorization}})).text()) === text);
  });

  test('hold to the quota and to names that are taken, also several at a time', async t => {
    const {url, ada, send, complete} = await embedded(t, 1_000_000);
    const at = '/api/v1/storage/duckdb/upload?id=feedbeef-6';
    const upload = request(`${url}${at}&offset=0&total=600000`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 601_000,
      },
    });
    upload.on('error', () => undefined);
    upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="part"\r\n\r\n');
    upload.write('x'.repeat(100_000));
    await soon(async () =>
      assert.ok(Number((await ada('GET', at)).body['received']) > 0, 'it is on its way'),
    );
    assert.equal((await send('feedbeef-7', 'x', 0, 600_000)).status, 409);
    assert.equal((await send('feedbeef-8', 'x', 0, 300_000)).status, 200);
    upload.destroy();
    await soon(async () =>
      assert.equal((await send('feedbeef-7', 'x', 0, 600_000)).status, 200, 'it has ended'),
    );
    const ids = Array.from({length: 8}, (_, n) => `c0ffee-1${n}`);
    for (const id of ids) await send(id, 'x');
    const answers = await Promise.all(ids.map(async id => await complete(id, 'one.csv', 1)));
    assert.equal(answers.filter(({status}) => status === 204).length, 1);
    assert.equal(answers.filter(({status}) => status === 409).length, 7);
  });

  test('have plain names and hold to the quota', async t => {
    const {send, complete, ada} = await embedded(t, 1_000_000);
    await send('feedbeef-2', 'x');
    for (const name of [
      '../up.csv',
      'a/b.csv',
      '.hidden',
      'a[1].csv',
      '*.csv',
      'a\0.csv',
      '',
      ' x',
    ])
      assert.equal((await complete('feedbeef-2', name, 1)).status, 400, JSON.stringify(name));
    assert.equal((await send('../../up', 'x')).status, 400);
    assert.equal((await send('feedbeef-3', 'x', 0, 2_000_000)).status, 409);
    const other = await ada('GET', '/api/v1/storage/hive/upload?id=feedbeef-2');
    assert.equal(other.status, 404);
  });
});

suite('a CSV', () => {
  const lines = Array.from(
    {length: 30_000},
    (_, n) => `${n},0${n},"Name, ${n}",${n / 4},2024-05-0${1 + (n % 9)}`,
  );
  const text = `id,zip code,Größe m²,price,day\n${lines.join('\n')}\n`;

  test('has the types that all of its rows have', async t => {
    const {put, guess} = await embedded(t);
    await put('a.csv', text);
    const {file, columns, rows, rowCount} = await guess('a.csv', 'csv');
    assert.deepEqual([file['delimiter'], file['header'], rowCount], [',', true, 30_000]);
    assert.deepEqual(
      columns.map(({name, type}) => [name, type]),
      [
        ['id', 'BIGINT'],
        ['zip_code', 'VARCHAR'],
        ['Größe_m²', 'VARCHAR'],
        ['price', 'DOUBLE'],
        ['day', 'DATE'],
      ],
    );
    assert.deepEqual(rows[1], ['1', '01', 'Name, 1', '0.25', '2024-05-02']);
    await put('b.csv', `${text}last,1,n,2.5,2024-05-01\n`);
    const {columns: others} = await guess('b.csv', 'csv');
    assert.equal(others[0]?.type, 'VARCHAR', 'the last row counts as the first');
  });

  test('tells its bad rows by line, and comes without them or not at all', async t => {
    const {put, guess, check, statement, run} = await embedded(t);
    await put('a.csv', `${text}last,1,n,2.5,2024-05-01\n7,8\n`);
    const guessed = changed(await guess('a.csv', 'csv'), {id: 'BIGINT'});
    const {badRows, isMore} = await check(guessed);
    assert.equal(isMore, false);
    assert.deepEqual(
      badRows.map(({line, column, text: said}) => [line, column, said]),
      [
        [30_002, 'id', 'last,1,n,2.5,2024-05-01'],
        [30_003, 'Größe_m²', '7,8'],
      ],
    );
    assert.match(badRows[0]?.problem ?? '', /BIGINT/);
    const whole = await statement(guessed, {table: 'a'});
    await assert.rejects(run(whole), /Line: 30002/);
    await assert.rejects(run('SELECT * FROM a'), /does not exist/, 'nothing was made');
    const skips = {table: 'a', skipsBadRows: true};
    await run(await statement(guessed, skips));
    const query = 'SELECT count(*), max(id), any_value(typeof(day)) FROM a';
    assert.deepEqual(await run(query), [[30_000n, 29_999n, 'DATE']]);
    await assert.rejects(run(await statement(guessed, skips)), /already exists/);
    await run(await statement(guessed, {...skips, mode: 'append'}));
    assert.deepEqual((await run(query))?.[0]?.[0], 60_000n);
    await run(await statement(guessed, {...skips, mode: 'replace'}));
    assert.deepEqual((await run(query))?.[0]?.[0], 30_000n);
  });

  test('has more bad rows than are listed, also where a row has several problems', async t => {
    const {put, guess, check} = await embedded(t);
    for (const [lines, line, listed, isMore] of [
      [1000, '1,x', 1000, false],
      [1001, '1,x', 1000, true],
      [500, 'x,x', 500, false],
      [600, 'x,x', 501, true],
    ] as const) {
      const path = `${lines}.csv`;
      await put(path, `a,b\n${`${line}\n`.repeat(lines)}`);
      const guessed = changed(await guess(path, 'csv', {delimiter: ',', header: true}), {
        a: 'BIGINT',
        b: 'BIGINT',
      });
      const told = await check(guessed);
      assert.deepEqual([told.badRows.length, told.isMore], [listed, isMore], path);
    }
  });

  test('is read as the person says', async t => {
    const {put, guess, statement, run} = await embedded(t);
    await put('t.tsv', "a b\tday\n'x\t31.12.2024\ny\t01.01.2025\n");
    const guessed = await guess('t.tsv', 'csv', {delimiter: '\t'});
    assert.deepEqual(
      guessed.columns.map(({type}) => type),
      ['VARCHAR', 'DATE'],
    );
    await run(await statement(guessed, {table: 'it"s'}));
    assert.deepEqual(await run('SELECT a_b, day::VARCHAR FROM "it""s"'), [
      ["'x", '2024-12-31'],
      ['y', '2025-01-01'],
    ]);
    const {columns, rowCount} = await guess('t.tsv', 'csv', {delimiter: '\t', header: false});
    assert.deepEqual([columns[0]?.name, rowCount], ['column0', 3]);
  });
});

test('what is compressed is read as what is in it', async t => {
  const {put, guess} = await embedded(t);
  await put('a.csv.gz', new Uint8Array(gzipSync('a;b\n1;x\n')));
  const {columns, file} = await guess('a.csv.gz', 'csv');
  assert.equal(file['delimiter'], ';');
  assert.deepEqual(
    columns.map(({name, type}) => `${name} ${type}`),
    ['a BIGINT', 'b VARCHAR'],
  );
});

test('JSON and Parquet have types of their own, which can be changed', async t => {
  const {put, run, guess, check, statement} = await embedded(t);
  const objects = [
    {n: 1, s: '5', in: {d: 1}},
    {n: 2, s: 'six'},
  ];
  await put('j.json', objects.map(one => JSON.stringify(one)).join('\n'));
  await run(
    "COPY (SELECT i AS n, if(i = 70000, 'x', i::VARCHAR) AS s FROM range(1, 100001) t(i)) TO 'p.parquet'",
  );
  for (const [path, format, line, kept] of [
    ['j.json', 'json', 2, 1],
    ['p.parquet', 'parquet', 70_000, 99_999],
  ] as const) {
    const guessed = await guess(path, format);
    assert.deepEqual([guessed.columns[0]?.type, guessed.rowCount], ['BIGINT', kept + 1]);
    const columns = guessed.columns.map(one => ({
      ...one,
      type: one.source === 's' ? 'BIGINT' : '',
    }));
    const wanted = {...guessed, columns};
    const {badRows} = await check(wanted);
    assert.deepEqual(
      badRows.map(bad => [bad.line, bad.column]),
      [[line, 's']],
    );
    await assert.rejects(run(await statement(wanted, {table: format})), /Conversion Error/);
    await run(await statement(wanted, {table: format, skipsBadRows: true}));
    assert.deepEqual(await run(`SELECT count(s), any_value(typeof(s)) FROM ${format}`), [
      [BigInt(kept), 'BIGINT'],
    ]);
  }
});

/** As spreadsheets write it: a row has no cells after its last value. */
function workbookOf(rows: readonly (readonly (string | number)[])[]) {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const data = rows.map(cells => `<row>${cells.map(cell).join('')}</row>`).join('');
  return zipTexts([
    [
      'xl/workbook.xml',
      '<workbook xmlns:r="r"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ],
    ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${data}</sheetData></worksheet>`],
  ]);
}

suite('a workbook', () => {
  const write = async (ada: ReturnType<typeof asUser>, path: string) =>
    await ada('POST', '/api/v1/imports/workbook', {engine: 'duckdb', path});

  test('is read as a CSV of its rows, with the types of its cells', async t => {
    const {put, ada, bob, guess, statement, run} = await embedded(t);
    // Days since the end of 1899.
    const columns = [
      {values: ['007', '008']},
      {values: ['x\ny', '']},
      {values: [1.5, 2]},
      {values: [45_413, 45_414], shownAs: 'date'},
      {values: [45_413.4375, 45_414], shownAs: 'dateTime'},
      {values: [true, false]},
    ] as const;
    const header = ['zip', 'a "name", or two', 'n', 'day', 'at', 'yes'];
    const pieces = await Array.fromAsync(
      writeXlsxPages('Orders', [{columns, rowCount: 2}], header),
    );
    await put('b.xlsx', new Uint8Array(Buffer.concat(pieces)));
    assert.deepEqual((await write(ada, 'b.xlsx')).body, {path: 'b.xlsx.csv'});
    const again = await write(ada, 'b.xlsx');
    assert.equal(again.status, 200, again.text);
    const guessed = await guess('b.xlsx.csv', 'csv', {delimiter: ',', quote: '"'});
    assert.deepEqual(
      guessed.columns.map(({name, type}) => `${name} ${type}`),
      [
        'zip VARCHAR',
        'a_name_or_two VARCHAR',
        'n DOUBLE',
        'day DATE',
        'at TIMESTAMP',
        'yes BOOLEAN',
      ],
    );
    await run(await statement(guessed, {table: 'b'}));
    assert.deepEqual(
      await run('SELECT zip, a_name_or_two, n, day::VARCHAR, "at"::VARCHAR, yes FROM b'),
      [
        ['007', 'x\ny', 1.5, '2024-05-01', '2024-05-01 10:30:00', true],
        ['008', null, 2, '2024-05-02', '2024-05-02 00:00:00', false],
      ],
    );
    assert.equal((await write(bob, 'b.xlsx')).status, 404);
  });

  test('keeps rows that end early', async t => {
    const {put, ada, guess, statement, run} = await embedded(t);
    const rows = [['id', 'name', 'note'], [1, 'a'], [2], [3, 'c', 'x'], [4, '', 'y'], [5, 'e']];
    await put('r.xlsx', new Uint8Array(workbookOf(rows)));
    assert.equal((await write(ada, 'r.xlsx')).status, 200);
    const guessed = await guess('r.xlsx.csv', 'csv', {delimiter: ',', quote: '"'});
    assert.deepEqual(
      guessed.columns.map(({name, type}) => `${name} ${type}`),
      ['id BIGINT', 'name VARCHAR', 'note VARCHAR'],
    );
    await run(await statement(guessed, {table: 'r'}));
    assert.deepEqual(await run('SELECT * FROM r ORDER BY id'), [
      [1n, 'a', null],
      [2n, null, null],
      [3n, 'c', 'x'],
      [4n, null, 'y'],
      [5n, 'e', null],
    ]);
  });

  test('that is none, or unpacks to too much, leaves no file', async t => {
    const {put, ada} = await embedded(t);
    await put('a.xlsx', 'a,b\n1,2\n');
    const bomb = join(await temporaryFolder(t), 'bomb');
    const zip = await ZipWriter.create(bomb);
    await zip.add([{name: 'xl/workbook.xml', text: ' '.repeat(129 * 2 ** 20)}]);
    await zip.close();
    await put('bomb.xlsx', new Uint8Array(await readFile(bomb)));
    for (const [path, why] of [
      ['a.xlsx', /can’t be read/],
      ['bomb.xlsx', /unpacks to more/],
    ] as const) {
      const answer = await write(ada, path);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, why);
    }
    const stored = (await ada('GET', '/api/v1/storage')).body as {
      engines?: {files: {path: string}[]}[];
    };
    assert.deepEqual(
      stored.engines?.[0]?.files.map(({path}) => path),
      ['a.xlsx', 'bomb.xlsx'],
    );
    assert.equal((await write(ada, '../a.xlsx')).status, 404);
  });
});

test('a preview and the list of bad rows have beginnings of long values', async t => {
  const {put, guess, check} = await embedded(t);
  const long = 'x'.repeat(1_000_000);
  await put('j.json', JSON.stringify({a: long}));
  const guessed = await guess('j.json', 'json');
  assert.deepEqual(guessed.rows, [['x'.repeat(500)]]);
  const {badRows} = await check(changed(guessed, {a: 'BIGINT'}));
  assert.deepEqual(
    badRows.map(({text}) => text),
    ['x'.repeat(500)],
  );
});

test('nothing is read but files of the caller, and nothing is said but types and names', async t => {
  const {put, ada, bob, guess} = await embedded(t);
  await put('a.csv', 'a,b\n1,2\n');
  const {file, columns} = await guess('a.csv', 'csv');
  const ask = async (path: string, more: object = {}, person = ada) =>
    await person('POST', '/api/v1/imports/guess', {engine: 'duckdb', path, format: 'csv', ...more});
  assert.equal((await ask('a.csv', {}, bob)).status, 404);
  for (const path of ['/etc/passwd', '../warehouse.duckdb', '*.csv', "a.csv', 'b.csv"])
    assert.equal((await ask(path)).status, 404, path);
  assert.equal((await ask('a.csv', {delimiter: '\n'})).status, 400);
  assert.equal((await ask('a.csv', {format: 'parquet'})).status, 400);
  const write = async (more: object) =>
    await ada('POST', '/api/v1/imports/statement', {
      engine: 'duckdb',
      file,
      columns,
      database: 'main',
      table: 't',
      ...more,
    });
  const [first = columns[0], ...rest] = columns;
  assert.equal((await write({})).status, 200);
  for (const one of [
    {...first, type: 'INTEGER); DROP TABLE x; --'},
    {...first, name: rest[0]?.name},
    {...first, name: ''},
  ])
    assert.equal((await write({columns: [one, ...rest]})).status, 400);
  assert.equal(
    (await write({columns: columns.map(one => ({...one, isLeftOut: true}))})).status,
    400,
  );
  assert.equal((await write({columns: []})).status, 400);
  const many = (count: number) =>
    Array.from({length: count}, (_, n) => ({...first, name: `c${n}`}));
  assert.equal((await write({columns: many(1000)})).status, 200);
  assert.equal((await write({columns: many(1001)})).status, 400);
});

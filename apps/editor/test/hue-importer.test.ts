// Hue's importers, the newer one by files and the older one by formats, over the embedded engine.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {MemoryEngine} from './memory-engine.ts';
import {TestLog} from './test-log.ts';

type Body = Readonly<Record<string, unknown>>;
const trips = 'id,city,fare,paid\n1,Rome,1.5,true\n2,"Paris, France",20,false\n3,Oslo,,true\n';

type After = {readonly after: (work: () => unknown) => void};

async function importing(t: After) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-importer-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
  const engine = duckDbForTests(folder, new TestLog());
  t.after(() => engine.kill());
  const editor = await editorForTests(t, () => new Map([['duckdb', engine]]), {
    ada: 'ANALYST',
    bob: 'ANALYST',
  });
  const url = await editor.app.listen({port: 0, host: '127.0.0.1'});
  const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const answer = await fetch(`${url}/api/v1/importer/upload/file`, {
      method: 'POST',
      headers: {authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`},
      body: form,
    });
    return {status: answer.status, body: (await answer.json()) as Body};
  };
  const ada = asUser(editor, 'ada');
  const get = async (path: string, query: Readonly<Record<string, string>>) =>
    await ada('GET', `/api/v1/importer/${path}?${new URLSearchParams(query)}`);
  return {editor, upload, get, ada, bob: asUser(editor, 'bob')};
}

suite("Hue's importer", () => {
  const cleanups: (() => unknown)[] = [];
  let world: Awaited<ReturnType<typeof importing>>;

  before(async () => {
    world = await importing({after: work => void cleanups.unshift(work)});
  });
  after(async () => {
    for (const work of cleanups) await work();
  });

  test('looks into an uploaded file as clients of today ask', async () => {
    const {upload, get, bob} = world;
    const {status, body} = await upload('trips [new].csv', trips);
    assert.equal(status, 201, JSON.stringify(body));
    const path = String(body['file_path']);
    assert.match(path, /^[0-9a-f]{8}_trips _new_\.csv$/);
    const local = {file_path: path, import_type: 'local'};
    assert.deepEqual((await get('file/guess_metadata', local)).body, {
      type: 'csv',
      field_separator: ',',
      quote_char: '"',
      record_separator: '\n',
    });
    assert.deepEqual((await get('file/guess_header', {...local, file_type: 'csv'})).body, {
      has_header: true,
    });
    const wanted = {...local, file_type: 'csv', sql_dialect: 'hive', has_header: 'true'};
    assert.deepEqual((await get('file/preview', wanted)).body, {
      type: 'csv',
      columns: [
        {name: 'id', type: 'BIGINT'},
        {name: 'city', type: 'STRING'},
        {name: 'fare', type: 'DOUBLE'},
        {name: 'paid', type: 'BOOLEAN'},
      ],
      preview_data: {
        id: [1, 2, 3],
        city: ['Rome', 'Paris, France', 'Oslo'],
        fare: [1.5, 20, null],
        paid: [true, false, true],
      },
    });
    const plain = (await get('file/preview', {...wanted, has_header: 'false'})).body as {
      preview_data: Record<string, unknown[]>;
    };
    assert.equal(Object.values(plain.preview_data)[0]?.length, 4);
    const query = new URLSearchParams(local);
    assert.equal((await bob('GET', `/api/v1/importer/file/guess_metadata?${query}`)).status, 404);
  });

  test('tells other files apart, and refuses what it cannot import', async () => {
    const {upload, get} = world;
    const typeOf = async (name: string, text: string) => {
      const {body} = await upload(name, text);
      const local = {file_path: String(body['file_path']), import_type: 'local'};
      return (await get('file/guess_metadata', local)).body['type'];
    };
    assert.equal(await typeOf('a.tsv', 'x\ty\n1\t2\n3\t4\n'), 'tsv');
    assert.equal(await typeOf('a.txt', 'x|y\n1|2\n3|4\n'), 'delimiter_format');
    assert.equal(await typeOf('a.json', '[{"x": 1}, {"x": 2}]'), 'json');
    const book = await get('file/guess_metadata', {file_path: 'a.xlsx', import_type: 'local'});
    assert.match(book.text, /save this one as CSV/);
    const remote = await get('file/guess_metadata', {file_path: '/a.csv', import_type: 'remote'});
    assert.match(remote.text, /Uploaded files are imported here/);
    const gone = await get('file/preview', {file_path: 'no.csv', sql_dialect: 'hive'});
    assert.equal(gone.status, 404, gone.text);
    const {status, body} = await upload('large.csv', new Uint8Array(64 * 2 ** 20 + 1).fill(48));
    assert.deepEqual([status, /in parts/.test(String(body['message']))], [400, true]);
  });

  test('knows the types of each dialect', async () => {
    const {get} = world;
    const hive = (await get('sql_type_mapping', {sql_dialect: 'hive'})).body as unknown as string[];
    assert.ok(hive.includes('INTERVAL DAY TO SECOND') && hive.includes('STRING'));
    assert.deepEqual(hive, hive.toSorted());
    const impala = await get('sql_type_mapping', {sql_dialect: 'Impala'});
    assert.ok(!impala.text.includes('INTERVAL'), impala.text);
    assert.equal((await get('sql_type_mapping', {sql_dialect: 'constructor'})).status, 400);
    const unknown = await get('sql_type_mapping', {sql_dialect: 'cobol'});
    assert.deepEqual(
      [unknown.status, unknown.body['message']],
      [400, 'Unsupported dialect: "cobol"'],
    );
  });

  test('makes a table as clients of yesterday ask', async () => {
    const {upload, ada} = world;
    const {body} = await upload('trips.csv', trips.replaceAll(/,(?! )/g, '\t'));
    const source = {inputFormat: 'localfile', path: body['file_path']};
    const asked = {fileFormat: JSON.stringify(source)};
    const format = (await ada('POST', '/api/v1/indexer/guess_format', asked)).body;
    assert.deepEqual(format, {
      status: 0,
      type: 'csv',
      fieldSeparator: String.raw`\t`,
      recordSeparator: String.raw`\n`,
      quoteChar: '"',
      hasHeader: true,
    });
    const fields = (
      await ada('POST', '/api/v1/indexer/guess_field_types', {
        fileFormat: JSON.stringify({...source, format}),
      })
    ).body as {columns: {name: string; type: string; keep: boolean}[]; sample: unknown[][]};
    assert.deepEqual(
      fields.columns.map(({name, type}) => `${name} ${type}`),
      ['id bigint', 'city string', 'fare double', 'paid boolean'],
    );
    assert.deepEqual(fields.sample[1], [2, 'Paris, France', 20, false]);
    const columns = fields.columns.map(one => ({
      ...one,
      ...(one.name === 'city' ? {name: 'town'} : {}),
      ...(one.name === 'id' ? {type: 'int'} : {}),
      keep: one.name !== 'paid',
    }));
    const submitted = await ada('POST', '/api/v1/indexer/importer/submit', {
      source: JSON.stringify({...source, format}),
      destination: JSON.stringify({name: 'main.trips', outputFormat: 'table', columns}),
    });
    assert.equal(submitted.body['status'], 0, submitted.text);
    const operationId = String(submitted.body['history_uuid']);
    await soon(async () => {
      const {text} = await ada('POST', '/api/v1/editor/check_status', {operationId});
      assert.match(text, /"available"/);
    });
    const found = await ada('POST', '/api/v1/editor/autocomplete/main/trips', {
      snippet: JSON.stringify({type: 'duckdb'}),
    });
    const made = found.body['extended_columns'] as {name: string; type: string}[];
    assert.deepEqual(
      made.map(({name, type}) => `${name} ${type.toLowerCase()}`),
      ['id integer', 'town varchar', 'fare double'],
    );
    const index = await ada('POST', '/api/v1/indexer/importer/submit', {
      source: JSON.stringify(source),
      destination: JSON.stringify({name: 'x', outputFormat: 'index'}),
    });
    assert.match(index.text, /become tables here, not index/);
  });

  test('keeps the types of files that have some, and the end of long names', async () => {
    const {upload, ada} = world;
    const {status, body} = await upload(`${'表'.repeat(90)}.json`, '[{"n": 1, "at": {"x": [2]}}]');
    assert.equal(status, 201, JSON.stringify(body));
    assert.match(String(body['file_path']), /^[0-9a-f]{8}_表+\.json$/);
    const source = JSON.stringify({inputFormat: 'localfile', path: body['file_path']});
    const destination = JSON.stringify({name: 'main.nested', outputFormat: 'table'});
    const fields = {source, destination};
    const submitted = await ada('POST', '/api/v1/indexer/importer/submit', fields);
    assert.equal(submitted.body['status'], 0, submitted.text);
    const operationId = String(submitted.body['history_uuid']);
    await soon(async () => {
      const {text} = await ada('POST', '/api/v1/editor/check_status', {operationId});
      assert.match(text, /"available"/);
    });
    const found = await ada('POST', '/api/v1/editor/autocomplete/main/nested', {
      snippet: JSON.stringify({type: 'duckdb'}),
    });
    assert.match(found.text, /struct/i);
  });

  test('says so where no engine keeps files, and has a page for its bookmarks', async t => {
    const editor = await editorForTests(t, () => new Map([['main', new MemoryEngine('main')]]), {
      ada: 'ANALYST',
    });
    const ada = asUser(editor, 'ada');
    const {text} = await ada('GET', '/api/v1/importer/file/guess_metadata?file_path=a.csv');
    assert.match(text, /No engine here keeps files/);
    for (const url of ['/hue/importer', '/indexer/importer', '/hue/indexer']) {
      const {status, headers} = await ada('GET', url);
      assert.deepEqual([status, headers['location']], [302, '/app/import/'], url);
    }
  });
});

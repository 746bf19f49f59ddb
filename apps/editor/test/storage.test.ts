// What people keep on the editor's disk: seen, fetched and deleted by its owner, and by nobody
// else.
import assert from 'node:assert/strict';
import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

async function editorWithFiles(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-storage-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
  const editor = await editorForTests(
    t,
    log => {
      const engine = duckDbForTests(folder, log);
      t.after(() => engine.kill());
      return new Map([['duckdb', engine]]);
    },
    {ada: 'A', bob: 'B'},
  );
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const {body} = await ada('POST', '/api/editor/execute/duckdb', {
    statement: "COPY (SELECT 1 AS n, 'x' AS s) TO 'mine, own.csv'",
    wait_for_completion: true,
  });
  assert.equal(body['status'], 0, JSON.stringify(body));
  type Kept = {
    engine: string;
    files: {path: string; bytes: number}[];
    fileCount: number;
    fileBytes: number;
  };
  const kept = async (person: typeof ada) => {
    const answer = await person('GET', '/api/v1/storage');
    assert.equal(answer.status, 200);
    return (answer.body['engines'] as Kept[])[0];
  };
  const written = async () => {
    for (;;) {
      const found = await kept(ada);
      if (found !== undefined && found.fileBytes > 0) return found;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  };
  return {ada, bob, kept, first: await written()};
}

const mine = '/api/v1/storage/duckdb/file?path=mine%2C+own.csv';

test('files are listed, fetched and deleted by whoever wrote them', async t => {
  const {ada, bob, kept, first} = await editorWithFiles(t);
  assert.deepEqual(
    first.files.map(file => file.path),
    ['mine, own.csv'],
  );
  const fetched = await ada('GET', mine);
  assert.equal(fetched.text, 'n,s\n1,x\n');
  assert.match(
    String(fetched.headers['content-disposition']),
    /^attachment; filename="mine_ own.csv"/,
  );
  assert.deepEqual((await kept(bob))?.files, []);
  assert.equal((await bob('GET', mine)).status, 404);
  assert.equal((await bob('DELETE', mine)).status, 404);
  assert.equal((await ada('DELETE', mine)).status, 204);
  assert.deepEqual((await kept(ada))?.files, []);
  assert.equal((await ada('DELETE', mine)).status, 404);
});

test('no name leads to anything but one’s own files', async t => {
  const {ada} = await editorWithFiles(t);
  for (const path of [
    '',
    '.',
    '..',
    '../warehouse.duckdb',
    '/etc/passwd',
    'a/../../warehouse.duckdb',
    'x\0y',
    'mine, own.csv/x',
  ]) {
    const address = `/api/v1/storage/duckdb/file?${new URLSearchParams({path})}`;
    assert.equal((await ada('GET', address)).status, 404, path);
    assert.equal((await ada('DELETE', address)).status, 404, path);
  }
  assert.equal((await ada('GET', '/api/v1/storage/hive/file?path=x')).status, 404);
  assert.equal((await ada('GET', '/api/v1/storage/duckdb/file')).status, 400);
});

test('with little room on the disk the editor says so, and begins nothing new', async t => {
  const full = await editorForTests(t, undefined, {ada: 'A'}, '', 1e15);
  await mkdir(join(full.folder, 'editor'));
  const notReady = await full.inject({url: '/desktop/debug/is_ready'});
  assert.equal(notReady.status, 503);
  assert.match(
    notReady.text,
    /the disk of the server has .* left, less than the 1000000 GB that stay free/,
  );
  const {body} = await asUser(full, 'ada')('POST', '/api/editor/execute/hive', {
    statement: 'SELECT 1',
  });
  assert.notEqual(body['status'], 0);
  assert.match(String(body['message']), /Nothing new is begun, as the disk/);
});

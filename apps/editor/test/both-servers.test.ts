import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startFile} from '../../../packages/server/test/start-file.ts';
import {admin} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('npm start serves catalog and editor, with one data folder and one set of users', async t => {
  const data = await temporaryFolder(t);
  const both = await startEditorProcess([
    '--http-port',
    '0',
    '--data',
    data,
    '--log-level',
    'warn',
  ]);
  t.after(() => both.kill());
  const catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  assert.equal((await fetch(`${catalog}/api/meta/admin/status`)).status, 200);
  assert.equal((await fetch(`${both.url}/desktop/debug/is_alive`)).status, 200);
  for (const url of [catalog, both.url]) {
    const tools = await fetch(`${url}/mcp`, {method: 'POST', headers: {authorization: admin}});
    assert.equal(tools.status, 404, 'assistants get tools only where somebody wants it');
  }
  const page = await fetch(`${both.url}/app/editor/`, {headers: {authorization: admin}});
  assert.equal(page.status, 200);
  assert.doesNotMatch(both.output(), /"level":"info"/, '--log-level went to both');
  for (const file of [
    'catalog.db',
    'editor/editor.db',
    'editor/logs/access.log',
    'editor/logs/error.log',
  ]) {
    assert.ok(existsSync(join(data, file)), file);
  }
  // The line is written after the answer has gone out.
  await soon(async () => {
    const lines = await readFile(join(data, 'editor', 'logs', 'access.log'), 'utf8');
    assert.match(
      lines,
      /^127\.0\.0\.1 admin - "GET \/app\/editor\/ HTTP\/1\.1" returned in \d+ms 200 \d+$/m,
    );
  });
  assert.equal(await both.stop(), 0, both.output());
  for (const url of [catalog, both.url]) await assert.rejects(fetch(url));
});

test('a second editor on the same data is refused and says why, and what it had begun stops', async t => {
  const data = await temporaryFolder(t);
  const first = await startEditorProcess(['editor', '--data', data]);
  t.after(() => first.stop());
  await assert.rejects(
    startEditorProcess(['--http-port', '0', '--data', data]),
    (error: Error) =>
      error.message.includes(join(data, 'editor')) && error.message.includes('is in use by'),
  );
});

test('an option that neither knows is refused; so is one of the catalog where the editor runs alone', async () => {
  assert.match(await outputOf(['--nonsense', '1']), /--nonsense is no option/);
  assert.match(
    await outputOf(['editor', '--http-port', '1']),
    /--http-port is an option of the catalog, and the editor alone is started/,
  );
});

test('a wrong configuration of the editor stops both with all errors', async t => {
  const data = await temporaryFolder(t);
  await mkdir(join(data, 'conf'));
  await writeFile(
    join(data, 'conf', 'a.ini'),
    '[beeswax]\nhive_server_port=many\nthrift_version=99\n',
  );
  const args = [
    '--http-port',
    '0',
    '--editor-port',
    '0',
    '--data',
    data,
    '--config-dir',
    join(data, 'conf'),
  ];
  const output = await outputOf(args);
  for (const part of ['hive_server_port', 'many', 'thrift_version', '99', 'a.ini:2']) {
    assert.ok(output.includes(part), output);
  }
});

/** Of a start that ends by itself. */
async function outputOf(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [startFile, ...args], {cwd: root});
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  clearTimeout(timer);
  return text;
}

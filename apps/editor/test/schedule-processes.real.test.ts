// Schedules of two editors that share a PostgreSQL, one of which has a clock that is an hour fast,
// and where processes are killed and started again. What ran is counted.
import assert from 'node:assert/strict';
import {hash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';

const cluster = await postgresForTests();
const skip = 'skip' in cluster ? {skip: cluster.skip} : {};

type Run = {readonly uuid: string; readonly state: string; readonly dueAt: number};

const fastClock = `const {Date: Real} = globalThis;
globalThis.Date = class extends Real {
  constructor(...given) { given.length === 0 ? super(Real.now() + 3_600_000) : super(...given); }
  static now() { return Real.now() + 3_600_000; }
};`;

test(
  'each time is run by one of two editors, also while one is killed and after both were stopped',
  skip,
  async t => {
    if ('skip' in cluster) return;
    t.after(cluster.stop);
    const folder = await temporaryFolder(t);
    const passwords = join(folder, 'users.properties');
    await writeFile(passwords, `ann=USER::${hash('sha256', 'of ann')}\n`, {mode: 0o600});
    const clock = join(folder, 'clock.mjs');
    await writeFile(clock, fastClock);
    const database = await freshDatabase(cluster.url);
    const start = async (name: string, isFast = false) => {
      const {NODE_OPTIONS: before = ''} = process.env;
      if (isFast) process.env['NODE_OPTIONS'] = `${before} --import ${pathToFileURL(clock).href}`;
      const data = ['--data', join(folder, name), '--password-file', passwords];
      const own = ['--schedule-min-interval', '1', '--schedule-webhooks', 'all'];
      const editor = await startEditorProcess([
        'editor',
        '--editor-database',
        database,
        ...data,
        ...own,
      ]).finally(() => (process.env['NODE_OPTIONS'] = before));
      t.after(editor.kill);
      return editor;
    };
    const told: string[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        told.push((JSON.parse(body) as {run: {uuid: string}}).run.uuid);
        response.end();
      });
    });
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
    t.after(() => void receiver.close());
    const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

    const [one, other] = [await start('one'), await start('other', true)];
    const content = {engine: 'duckdb', database: 'main', text: 'select 1'};
    const {uuid: document} = await call(one, 'POST', 'documents', {name: 'Each second', content});
    const {uuid} = await call(one, 'POST', 'schedules', {
      document,
      name: 'Each second',
      cron: '* * * * * *',
      keep: 30,
      rules: [{on: 'done', by: 'webhook', to}],
    });
    const at = `schedules/${String(uuid)}`;
    const runsOf = async (editor: EditorProcess) =>
      (await call(editor, 'GET', `${at}/runs`))['runs'] as Run[];
    const done = async (editor: EditorProcess, count: number) =>
      await soon(async () => {
        const runs = (await runsOf(editor)).filter(({state}) => state === 'done');
        assert.ok(runs.length >= count, JSON.stringify(runs.length));
        return runs.length;
      });

    const before = await done(one, 5);
    await one.kill();
    const after = await done(other, before + 5);
    assert.equal(await other.stop(), 0);
    const third = await start('one');
    await done(third, after + 3);
    await call(third, 'POST', `${at}/pause`);
    const runs = await soon(async () => {
      const all = await runsOf(third);
      assert.ok(all.every(({state}) => state !== 'waiting' && state !== 'running'));
      return all;
    });

    const times = runs.map(({dueAt}) => dueAt);
    assert.equal(new Set(times).size, times.length, 'no time twice');
    for (const dueAt of times) assert.ok(Math.abs(dueAt - Date.now()) < 1_800_000, 'by one clock');
    const {count} = await call(third, 'GET', 'history');
    const ran = runs.filter(({state}) => state === 'done');
    const failed = runs.filter(({state}) => state === 'failed');
    // The one that was killed may have been at one, and the one that was stopped as well.
    assert.ok(failed.length <= 2, JSON.stringify(failed));
    assert.ok(
      Number(count) >= ran.length && Number(count) <= ran.length + failed.length,
      `${String(count)} statements of ${ran.length} runs`,
    );
    await soon(() => assert.equal(new Set(told).size, ran.length));
    // Whoever is killed while it tells may have been heard, and it is told again.
    assert.ok(told.length - ran.length <= 4, `${told.length} messages of ${ran.length} runs`);
  },
);

async function call(
  {url}: EditorProcess,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const authorization = `Basic ${Buffer.from('ann:of ann').toString('base64')}`;
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {authorization, ...(body && {'content-type': 'application/json'})},
    ...(body && {body: JSON.stringify(body)}),
  });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}

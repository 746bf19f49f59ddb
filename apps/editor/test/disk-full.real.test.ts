// A disk that is full under each kind of write of the editor, and under a backup: what was not kept
// is told, nothing that was kept is lost, nobody waits for ever.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readdirSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {fillDisk, smallDisk} from '../../../packages/db/test/small-disk.ts';
import {EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {runCommand} from './run-command.ts';

type Answer = {readonly status: number; readonly body: Record<string, unknown>};

const uuidOnly = /^[\da-f-]{36}$/;
const authorization = `Basic ${btoa('admin:admin')}`;

test(
  'each kind of write says that the disk is full, and works when there is room again',
  {timeout: 300_000},
  async t => {
    const disk = smallDisk(t);
    if (disk === undefined) return t.skip('this user may not mount a file system');
    const editor = await startEditorProcess([
      'editor',
      '--data',
      join(disk, 'data'),
      '--min-free-disk',
      '0',
    ]);
    t.after(editor.kill);
    const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(editor.url + path, {
        method,
        headers: {authorization, 'content-type': 'application/json'},
        ...(body !== undefined && {body: JSON.stringify(body)}),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {text},
      };
    };
    const state = async (operationId: string) => {
      const {body} = await ask('POST', '/api/editor/check_status', {operationId});
      if (body['status'] !== 0) return `failed: ${String(body['message'])}`;
      return (body['query_status'] as {status: string}).status;
    };
    /** How a statement ended: at once or later. */
    const run = async (statement: string): Promise<string> => {
      const {body} = await ask('POST', '/api/editor/execute/duckdb', {statement});
      if (body['status'] !== 0) return `refused: ${String(body['message'])}`;
      const uuid = String(body['history_uuid']);
      return await soon(async () => {
        const status = await state(uuid);
        assert.ok(!['running', 'submitted', 'waiting', 'starting'].includes(status), status);
        return status === 'available' ? uuid : status;
      });
    };
    const rowsOf = async (uuid: string) =>
      await ask('GET', `/api/v1/results/${uuid}/rows?from=0&count=1000`);
    const large = 'x'.repeat(200_000);
    const writes: Readonly<Record<string, () => Promise<Answer>>> = {
      document: () =>
        ask('POST', '/api/v1/documents', {
          kind: 'query',
          name: randomUUID(),
          content: {engine: 'duckdb', text: large},
        }),
      sheet: () =>
        ask('PUT', `/api/v1/tabs/${randomUUID()}`, {revision: 0, content: {text: large}}),
      token: () => ask('POST', '/api/v1/tokens', {name: 'x'.repeat(200)}),
      import: () =>
        ask('POST', '/api/v1/documents/import', {
          files: [{path: `${randomUUID()}.sql`, text: large}],
        }),
    };

    const kept = await run("SELECT i, 'kept' AS word FROM range(1000) t(i)");
    assert.match(kept, uuidOnly);
    assert.equal((await rowsOf(kept)).status, 200);
    assert.match(await run('CREATE TABLE before AS SELECT 41 AS n'), uuidOnly);
    for (const [kind, write] of Object.entries(writes))
      assert.ok((await write()).status < 300, kind);
    const documents = async () =>
      ((await ask('GET', '/api/v1/documents')).body['documents'] as readonly unknown[]).length;
    const known = await documents();

    const ballast = join(disk, 'ballast');
    fillDisk(ballast);
    for (const [kind, write] of Object.entries(writes)) {
      const told: Answer[] = [];
      // Pages of the database that are free take a few.
      await soon(async () => {
        const answer = await write();
        if (answer.status >= 300) told.push(answer);
        assert.ok(told.length > 0);
      });
      assert.equal(told[0]?.status, 507, `${kind}: ${JSON.stringify(told[0]?.body)}`);
    }
    assert.match(await run('SELECT 1'), /^refused: The disk is full/);

    // Room for what is written down of a statement, and not for what it makes.
    const cramped = async (statement: string) => {
      rmSync(ballast);
      fillDisk(ballast);
      truncateSync(ballast, statSync(ballast).size - 4 * 2 ** 20);
      return await run(statement);
    };
    const many = 'SELECT md5(i::VARCHAR) AS h FROM range(2000000) t(i)';
    const told = {
      table: await cramped(`CREATE TABLE during AS ${many}`),
      file: await cramped(`COPY (${many}) TO 'during.csv'`),
    };
    const rows = await cramped(many);
    // Rows are kept in a file as far as they are asked for.
    const spooled = await ask('GET', `/api/v1/results/${rows}/rows?from=1999000&count=100`);
    assert.equal(spooled.status, 507, JSON.stringify(spooled).slice(0, 300));
    t.diagnostic(JSON.stringify(told));
    for (const kind of ['table', 'file'] as const)
      assert.match(told[kind], /room|space|disk/i, kind);
    assert.equal((await ask('GET', '/desktop/debug/is_alive')).status, 200, 'it lives');
    assert.equal((await rowsOf(kept)).status, 200, 'what was kept is read');

    rmSync(ballast);
    assert.match(
      await soon(async () => {
        const uuid = await run('CREATE TABLE after AS SELECT 1 AS n');
        assert.match(uuid, uuidOnly);
        return uuid;
      }),
      /./,
    );
    const again = await run('SELECT n FROM before');
    assert.deepEqual((await rowsOf(again)).body['rows'], [[41]]);
    assert.equal(((await rowsOf(kept)).body['rows'] as unknown[]).length, 1000);
    for (const [kind, write] of Object.entries(writes))
      assert.ok((await write()).status < 300, kind);
    assert.ok((await documents()) >= known + 2);
    assert.equal(await editor.stop(), 0);
  },
);

test(
  'a backup or its return that finds no room leaves nothing behind, and the servers go on',
  {timeout: 300_000},
  async t => {
    const disk = smallDisk(t);
    if (disk === undefined) return t.skip('this user may not mount a file system');
    const data = join(disk, 'data');
    const both = await startEditorProcess([
      '--data',
      data,
      '--http-port',
      '0',
      '--min-free-disk',
      '0',
    ]);
    t.after(both.kill);
    const catalog = /catalog, listening on (\S+)/.exec(both.output())?.[1] ?? '';
    const save = async (name: string) => {
      const attributes = {qualifiedName: name, name, clusterName: 'c'};
      const answer = await fetch(`${catalog}/api/atlas/v2/entity`, {
        method: 'POST',
        headers: {authorization, 'content-type': 'application/json'},
        body: JSON.stringify({entity: {typeName: 'hive_db', attributes}}),
      });
      return {status: answer.status, text: await answer.text()};
    };
    assert.equal((await save('before')).status, 200);
    // What the embedded engine keeps is copied last.
    await new EditorClient(both.url).query(
      'duckdb',
      'CREATE TABLE kept AS SELECT random() AS n FROM range(500000)',
    );
    const rows = join(data, 'editor', 'results', 'rows');
    writeFileSync(rows, Buffer.alloc(4 * 2 ** 20));
    const ballast = join(disk, 'ballast');
    const leave = (bytes: number) => {
      rmSync(ballast, {force: true});
      fillDisk(ballast);
      truncateSync(ballast, statSync(ballast).size - bytes);
    };
    const target = join(disk, 'backup');
    const before = readdirSync(disk);
    // It ends in the copy of a store, of a file, of the tables of the embedded engine.
    for (const room of [256 * 1024, 3 * 2 ** 20, 6 * 2 ** 20]) {
      leave(room);
      const {code, output} = await runCommand('backup', target, '--data', data);
      t.diagnostic(`${room} bytes: ${output.trim()}`);
      assert.equal(code, 1, output);
      assert.match(
        output,
        /^Not done: there is no room for it in \S+ \(.+\); nothing of it stays there\.$/m,
      );
      assert.deepEqual(readdirSync(disk), [...before, 'ballast'].toSorted());
    }
    const after = await save('after');
    assert.equal(after.status, 200, after.text);

    rmSync(ballast);
    const elsewhere = await temporaryFolder(t);
    const done = await runCommand('backup', join(elsewhere, 'backup'), '--data', data);
    assert.equal(done.code, 0, done.output);
    leave(3 * 2 ** 20);
    const returned = join(disk, 'returned');
    const {code, output} = await runCommand(
      'restore',
      join(elsewhere, 'backup'),
      '--data',
      returned,
    );
    assert.equal(code, 1, output);
    assert.match(output, /^Not done: there is no room for it in /m);
    assert.deepEqual(
      readdirSync(returned, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile()),
      [],
    );
    rmSync(ballast);
    assert.equal(
      (await runCommand('restore', join(elsewhere, 'backup'), '--data', returned)).code,
      0,
    );
    assert.equal(await both.stop(), 0);
  },
);

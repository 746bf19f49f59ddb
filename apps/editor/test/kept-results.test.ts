import assert from 'node:assert/strict';
import {cp} from 'node:fs/promises';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {SqlError} from '../src/engine/sql-engine.ts';
import {SessionPool} from '../src/session/session-pool.ts';
import {LiveStatements} from '../src/statement/live-statements.ts';
import {FolderResults} from '../src/statement/results/folder-results.ts';
import {editorForTests, type EditorForTests} from './editor-fixture.ts';
import type {MemoryEngine} from './memory-engine.ts';

/**
 * Rows that are fetched of a long result that nobody reads: the budget of the tests, and what is
 * left of the page that uses it up.
 */
const kept = 16_000;

/**
 * An engine whose sessions are taken up by rows that nobody has fetched, and that finds both again.
 */
async function editorWithRows(t: TestContext): Promise<EditorForTests> {
  const editor = await editorForTests(t);
  editor.engine.features = {...editor.engine.features, resume: true, holdsRows: true};
  return editor;
}

async function run(
  {post}: EditorForTests,
  statement: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const {body} = await post('/api/editor/execute/hive', {statement, ...fields});
  assert.equal(body['status'], 0, JSON.stringify(body));
  const operationId = String(body['history_uuid']);
  await post('/api/editor/check_status', {operationId});
  return operationId;
}

async function rowsOf(
  {post}: EditorForTests,
  operationId: string,
  rows: number,
  startOver = 'false',
) {
  const {body} = await post('/api/editor/fetch_result_data', {
    operationId,
    rows: String(rows),
    startOver,
    format: 'json',
  });
  assert.equal(body['status'], 0, JSON.stringify(body));
  return (body['result'] as {data: [number, string][]}).data.map(([n]) => n);
}

/** Another process of the editor on a copy of what this one has on disk, as after a crash. */
async function afterCrash(
  t: TestContext,
  {editor, folder, log, engine}: EditorForTests,
): Promise<LiveStatements> {
  await cp(join(folder, 'results'), join(folder, 'later'), {recursive: true});
  const pool = new SessionPool({log, sweepMs: 0});
  const {engines, statements: store} = editor;
  const live = await LiveStatements.open({
    engines,
    pool,
    store,
    results: await FolderResults.open(join(folder, 'later'), false),
    log,
    idleMs: 60_000,
  });
  t.after(async () => await pool.stop(await live.stop()));
  assert.ok(engine.features.resume);
  return live;
}

test('sessions of finished statements are free for the next ones, and their rows are here', async t => {
  const editor = await editorWithRows(t);
  editor.engine.rules = {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 2};
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await run(editor, 'ROWS 3000'));
  await soon(() => assert.equal(editor.editor.pool.count, 0));
  for (const id of ids) assert.equal((await rowsOf(editor, id, 5000)).length, 3000);
});

test('a result beyond the budget keeps its session until another statement wants it, and then says how to get the rest', async t => {
  const editor = await editorWithRows(t);
  const {engine, post} = editor;
  engine.rules = {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: 2};
  const [first, second] = [await run(editor, 'ROWS 60000'), await run(editor, 'ROWS 60001')];
  const live = [first, second].map(id => editor.editor.live.known(id));
  await soon(() =>
    assert.deepEqual(
      live.map(one => one?.canGiveUpRest && one.fetched.rowCount),
      [kept, kept],
    ),
  );
  assert.equal(editor.editor.pool.count, 2, 'nobody wants them');

  await run(editor, 'ROWS 3');
  for (const rows of [10_000, 6000]) assert.equal((await rowsOf(editor, first, rows)).length, rows);
  const {body} = await post('/api/editor/fetch_result_data', {operationId: first, rows: '100'});
  assert.equal(body['status'], -3);
  assert.match(String(body['message']), /first 16,000 rows.*run the statement again and download/);
  // The one whose session nobody needed goes on.
  let seen = 0;
  while (seen < 60_001) seen += (await rowsOf(editor, second, 10_000)).length;
  await soon(() => assert.equal(editor.editor.pool.count, 0));
});

test('rows that are here do not wait for a page that is on its way', async t => {
  const editor = await editorForTests(t);
  const id = await run(editor, 'ROWS 5000');
  assert.equal((await rowsOf(editor, id, 10)).length, 10);
  const {promise, resolve} = Promise.withResolvers<void>();
  editor.engine.pageGate = promise;
  const at = (from: number, count: number) =>
    editor.inject({
      url: `/api/v1/results/${id}/rows?from=${from}&count=${count}`,
      headers: {authorization: `Basic ${btoa('admin:admin')}`},
    });
  const late = at(2000, 10);
  await soon(() => assert.equal(editor.engine.asked.fetches.length, 2));
  assert.equal(((await at(100, 50)).body['rows'] as unknown[]).length, 50);
  assert.deepEqual(await rowsOf(editor, id, 3, 'true'), [0, 1, 2]);
  assert.equal(
    ((await at(1990, 50)).body['rows'] as unknown[]).length,
    10,
    'as far as they are here',
  );
  resolve();
  assert.equal(((await late).body['rows'] as unknown[]).length, 10);
  assert.deepEqual(await rowsOf(editor, id, 3), [3, 4, 5]);
});

test('another process reads the rows that are here while the engine is away, and the rest when it is back', async t => {
  const editor = await editorWithRows(t);
  const {engine} = editor;
  const id = await run(editor, 'ROWS 60000');
  await soon(() => assert.equal(editor.editor.live.known(id)?.fetched.rowCount, kept));
  const statement = await editor.editor.statements.byUuid('admin', id);
  assert.ok(statement !== undefined);
  engine.refusal = new SqlError('unreachable', 'Nothing listens there');
  const later = await afterCrash(t, editor);
  const live = await later.find(statement);
  assert.equal((await live.rowsAt(0, 20_000)).page.rowCount, kept);
  await assert.rejects(live.rowsAt(kept, 1), {kind: 'unreachable'});
  engine.refusal = undefined;
  let count = 0;
  for await (const {columns} of live.pages())
    for (const n of columns[0] ?? []) assert.equal(n, BigInt(count++));
  assert.equal(count, 60_000);
});

test('a page that was on its way at a crash is asked for again, with those before it', async t => {
  const editor = await editorWithRows(t);
  const {engine} = editor;
  const id = await run(editor, 'ROWS 60000');
  await soon(() => assert.equal(editor.editor.live.known(id)?.fetched.rowCount, kept));
  const {promise, resolve} = Promise.withResolvers<void>();
  engine.pageGate = promise;
  const lost = rowsOf(editor, id, 10_000).then(() => rowsOf(editor, id, 10_000));
  const fetches = engine.asked.fetches.length;
  await soon(() => assert.equal(engine.asked.fetches.length, fetches + 1));
  const later = await afterCrash(t, editor);
  engine.pageGate = undefined;
  const statement = await editor.editor.statements.byUuid('admin', id);
  assert.ok(statement !== undefined);
  let count = 0;
  for await (const {columns} of (await later.find(statement)).pages()) {
    for (const n of columns[0] ?? []) assert.equal(n, BigInt(count++));
  }
  assert.equal(count, 60_000);
  resolve();
  await lost.catch(() => undefined);
});

test('a statement runs though the one before it cannot be closed', async t => {
  const editor = await editorForTests(t);
  const operationId = await run(editor, 'STUCK; ROWS 3');
  const {body} = await editor.post('/api/editor/execute', {operationId});
  assert.equal(body['status'], 0, JSON.stringify(body));
  assert.deepEqual(await rowsOf(editor, String(body['history_uuid']), 10), [0, 1, 2]);
});

test('a cancel that the server is slow to hear is answered at once', async t => {
  const editor = await editorForTests(t);
  const operationId = await run(editor, 'HANG');
  const {promise, resolve} = Promise.withResolvers<void>();
  editor.engine.cancelGate = promise;
  const {body} = await editor.post('/api/editor/cancel_statement', {operationId});
  assert.deepEqual(body, {status: 0, result: {status: 0}});
  const status = async () =>
    (await editor.post('/api/editor/check_status', {operationId})).body['query_status'];
  assert.deepEqual(await status(), {status: 'running', has_result_set: false, is_cancelling: true});
  resolve();
  await soon(async () =>
    assert.deepEqual(await status(), {status: 'canceled', has_result_set: false}),
  );
});

test('the log of a statement that says much goes on behind its last kept line', async t => {
  const editor = await editorForTests(t);
  const operationId = await run(editor, 'CHATTER');
  const logs = async (from: number) => {
    const {body} = await editor.post('/api/editor/get_logs', {operationId, from: String(from)});
    return {text: String(body['logs']), count: Number(body['line_count'])};
  };
  let seen = (await logs(0)).count;
  for (let n = 0; n < 7; n++) {
    const {text, count} = await logs(seen);
    const lines = text.split('\n');
    assert.equal(lines.at(-1), `line ${count - 1}`);
    assert.ok(lines.length <= 20_000);
    seen = count;
  }
  assert.ok(seen >= 100_000);
  // More may have come meanwhile.
  const {text, count} = await logs(0);
  assert.ok(count >= seen);
  const kept = text.split('\n');
  assert.deepEqual([kept.length, kept[0]], [20_000, `line ${count - 20_000}`]);
  await editor.post('/api/editor/cancel_statement', {operationId});
});

/** Of an engine where the next statement takes the place of the one before it. */
async function openedSession(t: TestContext) {
  const editor = await editorForTests(t);
  const {body} = await editor.post('/api/editor/create_session', {
    session: JSON.stringify({type: 'hplsql'}),
  });
  const {id} = body['session'] as {id: number};
  const session = JSON.stringify({type: 'hplsql', id});
  const send = async (statement: string) => {
    const answer = await editor.post('/api/editor/execute/hplsql', {statement, session});
    return answer.body;
  };
  const fetched = (body: Readonly<Record<string, unknown>>) =>
    editor.editor.live.known(String(body['history_uuid']))?.fetched;
  const hplsql = editor.editor.engines.get('hplsql') as MemoryEngine;
  return {...editor, hplsql, send, fetched};
}

test('of statements that are sent into a session at once none loses its rows', async t => {
  const {send, fetched} = await openedSession(t);
  const [first, second] = await Promise.all([send('ROWS 3000'), send('ROWS 10'), send('SELECT 1')]);
  assert.deepEqual(
    [fetched(first), fetched(second)],
    [3000, 10].map(rowCount => ({rowCount, isComplete: true})),
  );
});

test('rows that the next statement of a session waits for do not wait for those of others', async t => {
  const opened = await openedSession(t);
  const {engine, send, fetched} = opened;
  engine.features = {...engine.features, holdsRows: true};
  const {promise, resolve} = Promise.withResolvers<void>();
  engine.pageGate = promise;
  for (let n = 0; n < 5; n++) await run(opened, 'ROWS 10');
  await soon(() => assert.equal(engine.asked.fetches.length, 4));
  const first = await send('ROWS 3000');
  await send('SELECT 1');
  assert.deepEqual(fetched(first), {rowCount: 3000, isComplete: true});
  resolve();
});

test('a statement that waits for rows of the one before it is cancelled at once', async t => {
  const {hplsql, editor, send} = await openedSession(t);
  const {promise, resolve} = Promise.withResolvers<void>();
  hplsql.pageGate = promise;
  await send('ROWS 10');
  const second = send('SELECT 1');
  await soon(() => assert.equal(hplsql.asked.fetches.length, 1));
  const [waits] = editor.live.waiting.ofUser('admin');
  assert.ok(waits !== undefined && editor.live.waiting.cancel('admin', waits.uuid));
  assert.deepEqual((await second)['query_status'], {status: 'canceled'});
  resolve();
  await send('SELECT 2');
  assert.ok(!hplsql.asked.statements.includes('SELECT 1'));
});

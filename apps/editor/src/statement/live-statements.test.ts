import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {TestLog} from '../../test/test-log.ts';
import type {RunningStatement} from '../engine/sql-engine.ts';
import type {Lease} from '../session/lease.ts';
import {SessionPool} from '../session/session-pool.ts';
import {LiveStatements} from './live-statements.ts';
import {FetchedResult} from './fetched-result.ts';
import type {LiveStatement} from './live-statement.ts';
import {FileSpool} from './results/file-spool.ts';
import {FolderResults} from './results/folder-results.ts';
import type {ResultSpool} from './results/result-store.ts';
import type {ServerSide} from './server-side.ts';
import type {Statement} from './statement.ts';
import {StatementStore} from './statement-store.ts';

const statement = {
  id: 1,
  uuid: '11111111-1111-4111-8111-111111111111',
  userName: 'admin',
  engine: 'hive',
  state: 'available',
  hasResultSet: true,
  place: 0,
  count: 1,
} as Statement;

/** Statements of a node, and what it shares with others. */
async function sharing(t: TestContext, isShared = true) {
  const folder = await mkdtemp(join(tmpdir(), 'live-statements-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  t.mock.timers.enable({apis: ['setInterval']});
  const log = new TestLog();
  const db = new SqliteDatabase({file: join(folder, 'editor.db')});
  t.after(() => db.close());
  const store = await StatementStore.open(db);
  const results = await FolderResults.open(join(folder, 'results'), isShared);
  const pool = new SessionPool({log, sweepMs: 0});
  const open = async () => {
    const live = await LiveStatements.open({
      engines: new Map(),
      pool,
      store,
      results,
      log,
      idleMs: 60_000,
    });
    t.after(() => live.stop());
    return live;
  };
  return {open, store, results, log};
}

test('a store that is away at the start ends nothing, and is asked again', async t => {
  const {open, store, log} = await sharing(t, false);
  const asked = t.mock.method(store, 'unfinished', async () => {
    throw new AppError('DATABASE_AWAY', []);
  });
  const live = await open();
  live.resumeAll();
  await soon(() => assert.ok(log.lines.some(one => /not taken up again yet/.test(one.message))));
  asked.mock.mockImplementation(async () => []);
  for (const times of [2, 2]) {
    t.mock.timers.tick(30_000);
    await soon(() => assert.equal(asked.mock.callCount(), times));
  }
});

/** One whose rows are not all here. */
async function begun(lives: LiveStatements): Promise<LiveStatement> {
  const page = {columns: [[1]], rowCount: 1};
  const running = {columns: async () => [], nextPage: async () => page, close: async () => {}};
  const lease = {id: '1', session: {isOpen: true}, touch: () => {}, release: async () => {}};
  const live = await lives.add(
    statement,
    running as unknown as RunningStatement,
    lease as unknown as Lease,
  );
  await live.fetchUpTo(1);
  return live;
}

test('rows that the store does not take when they are given up are published when it is back', async t => {
  const {open, results, log} = await sharing(t);
  const live = await begun(await open());
  const publish = t.mock.method(FileSpool.prototype, 'publish', async () => {
    throw new Error('away');
  });
  await live.close();
  assert.ok(log.lines.some(one => /not published yet/.test(one.message)));
  assert.equal(await results.reopen(statement.uuid), undefined);
  publish.mock.restore();
  t.mock.timers.tick(30_000);
  const there = await soon(async () => {
    const found = await results.reopen(statement.uuid);
    assert.ok(found);
    return found;
  });
  assert.deepEqual([there.rowCount, there.isAtEnd], [1, false]);
  await there.close();
});

test('what a user closes is removed wherever it is, and what a node forgets only there', async t => {
  const {open, results} = await sharing(t);
  const lives = await open();
  const other = await results.begin(statement.uuid);
  await other.append({columns: [[1, 2]], rowCount: 2});
  await other.append({columns: [], rowCount: 0});
  t.after(() => other.close());
  const idle = await begun(lives);
  idle.usedAt = 0;
  t.mock.timers.tick(30_000);
  await soon(() => assert.equal(lives.count, 0));
  const there = await results.reopen(statement.uuid);
  assert.equal(there?.rowCount, 2);
  await there?.close();
  await lives.close(await begun(lives));
  assert.equal(await results.reopen(statement.uuid), undefined);
});

test('a result is touched once while nobody uses it again', async t => {
  const {open, results} = await sharing(t);
  const spool = await results.begin(statement.uuid);
  await spool.append({columns: [], rowCount: 0});
  await spool.close();
  const lives = await open();
  const live = await lives.find(statement);
  live.usedAt = Date.now() - 1;
  const touch = t.mock.method(FileSpool.prototype, 'touch');
  for (const _ of [1, 2, 3]) await live.touch(0);
  assert.equal(touch.mock.callCount(), 1);
});

test('a node starts while results are still looked through for old ones', async t => {
  const {open, results} = await sharing(t);
  const {promise, resolve} = Promise.withResolvers<void>();
  t.mock.method(results, 'removeUnused', () => promise);
  await open();
  resolve();
});

test('a page that could not be stored is stored before the server is asked for the next', async () => {
  let count = 0;
  const nextPage = async () => ({columns: [[++count]], rowCount: 1});
  const held = {running: {columns: async () => [], nextPage}, lease: {touch: () => {}}};
  const stored: unknown[] = [];
  const spool = {
    columns: [],
    canGoOn: true,
    asking: async () => {},
    append: async (page: {columns: unknown[][]}) => {
      if (stored.length === 0 && !isBack) throw new Error('away');
      stored.push(page.columns[0]?.[0]);
    },
  };
  let isBack = false;
  const server = {get: async () => held} as unknown as ServerSide;
  const result = new FetchedResult(spool as unknown as ResultSpool, server, {hasSuccessor: false});
  await assert.rejects(result.more(), /away/);
  isBack = true;
  for (const _ of [1, 2]) await result.more();
  assert.deepEqual(stored, [1, 2]);
});

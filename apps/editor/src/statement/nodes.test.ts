import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {soon} from '@gazetteer/model/testing';
import {databases} from '../../test/databases.ts';
import {MemoryEngine} from '../../test/memory-engine.ts';
import {TestLog} from '../../test/test-log.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {SessionPool} from '../session/session-pool.ts';
import {LiveStatements} from './live-statements.ts';
import type {LiveStatement} from './live-statement.ts';
import {Nodes} from './nodes.ts';
import {FolderResults} from './results/folder-results.ts';
import type {Statement} from './statement.ts';
import {StatementStore} from './statement-store.ts';

let count = 0;

for (const {name, skip, open} of databases)
  describe(`nodes that share results, ${name}`, {skip: skip ?? false}, () => {
    async function world(t: TestContext) {
      const folder = await mkdtemp(join(tmpdir(), 'gazetteer-nodes-'));
      t.after(() => rm(folder, {recursive: true, force: true}));
      const db = open(t);
      const ends: (() => Promise<unknown>)[] = [() => db.close()];
      t.after(async () => {
        for (const end of ends) await end();
      });
      await StatementStore.open(db);
      const engine = new MemoryEngine('hive');
      engine.features = {...engine.features, resume: true, holdsRows: true};
      const log = new TestLog();
      const node = async (own: Database = db, aliveMs = 600_000) => {
        const nodes = await Nodes.open({db: own, log, beatMs: 20, aliveMs});
        const store = new StatementStore(db, nodes.id);
        const pool = new SessionPool({log, sweepMs: 0});
        const live = await LiveStatements.open({
          engines: new Map<string, SqlEngine>([['hive', engine]]),
          pool,
          store,
          results: await FolderResults.open(folder, true),
          nodes,
          log,
          idleMs: 60_000,
          budget: {rows: 5000, bytes: 2 ** 20, personBytes: 2 ** 20},
        });
        const stop = async () => {
          await live.stop();
          await nodes.stop();
        };
        ends.unshift(stop, () => pool.stop(new Set()));
        const run = async (sql: string): Promise<LiveStatement> => {
          const uuid = `${String(++count).padStart(8, '0')}-0000-4000-8000-000000000000`;
          const at = {engine: 'hive', database: 'default', place: 0, count: 1};
          const {id} = await store.add({uuid, userName: 'ada', ...at, sql, body: sql});
          const lease = await pool.lease(engine, {name: 'ada'});
          const running = await lease.session.submit(sql);
          await store.accepted(id, lease.session.handle, running.handle);
          return await live.add((await store.byId(id)) as Statement, running, lease);
        };
        const row = async (uuid: string) => (await store.byUuid('ada', uuid)) as Statement;
        const find = async (uuid: string) => await live.find(await row(uuid));
        return {nodes, live, stop, run, row, find};
      };
      return {node, db};
    }

    it('leave a statement to the node that has it, and ask that one', async t => {
      const {node} = await world(t);
      const [one, other] = [await node(), await node()];
      const {uuid} = (await one.run('HANG')).statement;
      const statement = await other.row(uuid);
      assert.equal(await one.live.isElsewhere(statement), false);
      assert.equal(await other.live.isElsewhere(statement), true);
      await assert.rejects(other.live.find(statement), {kind: 'CONFLICT'});
      other.live.resumeAll();
      assert.equal(await other.live.askOther(statement, 'cancel'), true);
      await soon(async () => assert.equal((await other.row(uuid)).state, 'canceled'));
      assert.equal(other.live.count, 0);
    });

    it('have rows beyond the budget fetched for each other', async t => {
      const {node} = await world(t);
      const [one, other] = [await node(), await node()];
      const {uuid} = (await one.run('ROWS 20000')).statement;
      await soon(async () => {
        assert.equal((await other.row(uuid)).state, 'available');
        assert.equal(one.live.known(uuid)?.canGiveUpRest, true);
      });
      const there = await other.find(uuid);
      assert.deepEqual(there.fetched, {rowCount: 20_000, isComplete: true});
      assert.equal((await there.rowsAt(19_999, 10)).page.rowCount, 1);
    });

    it('take over what a node had that is gone, at once where it has stopped', async t => {
      const {node, db} = await world(t);
      const [one, other] = [await node(), await node()];
      const [running, unread] = [await one.run('HANG'), await one.run('ROWS 20000')];
      const [held, rest] = [running.statement.uuid, unread.statement.uuid];
      await soon(() => assert.equal(unread.canGiveUpRest, true));
      assert.equal(await other.live.isElsewhere(await other.row(held)), true);
      await one.stop();
      assert.equal((await (await other.find(held)).progress()).state, 'running');
      assert.equal((await other.row(held)).owner, other.nodes.id);
      const there = await other.find(rest);
      await there.fetchUpTo(Infinity);
      assert.deepEqual(there.fetched, {rowCount: 20_000, isComplete: true});
      const left = await db.read(session => session.all('SELECT id FROM editor_node'));
      assert.deepEqual(left, [{id: other.nodes.id}]);
    });

    it('take over what a node had that is not heard of, which lets go of it when it is back', async t => {
      const {node, db} = await world(t);
      let isAway = false;
      const mayBeAway = new Proxy(db, {
        get: (target, name) => {
          const found = Reflect.get(target, name) as unknown;
          if (typeof found !== 'function') return found;
          return isAway ? async () => await Promise.reject(new Error('away')) : found.bind(target);
        },
      });
      const aliveMs = 1000;
      const [one, other] = [await node(mayBeAway, aliveMs), await node(db, aliveMs)];
      const {uuid} = (await one.run('HANG')).statement;
      const unread = await one.run('ROWS 20000');
      await soon(() => assert.equal(unread.canGiveUpRest, true));
      isAway = true;
      await soon(() => assert.throws(() => one.nodes.mustBeHeardOf()));
      const rows = unread.rowsAt(unread.fetched.rowCount, 1);
      await assert.rejects(rows, /another node may have the statement by now/);
      await soon(async () => await other.find(uuid));
      assert.equal((await other.row(uuid)).owner, other.nodes.id);
      assert.equal(one.live.count, 2);
      isAway = false;
      await soon(() => assert.deepEqual(one.live.all(), [unread]));
      assert.equal(other.live.count, 1);
    });
  });

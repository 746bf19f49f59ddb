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
import type {SqlEngine, SqlSession} from '../engine/sql-engine.ts';
import {SessionPool} from '../session/session-pool.ts';
import {LiveStatements} from './live-statements.ts';
import type {LiveStatement} from './live-statement.ts';
import {Nodes} from './nodes.ts';
import {FolderResults} from './results/folder-results.ts';
import type {Statement} from './statement.ts';
import {StatementStore} from './statement-store.ts';

let count = 0;
const aliveMs = 600_000;
const never = 2 ** 31 - 1;

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
      const node = async (own: Database = db, beatMs = 20) => {
        const nodes = await Nodes.open({db: own, log, beatMs, aliveMs});
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
        const sessions = new Map<LiveStatement, SqlSession>();
        const run = async (sql: string): Promise<LiveStatement> => {
          const uuid = `${String(++count).padStart(8, '0')}-0000-4000-8000-000000000000`;
          const at = {engine: 'hive', database: 'default', place: 0, count: 1};
          const {id} = await store.add({uuid, userName: 'ada', ...at, sql, body: sql});
          const lease = await pool.lease(engine, {name: 'ada'});
          const running = await lease.session.submit(sql);
          await store.accepted(id, lease.session.handle, running.handle);
          const added = await live.add((await store.byId(id)) as Statement, running, lease);
          sessions.set(added, lease.session);
          return added;
        };
        const cut = async (statement: LiveStatement) => await sessions.get(statement)?.detach();
        const row = async (uuid: string) => (await store.byUuid('ada', uuid)) as Statement;
        const find = async (uuid: string) => await live.find(await row(uuid));
        return {nodes, live, pool, store, stop, run, cut, row, find};
      };
      const write = async (sql: string, ...params: (string | number)[]) =>
        void (await db.write(session => session.run(sql, params)));
      /** As if a time of a node lay back twice as long as others wait for a node. */
      const age = async (time: 'seen_at' | 'steady_since', {nodes}: {nodes: Nodes}) =>
        await write(
          `UPDATE editor_node SET ${time} = ${time} - ? WHERE id = ?`,
          2 * aliveMs,
          nodes.id,
        );
      const timeOf = async (time: 'seen_at' | 'steady_since', {nodes}: {nodes: Nodes}) => {
        const sql = `SELECT ${time} AS at FROM editor_node WHERE id = ?`;
        const [row] = await db.read(session => session.all<{at: number}>(sql, [nodes.id]));
        return Number(row?.at);
      };
      const wanted = async (uuid: string) => {
        const sql = 'SELECT wanted FROM editor_statement WHERE uuid = ?';
        const [row] = await db.read(session => session.all<{wanted: string}>(sql, [uuid]));
        return row?.wanted;
      };
      /** A database that can be away, and a node that has not been heard of since then. */
      const away = {
        is: false,
        db: new Proxy(db, {
          get: (target, name) => {
            const found = Reflect.get(target, name) as unknown;
            if (typeof found !== 'function') return found;
            return away.is
              ? async () => await Promise.reject(new Error('away'))
              : found.bind(target);
          },
        }),
        begin: () => {
          away.is = true;
          t.mock.timers.enable({apis: ['Date'], now: Date.now() + 2 * aliveMs});
        },
      };
      return {node, db, engine, folder, log, away, age, timeOf, wanted, write};
    }

    it('leave a statement to the node that has it, and ask that one', async t => {
      const {node, wanted} = await world(t);
      const [one, other] = [await node(), await node()];
      const {uuid} = (await one.run('HANG')).statement;
      const statement = await other.row(uuid);
      assert.equal(await one.live.isElsewhere(statement), false);
      assert.equal(await other.live.isElsewhere(statement), true);
      await assert.rejects(other.live.find(statement), {kind: 'CONFLICT'});
      other.live.resumeAll();
      assert.equal(await other.live.askOther(statement, 'cancel'), true);
      await soon(async () => {
        assert.equal((await other.row(uuid)).state, 'canceled');
        assert.equal(await wanted(uuid), null);
      });
      assert.equal(other.live.count, 0);
    });

    it('tell what a server says of a statement as long as somebody asks', async t => {
      const {node, db, write} = await world(t);
      const [one, other] = [await node(), await node()];
      const {uuid} = (await one.run('HANG')).statement;
      const said = async () => await other.live.reportOf(await other.row(uuid));
      await soon(async () => {
        const report = await said();
        assert.deepEqual(report?.log.lines, ['Total jobs = 2', 'Starting Job = job_1_0001']);
        assert.equal(report?.isOpen, true);
      });
      assert.equal(await one.live.reportOf(await one.row(uuid)), undefined);
      await (await one.find(uuid)).cancel();
      await soon(async () => assert.equal((await said())?.isOpen, false));
      await write('UPDATE editor_report SET asked_at = 1');
      await one.nodes.reports.forget();
      const left = await db.read(session => session.all('SELECT statement FROM editor_report', []));
      assert.deepEqual(left, []);
    });

    it('tell the end of a long log', async t => {
      const {node} = await world(t);
      const [one, other] = [await node(), await node()];
      const {uuid} = (await one.run('CHATTER')).statement;
      const log = await soon(async () => {
        const report = await other.live.reportOf(await other.row(uuid));
        assert.ok(report);
        return report.log;
      });
      const {first, lines} = log.from(0);
      assert.deepEqual([first, lines.length], [log.count - 1000, 1000]);
      assert.equal(lines.at(-1), `line ${log.count - 1}`);
    });

    it('do what is asked for once, beside their beats', async t => {
      const {node, timeOf, wanted} = await world(t);
      const [one, other] = [await node(), await node()];
      const {id, uuid} = (await one.run('HANG')).statement;
      const asked: string[] = [];
      const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
      one.nodes.onWanted = async one => {
        asked.push(one.wanted);
        return (await answers[asked.length - 1]?.promise) === true;
      };
      await other.nodes.ask(id, 'close');
      await other.nodes.ask(id, 'rows');
      await soon(() => assert.deepEqual(asked, ['close']));
      for (let beat = 0; beat < 3; beat++) {
        const before = await timeOf('seen_at', one);
        await soon(async () => assert.ok((await timeOf('seen_at', one)) > before));
      }
      assert.deepEqual(asked, ['close']);
      answers[0]?.resolve(false);
      await soon(() => assert.deepEqual(asked, ['close', 'close']));
      assert.equal(await wanted(uuid), 'close');
      answers[1]?.resolve(true);
      await soon(async () => assert.equal(await wanted(uuid), null));
      assert.deepEqual(asked, ['close', 'close']);
    });

    it('have rows up to the budget fetched for each other, and tell that there are more', async t => {
      const {node} = await world(t);
      const [one, other] = [await node(), await node()];
      const unread = await one.run('ROWS 20000');
      const {uuid} = unread.statement;
      await soon(async () => {
        assert.equal((await other.row(uuid)).state, 'available');
        assert.equal(unread.canGiveUpRest, true);
      });
      const there = await other.find(uuid);
      assert.deepEqual(there.fetched, {rowCount: 8000, isComplete: false});
      assert.equal((await there.rowsAt(7999, 10)).page.rowCount, 1);
      await assert.rejects(there.rowsAt(8000, 10), /8,000 rows .* another node has the rest/);
      await unread.fetchUpTo(Infinity);
      assert.deepEqual((await (await node()).find(uuid)).fetched, {
        rowCount: 20_000,
        isComplete: true,
      });
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
      const {node, away, age, engine} = await world(t);
      const [one, other] = [await node(away.db), await node()];
      const running = await one.run('HANG');
      const {uuid} = running.statement;
      const guid = running.sessionGuid ?? '';
      const unread = await one.run('ROWS 20000');
      await soon(() => assert.equal(unread.fetched.rowCount, 8000));
      away.begin();
      const rows = unread.rowsAt(unread.fetched.rowCount, 1);
      await assert.rejects(rows, /another node may have the statement by now/);
      await age('steady_since', other);
      await age('seen_at', one);
      const there = await other.find(uuid);
      assert.equal((await other.row(uuid)).owner, other.nodes.id);
      assert.equal(one.live.count, 2);
      away.is = false;
      await soon(() => assert.deepEqual(one.live.all(), [unread]));
      await soon(() => assert.equal(one.pool.count, 1));
      assert.equal(other.live.count, 1);
      assert.equal(engine.hasSession(guid), true);
      assert.equal((await there.progress()).state, 'running');
      assert.equal((await other.row(uuid)).finishedAt, undefined);
    });

    it('take nothing over after an outage until the others can have been heard', async t => {
      const {node, age, timeOf} = await world(t);
      const [one, other] = [await node(undefined, never), await node()];
      const statement = (await one.run('HANG')).statement;
      await age('steady_since', other);
      await age('seen_at', one);
      const before = await timeOf('steady_since', other);
      await age('seen_at', other);
      await soon(async () => assert.ok((await timeOf('steady_since', other)) > before));
      assert.equal(await other.live.isElsewhere(statement), true);
      await age('steady_since', other);
      assert.equal(await other.live.isElsewhere(statement), false);
    });

    it('end at its server what another one has and cannot go on with', async t => {
      const {node, engine, write} = await world(t);
      engine.features = {...engine.features, resume: false};
      const one = await node();
      const guid = (await one.run('HANG')).sessionGuid ?? '';
      assert.equal(engine.hasSession(guid), true);
      await write('UPDATE editor_statement SET owner = ?', 'another');
      await soon(() => assert.equal(engine.hasSession(guid), false));
      assert.equal(one.live.count, 0);
    });

    it('go on with rows that nobody waits for when they are heard of again', async t => {
      const {node, away} = await world(t);
      const one = await node(away.db);
      away.begin();
      const unread = await one.run('ROWS 20000');
      await soon(() => assert.equal(unread.isUnread, true));
      await assert.rejects(unread.rowsAt(0, 1), /another node may have the statement by now/);
      away.is = false;
      await soon(() => assert.equal(unread.fetched.rowCount, 8000));
    });

    it('find again what has lost its connection, also for a node that asks', async t => {
      const {node} = await world(t);
      const [one, other] = [await node(), await node()];
      const [found, asked] = [await one.run('HANG 1'), await one.run('HANG 2')];
      await one.cut(found);
      one.live.resumeAll();
      await soon(() => assert.equal(one.live.known(found.statement.uuid)?.isLost, false));
      await one.cut(asked);
      const {uuid} = asked.statement;
      await other.live.askOther(await other.row(uuid), 'cancel');
      await soon(async () => assert.equal((await other.row(uuid)).state, 'canceled'));
    });

    it('write nothing of a statement that another one has, and do not send it', async t => {
      const {node, write} = await world(t);
      const [one, other] = [await node(), await node()];
      const at = {engine: 'hive', database: 'default', place: 0, count: 1};
      const statement = await one.store.add({
        uuid: 'u',
        userName: 'ada',
        ...at,
        sql: 'x',
        body: 'x',
      });
      const {signal} = one.live.waiting.enter(statement);
      const give = async ({nodes}: {nodes: Nodes}) =>
        await write('UPDATE editor_statement SET owner = ?', nodes.id);
      await give(other);
      await soon(() => assert.equal(signal.aborted, true));
      const handle = {guid: 'g', secret: 's', kind: 0, hasResultSet: true};
      const session = {guid: 'g', secret: 's', protocol: 10};
      const accept = async () => await one.store.accepted(statement.id, session, handle);
      assert.equal(await accept(), false);
      await one.store.finished(statement.id, {state: 'failed', hasResultSet: false});
      assert.deepEqual(await other.row('u'), {...statement, owner: other.nodes.id});
      await other.store.finished(statement.id, {state: 'failed', hasResultSet: false});
      await give(one);
      assert.equal(await accept(), false);
      assert.equal((await other.row('u')).state, 'failed');
    });

    it('take up statements of nobody at the start alone', async t => {
      const {node, write} = await world(t);
      const one = await node();
      const {uuid} = (await one.run('HANG')).statement;
      await write('UPDATE editor_statement SET owner = NULL');
      const other = await node();
      assert.deepEqual(await other.store.unfinished(other.nodes.free(false)), []);
      const [found] = await other.store.unfinished(other.nodes.free(true));
      assert.equal(found?.uuid, uuid);
    });

    it('end though the database is away', async t => {
      const {node, away, log} = await world(t);
      const {nodes} = await node(away.db);
      away.begin();
      await nodes.stop();
      assert.ok(log.lines.some(({message}) => /do not hear that this one stops/.test(message)));
    });

    it('follow one that was killed in the same folder at once', async t => {
      const {db, folder, log} = await world(t);
      const options = {db, log, folder, beatMs: never};
      const killed = await Nodes.open(options);
      const at = {engine: 'hive', database: 'default', place: 0, count: 1};
      const store = new StatementStore(db, killed.id);
      const {id} = await store.add({uuid: 'u', userName: 'ada', ...at, sql: 'x', body: 'x'});
      const elsewhere = await Nodes.open({db, log, beatMs: never});
      assert.equal(await elsewhere.claim(id), false);
      const next = await Nodes.open(options);
      assert.equal(await next.claim(id), true);
      for (const nodes of [killed, elsewhere, next]) await nodes.stop();
    });
  });

import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask, startCluster, urlOf} from '../test/postgres-fixture.ts';
import {databaseContract} from './database.contract.ts';
import {PostgresDatabase} from './postgres.ts';

const primary = await startCluster();
const follow = async () =>
  'skip' in primary
    ? primary
    : await startCluster({follows: primary.url, settings: ['max_standby_streaming_delay=0']});
const [first, second] = [await follow(), await follow()];
after(async () => {
  for (const one of [first, second, primary]) if ('stop' in one) await one.stop();
});
const skip = 'skip' in primary ? primary.skip : undefined;
const portOf = (one: typeof primary) => Number(new URL(urlOf(one)).port);

/** The address of all three, with reads on followers. */
const address = () => {
  const hosts = [primary, first, second].map(one => new URL(urlOf(one)).host);
  const [own = ''] = hosts;
  return `${urlOf(primary).replace(own, hosts.join(','))}?target_session_attrs=prefer-standby`;
};

let schemas = 0;
databaseContract(
  'PostgreSQL with reads on followers',
  async () => {
    const schema = `followed_${++schemas}`;
    return () => new PostgresDatabase({url: address(), schema, maxConnections: 8});
  },
  skip,
);

describe('reads on followers', skip === undefined ? {} : {skip}, () => {
  let db: PostgresDatabase;
  let other: PostgresDatabase;
  before(async () => {
    [db, other] = [new PostgresDatabase({url: address()}), new PostgresDatabase({url: address()})];
    await db.migrate([
      {id: 1, statements: () => ['CREATE TABLE item (id BIGINT PRIMARY KEY, text TEXT)']},
    ]);
  });
  after(async () => {
    await db.close();
    await other.close();
  });
  const look = async (node: PostgresDatabase) =>
    await node.read(async session => {
      const [row] = await session.all<{port: number; last: number | null}>(
        'SELECT inet_server_port() AS port, (SELECT max(id) FROM item) AS last',
      );
      assert.ok(row !== undefined);
      return row;
    });
  const add = (id: number, text = '') =>
    db.write(session => session.run('INSERT INTO item VALUES (?, ?)', [id, text]));
  const isFollower = (port: number) => port !== portOf(primary);

  test('find what was acknowledged before, at whichever node', async () => {
    const ports: number[] = [];
    let id = 0;
    await soon(async () => {
      for (let n = 0; n < 100; n++) {
        await add(++id);
        for (const node of [db, other]) {
          const {port, last} = await look(node);
          assert.equal(last, id);
          ports.push(port);
        }
      }
      const used = new Set(ports.filter(isFollower));
      assert.deepEqual(used, new Set([portOf(first), portOf(second)]));
    });
  });

  test('are refused at the start where a follower would not tell what it follows', async () => {
    await ask(primary, 'CREATE ROLE plain LOGIN');
    const own = new PostgresDatabase({url: address().replace('postgres@', 'plain@')});
    try {
      await assert.rejects(own.migrate([]), /GRANT pg_read_all_stats TO "plain"/);
    } finally {
      await own.close();
    }
  });

  test('are made at the primary while no follower gets on, and at followers again when they do', async () => {
    for (const one of [first, second]) await ask(one, 'SELECT pg_wal_replay_pause()');
    await add(10_000);
    for (let n = 0; n < 20; n++)
      assert.deepEqual(await look(other), {port: portOf(primary), last: 10_000});
    for (const one of [first, second]) await ask(one, 'SELECT pg_wal_replay_resume()');
    await soon(async () => assert.ok(isFollower((await look(other)).port)));
  });

  test('are made again at the primary where the follower ends them to catch up', async () => {
    const ports: number[] = [];
    const rows = async () =>
      await db.read(async session => {
        const count = 'SELECT inet_server_port() AS port, count(*) AS count FROM item';
        const [row] = await session.all<{port: number; count: number}>(count);
        ports.push(row?.port ?? 0);
        if (!isFollower(ports.at(-1) ?? 0)) return row?.count;
        await ask(primary, 'DELETE FROM item WHERE id < 10000');
        await ask(primary, 'VACUUM item');
        let failure: unknown;
        await soon(async () => {
          await session.all(count).catch((error: unknown) => (failure = error));
          assert.ok(failure !== undefined);
        });
        throw failure;
      });
    await soon(async () => {
      assert.equal(await rows(), 1);
      assert.ok(ports.some(isFollower));
    });
  });

  test('are ended there when nobody waits for them any more', async () => {
    await soon(async () => {
      const over = new AbortController();
      let port = 0;
      const sleeping = db.read(async session => {
        port =
          (await session.all<{port: number}>('SELECT inet_server_port() AS port'))[0]?.port ?? 0;
        over.abort(new Error('nobody waits'));
        await session.all('SELECT pg_sleep(600)');
      }, over.signal);
      await assert.rejects(sleeping, /nobody waits/);
      assert.ok(isFollower(port));
    });
    for (const one of [first, second])
      await soon(async () =>
        assert.deepEqual(
          await ask(one, "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'"),
          [],
        ),
      );
  });

  test('go on when a follower dies, and come back to it', async () => {
    await soon(async () => assert.equal((await look(db)).port, portOf(second)));
    if ('crash' in second) await second.crash();
    for (let id = 10_001; id < 10_050; id++) {
      await add(id);
      const {port, last} = await look(db);
      assert.equal(last, id);
      assert.notEqual(port, portOf(second));
    }
    if ('resume' in second) await second.resume();
    await soon(async () => assert.equal((await look(db)).port, portOf(second)));
  });

  test('never find what a follower has of a history that a fail-over has ended', async () => {
    await ask(first, "ALTER SYSTEM SET primary_conninfo = ''");
    await ask(first, 'SELECT pg_reload_conf()');
    await soon(async () =>
      assert.deepEqual(await ask(first, 'SELECT pid FROM pg_stat_wal_receiver'), []),
    );
    // More than the new primary will soon have written.
    await add(20_000, 'lost '.repeat(1_000_000));
    const has = (id: number) => `SELECT 1 AS has FROM item WHERE id = ${id}`;
    await soon(async () => assert.deepEqual(await ask(second, has(20_000)), [{has: 1}]));
    if ('crash' in primary) await primary.crash();
    await ask(first, 'SELECT pg_promote()');
    await ask(
      second,
      `ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=${portOf(first)} user=postgres'`,
    );
    await ask(second, 'SELECT pg_reload_conf()');
    await add(30_000);
    const [{lsn} = {}] = await ask(first, 'SELECT pg_current_wal_flush_lsn()::text AS lsn');
    const isAhead = `SELECT pg_last_wal_replay_lsn() >= '${String(lsn)}' AS is`;
    assert.deepEqual(await ask(second, isAhead), [{is: true}]);
    for (let n = 0; n < 50; n++)
      assert.deepEqual(await look(db), {port: portOf(first), last: 30_000});
  });
});

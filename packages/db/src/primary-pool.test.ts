import assert from 'node:assert/strict';
import {after, describe, test} from 'node:test';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {ask, startCluster, urlOf} from '../test/postgres-fixture.ts';
import {PostgresDatabase} from './postgres.ts';
import {PrimaryPool} from './primary-pool.ts';

const primary = await startCluster();
const follower = 'skip' in primary ? primary : await startCluster({follows: primary.url});
after(async () => {
  for (const one of [follower, primary]) if ('stop' in one) await one.stop();
});

/** The address of both, that of the follower first. */
const bothHosts = () => {
  const [host, ...hosts] = [follower, primary].map(one => new URL(urlOf(one)).host);
  return urlOf(primary).replace(new URL(urlOf(primary)).host, [host, ...hosts].join(','));
};

describe('a database of several hosts', 'skip' in primary ? {skip: primary.skip} : {}, () => {
  let db: PostgresDatabase;
  after(() => db.close());
  const add = (id: number) => db.write(session => session.run('INSERT INTO item VALUES (?)', [id]));
  const items = async () =>
    (await db.read(session => session.all<{id: number}>('SELECT id FROM item ORDER BY id'))).map(
      one => one.id,
    );
  const isAway = (error: unknown) => error instanceof AppError && error.kind === 'DATABASE_AWAY';

  test('is written and read at its primary, wherever that stands in the address', async () => {
    db = new PostgresDatabase({url: bothHosts()});
    await db.migrate([{id: 1, statements: () => ['CREATE TABLE item (id BIGINT PRIMARY KEY)']}]);
    await add(1);
    assert.deepEqual(await items(), [1]);
    assert.deepEqual(await ask(follower, 'SELECT pg_is_in_recovery() AS is'), [{is: true}]);
  });

  test('whoever waits for a connection while the primary changes gets one of the next', async () => {
    const pool = new PrimaryPool([follower, primary].map(urlOf), {max: 2});
    const held = [await pool.connect(), await pool.connect()];
    const [one] = held;
    assert.ok(one !== undefined);
    const waiting = pool.connect();
    pool.doubt(one);
    const next = [await pool.connect(), await waiting];
    assert.equal(new Set([...held, ...next]).size, 4);
    for (const client of [...held, ...next]) client.release();
    // It tells of the primary that was.
    pool.doubt(one);
    const last = await pool.connect();
    assert.ok(next.includes(last));
    last.release();
    await pool.close();
  });

  test('a primary whose connections are all in use stays the one', async () => {
    const pool = new PrimaryPool([primary, follower].map(urlOf), {
      max: 1,
      connectionTimeoutMillis: 2_000,
    });
    const held = await pool.connect();
    await assert.rejects(pool.connect(), /timeout exceeded/);
    held.release();
    const last = await pool.connect();
    assert.equal(last, held);
    last.release();
    await pool.close();
  });

  test('while no host is a primary, that is told; it goes on at the new one at once', async () => {
    // What was acknowledged has reached the follower.
    const [{lsn} = {}] = await ask(primary, 'SELECT pg_current_wal_flush_lsn()::text AS lsn');
    await soon(async () =>
      assert.deepEqual(
        await ask(follower, `SELECT pg_last_wal_replay_lsn() >= '${String(lsn)}' AS has`),
        [{has: true}],
      ),
    );
    if ('halt' in primary) await primary.halt();
    await assert.rejects(add(2), isAway);
    await assert.rejects(items(), isAway);
    await ask(follower, 'SELECT pg_promote()');
    await add(3);
    assert.deepEqual(await items(), [1, 3]);
  });

  test('a primary that has become read-only is left, also with connections that are there', async () => {
    if ('resume' in primary) await primary.resume();
    await ask(follower, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await ask(follower, 'SELECT pg_reload_conf()');
    await soon(async () =>
      assert.deepEqual(await ask(follower, 'SHOW default_transaction_read_only'), [
        {default_transaction_read_only: 'on'},
      ]),
    );
    await add(4);
    assert.deepEqual(
      await items(),
      [1, 4],
      'the one that was there first, and was never told of 3',
    );
  });
});

import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '../test/postgres-fixture.ts';
import type {Session} from './database.ts';
import {PostgresDatabase} from './postgres.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());

suite('transactions that lose against others', 'skip' in server ? {skip: server.skip} : {}, () => {
  let db: PostgresDatabase;
  before(async () => {
    db = new PostgresDatabase({
      url: 'url' in server ? server.url : '',
      schema: `conflicts_${process.pid}`,
    });
    await db.migrate([]);
  });
  after(() => db.close());

  const lose = (session: Session) =>
    session.run(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$`);
  const lockOf = async (session: Session) =>
    (
      await session.all<{mode: string}>(
        `SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()`,
      )
    ).map(({mode}) => mode);

  test('try again beside the others, and alone after three times', async () => {
    const locks: string[][] = [];
    await db.write(async session => {
      locks.push(await lockOf(session));
      if (locks.length < 4) await lose(session);
    });
    assert.deepEqual(locks, [['ShareLock'], ['ShareLock'], ['ShareLock'], ['ExclusiveLock']]);
  });

  test('do not keep everybody waiting for a write that takes long', async () => {
    const {promise: isOver, resolve: end} = Promise.withResolvers<void>();
    const {promise: isBegun, resolve: begin} = Promise.withResolvers<void>();
    const long = db.write(async () => {
      begin();
      await isOver;
    });
    await isBegun;
    let attempts = 0;
    // The fourth would be alone; it does not come to its work, and the fifth goes on beside the
    // long one.
    await db.write(async session => {
      if (++attempts < 4) await lose(session);
      assert.deepEqual(await lockOf(session), ['ShareLock']);
    });
    assert.equal(attempts, 4);
    end();
    await long;
  });

  test('of short changes on a connection of their own wait for nobody', async t => {
    const beats = new PostgresDatabase({
      url: 'url' in server ? server.url : '',
      schema: `conflicts_${process.pid}`,
      answerMs: 1000,
    });
    t.after(() => beats.close());
    await db.write(async session => {
      await session.run('CREATE TABLE beat (id INTEGER PRIMARY KEY)');
      await session.run('INSERT INTO beat (id) VALUES (1)');
    });
    const change = async () =>
      await beats.write(session => session.run('UPDATE beat SET id = id WHERE id = 1'));
    await db.write(async session => {
      await session.all('SELECT pg_advisory_xact_lock(4748303, hashtext(current_schema()))');
      assert.equal(await change(), 1);
      await session.all('SELECT id FROM beat FOR UPDATE');
      await assert.rejects(change());
    });
    assert.equal(await change(), 1);
  });
});

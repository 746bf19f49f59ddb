import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {Client} from 'pg';
import {AppError} from '@gazetteer/model';
import {type OwnPostgres, startCluster} from '../test/postgres-fixture.ts';
import type {Session, Table} from './database.ts';
import {PostgresDatabase} from './postgres.ts';

const cluster: OwnPostgres = await startCluster();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const item = {name: 'item', columns: {id: 'id'}} as const satisfies Table;

describe(
  'a PostgreSQL that goes and comes back',
  'skip' in cluster ? {skip: cluster.skip} : {},
  () => {
    let db: PostgresDatabase;
    before(async () => {
      db = new PostgresDatabase({url: 'skip' in cluster ? '' : cluster.url});
      await db.migrate([{id: 1, statements: () => ['CREATE TABLE item (id BIGINT PRIMARY KEY)']}]);
    });
    after(() => db.close());

    const halt = async () => ('halt' in cluster ? await cluster.halt() : undefined);
    const resume = async () => ('resume' in cluster ? await cluster.resume() : undefined);
    const count = () => db.read(async session => (await session.all('SELECT id FROM item')).length);
    const isKind = (kind: string) => (error: unknown) =>
      error instanceof AppError && error.kind === kind;

    test('work under way is done again on another connection, and nothing of its first time is kept', async () => {
      const runs: number[] = [];
      await db.write(async session => {
        runs.push(runs.length);
        await session.insert(item, [[runs.length]]);
        await session.run('UPDATE item SET id = id');
        if (runs.length > 1) return;
        await halt();
        await resume();
      });
      assert.deepEqual(runs, [0, 1]);
      assert.deepEqual(await db.read(session => session.all('SELECT id FROM item')), [{id: 2}]);
    });

    test('a database that cannot hold every name is refused', async () => {
      const url = new URL('skip' in cluster ? '' : cluster.url);
      const client = new Client({connectionString: url.href});
      await client.connect();
      try {
        await client.query(
          "CREATE DATABASE western ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
        );
      } finally {
        await client.end();
      }
      const western = new PostgresDatabase({url: Object.assign(url, {pathname: '/western'}).href});
      try {
        await assert.rejects(western.migrate([]), /encoded in LATIN1, .* UTF8/);
      } finally {
        await western.close();
      }
    });

    test('while it is away everybody is told so, and it answers as soon as it is back', async () => {
      const before = await count();
      // Connections at rest, connections under way, and none at all.
      const underWay = db.read(async (session: Session) => {
        await session.all('SELECT 1');
        await halt();
        return await session.all('SELECT 1');
      });
      await assert.rejects(underWay, isKind('DATABASE_AWAY'));
      await assert.rejects(count(), isKind('DATABASE_AWAY'));
      await assert.rejects(
        db.write(session => session.insert(item, [[9]])),
        isKind('DATABASE_AWAY'),
      );
      await assert.rejects(db.migrate([]), isKind('DATABASE_AWAY'));
      await resume();
      assert.equal(await count(), before);
    });

    test('who is not told whether a change was kept learns that it is not known', async () => {
      await db.write(async session => {
        await session.run('CREATE TABLE slow (id BIGINT PRIMARY KEY)');
        // The commit itself lasts, long enough to be cut off.
        await session.run(
          `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NULL; END $$`,
        );
        await session.run(
          'CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()',
        );
      });
      let backend = 0;
      const change = db.write(async session => {
        [{pid: backend} = {pid: 0}] = await session.all<{pid: number}>(
          'SELECT pg_backend_pid() AS pid',
        );
        await session.run('INSERT INTO slow VALUES (1)');
      });
      const failed = assert.rejects(change, isKind('DATABASE_LOST_AT_COMMIT'));
      const isCommitting = async () =>
        await db.read(session =>
          session.all(
            "SELECT 1 FROM pg_stat_activity WHERE pid = ? AND state = 'active' AND query = 'COMMIT'",
            [backend],
          ),
        );
      while ((await isCommitting()).length === 0)
        await new Promise(resolve => setTimeout(resolve, 20));
      await db.read(session => session.all('SELECT pg_terminate_backend(?::int)', [backend]));
      await failed;
      assert.deepEqual(await db.read(session => session.all('SELECT id FROM slow')), []);
    });
  },
);

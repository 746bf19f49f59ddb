import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {PostgresDatabase} from '@gazetteer/db';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {GraphStore} from '../graph/graph-store.ts';
import {inboxContract} from './inbox.contract.ts';
import {leaseMs, takeLease} from './lease.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());

let schemas = 0;

inboxContract(
  'postgres',
  async () => {
    if ('skip' in server) throw new Error(server.skip);
    return new PostgresDatabase({
      url: server.url,
      schema: `inbox_${process.pid}_${++schemas}`,
      maxConnections: 8,
    });
  },
  'skip' in server ? server.skip : undefined,
);

test(
  'postgres: a lease counts from when it is had, however long it was waited for',
  'skip' in server ? {skip: server.skip} : {},
  async t => {
    if ('skip' in server) throw new Error(server.skip);
    const db = new PostgresDatabase({url: await freshDatabase(server.url)});
    await GraphStore.migrate(db);
    const store = new GraphStore(db);
    t.after(() => store.close());
    const number = async (sql: string) =>
      (await db.read(session => session.all<{n: number}>(sql)))[0]?.n ?? 0;
    const now = () => number(`SELECT ${db.dialect.now} AS n`);
    await store.transaction(tx => takeLease(tx, 'job', 'one', 0));
    let next: Promise<boolean> | undefined;
    let before = 0;
    await store.transaction(async tx => {
      await takeLease(tx, 'job', 'one', 0);
      next = store.transaction(other => takeLease(other, 'job', 'other'));
      await soon(async () =>
        assert.equal(
          await number(`SELECT count(*) AS n FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`),
          1,
        ),
      );
      const seen = await now();
      await soon(async () => assert.ok((before = await now()) > seen));
    });
    assert.equal(await next, true);
    const end = await number(
      "SELECT substr(value, 1, 13)::bigint AS n FROM setting WHERE name = 'lease.job'",
    );
    assert.ok(end >= before + leaseMs, `${end} is ${end - before} ms after ${before}`);
  },
);

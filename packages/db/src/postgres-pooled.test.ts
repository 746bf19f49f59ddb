// Everything that a database does, through a pooler that gives each transaction some connection.
import {after} from 'node:test';
import {startPgBouncer} from '../test/pgbouncer-fixture.ts';
import {postgresForTests} from '../test/postgres-fixture.ts';
import {databaseContract} from './database.contract.ts';
import {PostgresDatabase} from './postgres.ts';

const server = await postgresForTests();
const pooler = 'url' in server ? await startPgBouncer(server.url) : server;
after(async () => {
  for (const one of [pooler, server]) if ('stop' in one) await one.stop();
});

let schemas = 0;

databaseContract(
  'PostgreSQL behind PgBouncer',
  async () => {
    if ('skip' in pooler) throw new Error(pooler.skip);
    const schema = `pooled_${process.pid}_${++schemas}`;
    return () => new PostgresDatabase({url: pooler.url, schema, maxConnections: 8});
  },
  'skip' in pooler ? pooler.skip : undefined,
);

import {after} from 'node:test';
import {postgresForTests} from '../test/postgres-fixture.ts';
import {databaseContract} from './database.contract.ts';
import {PostgresDatabase} from './postgres.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());

let schemas = 0;

databaseContract(
  'PostgreSQL',
  async () => {
    if ('skip' in server) throw new Error(server.skip);
    const schema = `db_${process.pid}_${++schemas}`;
    return () => new PostgresDatabase({url: server.url, schema, maxConnections: 8});
  },
  'skip' in server ? server.skip : undefined,
);

import {after} from 'node:test';
import {PostgresDatabase} from '@gazetteer/db';
import {postgresForTests} from '@gazetteer/db/testing';
import {usageContract} from './usage.contract.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());

let schemas = 0;

usageContract(
  'postgres',
  async () => {
    if ('skip' in server) throw new Error(server.skip);
    return new PostgresDatabase({
      url: server.url,
      schema: `usage_${process.pid}_${++schemas}`,
      maxConnections: 8,
    });
  },
  'skip' in server ? server.skip : undefined,
);

import {after} from 'node:test';
import {PostgresDatabase} from '@gazetteer/db';
import {postgresForTests} from '@gazetteer/db/testing';
import {countFacetsContract} from './count-facets.contract.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());

let schemas = 0;

countFacetsContract(
  'postgres',
  async () => {
    if ('skip' in server) throw new Error(server.skip);
    return new PostgresDatabase({
      url: server.url,
      schema: `facets_${process.pid}_${++schemas}`,
      maxConnections: 8,
    });
  },
  'skip' in server ? server.skip : undefined,
);

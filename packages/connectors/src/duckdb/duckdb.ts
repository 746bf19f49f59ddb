import {basename} from 'node:path';
import {optionalText, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {pathOfTable, relational, tableAsset, type DatabaseServer} from '../database-assets.ts';
import {schemaKeys, tableKeys, wants} from '../table-filter.ts';
import {openDuckDb} from './open-file.ts';
import {readTables} from './read-tables.ts';

const keys = {
  path: text('', 'The database file.'),
  name: optionalText(
    'What qualified names have for the file. dbt sends the path as its profile has it, such as `shop.duckdb`.',
    'the path',
  ),
  ...schemaKeys,
  ...tableKeys,
};

type DuckDbConfig = Config<typeof keys>;

/** Reads tables, views, columns, keys, indexes and comments of a DuckDB file. */
export const duckdb: Connector<typeof keys> = {
  type: 'duckdb',
  doc: 'A file of DuckDB: tables, views with their SQL and lineage, columns, keys, indexes, comments. It is opened for reading only.',
  keys,
  ...relational,
  check: ({path}) => (path === '' ? ['path is missing: the database file.'] : []),
  test: async ({path}) => {
    const {ask, version, close} = await openDuckDb(path);
    try {
      const [row] = await ask(countSql);
      return `DuckDB ${version}, ${basename(path)}: ${String(row?.['n'])} tables and views`;
    } finally {
      close();
    }
  },
  read,
  covers: (config, qualifiedName) => {
    const [, schema, ...table] = pathOfTable(serverOf(config), qualifiedName) ?? [];
    return (
      schema !== undefined &&
      table.length > 0 &&
      wants(config, 'schemas', schema) &&
      wants(config, 'tables', table.join('.'))
    );
  },
};

async function* read(config: DuckDbConfig, {signal}: Reading): AsyncGenerator<Asset> {
  const server = serverOf(config);
  const isWanted = (schema: string, table: string) =>
    wants(config, 'schemas', schema) && wants(config, 'tables', table);
  // Whoever wants to write to the file waits no longer than for this.
  const {ask, close} = await openDuckDb(config.path);
  let tables;
  try {
    tables = await readTables(ask, isWanted, signal);
  } finally {
    close();
  }
  for (const table of tables) yield tableAsset(server, table);
}

const countSql = `
SELECT (SELECT count(*) FROM duckdb_tables() WHERE NOT internal) + (SELECT count(*) FROM duckdb_views() WHERE NOT internal) AS n`;

function serverOf({path, name}: DuckDbConfig): DatabaseServer {
  return {scheme: 'duckdb', host: name ?? path};
}

import {readFileSync} from 'node:fs';
import {createConnection, type Connection, type RowDataPacket} from 'mysql2/promise';
import {flag, integer, maskUrl, optionalText, ports, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {pathOfTable, tableAsset, type DatabaseServer} from '../database-assets.ts';
import {passwordKeys, passwordOf} from '../password.ts';
import {viewType} from '../source-types.ts';
import {databaseKeys, tableKeys, wants} from '../table-filter.ts';
import {readTables} from './read-tables.ts';

const keys = {
  host: text('localhost', 'Name or address of the server.'),
  port: integer(3306, ports, 'Port of the server.'),
  user: optionalText('User to log in as.'),
  ...passwordKeys,
  tls: flag(false, 'Whether to connect with TLS; the certificate of the server is checked.'),
  'ca-file': optionalText(
    'PEM file of the authorities that the certificate of the server is checked against.',
    "the system's",
  ),
  ...databaseKeys,
  ...tableKeys,
};

type MysqlConfig = Config<typeof keys>;

const ofSystem = new Set(['information_schema', 'performance_schema', 'mysql', 'sys']);

/** Reads tables, views, columns, keys, indexes and comments from the information schema. */
export const mysql: Connector<typeof keys> = {
  type: 'mysql',
  doc: 'MySQL and MariaDB, tried with MariaDB 10.11: databases, tables, views with their SQL and lineage, columns, keys, indexes, comments, definers of views as owners.',
  keys,
  types: {entityDefs: [viewType]},
  brings: [
    {typeName: 'rdbms_table', isAsset: true},
    {typeName: 'rdbms_foreign_key', isAsset: false},
    {typeName: viewType.name, isAsset: false},
  ],
  check: ({user}) => (user === undefined ? ['user is missing: who to log in as.'] : []),
  test: async (config, signal) => {
    const connection = await connect(config, signal);
    try {
      const [rows] = await connection.query<(RowDataPacket & {version: string; user: string})[]>(
        'SELECT version() AS version, current_user() AS user',
      );
      const names = await databasesOf(connection, config);
      return `MySQL ${rows[0]?.version} as ${rows[0]?.user}; databases to read: ${names.length === 0 ? 'none' : names.join(', ')}`;
    } finally {
      await connection.end();
    }
  },
  read,
  covers: (config, qualifiedName) => {
    const [database = '', ...table] = pathOfTable(serverOf(config), qualifiedName) ?? [];
    return (
      table.length > 0 &&
      wants(config, 'databases', database) &&
      wants(config, 'tables', table.join('.'))
    );
  },
};

async function* read(config: MysqlConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const connection = await connect(config, signal);
  try {
    // What is read waits for the catalog now and then.
    await connection.query('SET SESSION net_write_timeout = 3600');
    const names = await databasesOf(connection, config);
    if (names.length === 0)
      problem('There is no database to read: check databases, exclude-databases and rights.');
    for (const name of names) {
      const isWanted = (table: string) => wants(config, 'tables', table);
      for await (const table of readTables(connection, name, isWanted, signal))
        yield tableAsset(serverOf(config), table);
    }
  } finally {
    // It may have more to say of what nobody reads to its end.
    connection.destroy();
  }
}

async function databasesOf(connection: Connection, config: MysqlConfig): Promise<string[]> {
  const [rows] = await connection.query<(RowDataPacket & {name: string})[]>(
    'SELECT schema_name AS name FROM information_schema.schemata ORDER BY schema_name',
  );
  return rows
    .map(one => one.name)
    .filter(name => !ofSystem.has(name.toLowerCase()) && wants(config, 'databases', name));
}

function serverOf({host, port}: MysqlConfig): DatabaseServer {
  return {scheme: 'mysql', host, port, usualPort: 3306};
}

/** @throws Error that says what to do about it */
async function connect(config: MysqlConfig, signal: AbortSignal): Promise<Connection> {
  signal.throwIfAborted();
  const {host, port, user, tls} = config;
  const password = passwordOf(config);
  const ca = config['ca-file'];
  try {
    return await createConnection({
      host,
      port,
      ...(user === undefined ? {} : {user}),
      ...(password === undefined ? {} : {password}),
      ...(tls ? {ssl: ca === undefined ? {} : {ca: readFileSync(ca, 'utf8')}} : {}),
      connectTimeout: 15_000,
    });
  } catch (error) {
    throw new Error(
      `${maskUrl(host)}:${port}: ${remedy(error as Error & {code?: string}, config)}`,
      {
        cause: error,
      },
    );
  }
}

function remedy({message, code}: Error & {code?: string}, {user, tls}: MysqlConfig): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there. Check host and port, and that the server listens on this address (bind-address).';
    case 'ENOTFOUND':
      return 'there is no such host. Check host.';
    case 'ER_ACCESS_DENIED_ERROR':
      return `the server does not let ${user} in with this password from this host. Check user and password.`;
    default:
      return tls ? `${message} (with TLS)` : message;
  }
}

import {createConnection, type Connection, type RowDataPacket} from 'mysql2/promise';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {pathOfTable, relational, tableAsset, type DatabaseServer} from '../database-assets.ts';
import {checkUser, connectFailure, loginOf, serverKeys} from '../database-server.ts';
import {databaseKeys, tableKeys, wants} from '../table-filter.ts';
import {readTables} from './read-tables.ts';

const keys = {
  ...serverKeys(3306, 'User to log in as.'),
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
  ...relational,
  check: checkUser,
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
  try {
    return await createConnection({...loginOf(config), connectTimeout: 15_000});
  } catch (error) {
    throw connectFailure(error, config, {
      listening: 'bind-address',
      remedies: {
        ER_ACCESS_DENIED_ERROR: () =>
          `the server does not let ${config.user} in with this password from this host. Check user and password.`,
      },
    });
  }
}

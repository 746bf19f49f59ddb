import {Client} from 'pg';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {pathOfTable, relational, tableAsset, type DatabaseServer} from '../database-assets.ts';
import {checkUser, connectFailure, loginOf, serverKeys} from '../database-server.ts';
import {databaseKeys, schemaKeys, tableKeys, wants} from '../table-filter.ts';
import {readTables} from './read-tables.ts';

const keys = {
  ...serverKeys(
    5432,
    'User to log in as. It needs to connect to the databases, and no right on any table.',
  ),
  ...databaseKeys,
  ...schemaKeys,
  ...tableKeys,
};

type PostgresConfig = Config<typeof keys>;

/**
 * Reads tables, views, columns, keys, indexes, comments, owners and the lineage of views from the
 * system catalogs of PostgreSQL.
 */
export const postgresql: Connector<typeof keys> = {
  type: 'postgresql',
  doc: 'PostgreSQL, tried with 15: databases, tables, views with their SQL and lineage, columns, keys, indexes, comments, owners.',
  keys,
  ...relational,
  check: checkUser,
  test: async (config, signal) =>
    await connected(config, entryOf(config), signal, async client => {
      const {rows} = await client.query<{version: string; user: string}>(
        "SELECT current_setting('server_version') AS version, current_user AS user",
      );
      const databases = await databasesOf(client, config);
      const names = databases.map(one => one.name).join(', ');
      return `PostgreSQL ${rows[0]?.version} as ${rows[0]?.user}; databases to read: ${names === '' ? 'none' : names}`;
    }),
  read,
  covers: (config, qualifiedName) => {
    const path = pathOfTable(serverOf(config), qualifiedName);
    if (path === undefined || path.length < 3) return false;
    const [database = '', schema = '', ...table] = path;
    return (
      wants(config, 'databases', database) &&
      wants(config, 'schemas', schema) &&
      wants(config, 'tables', table.join('.'))
    );
  },
};

async function* read(config: PostgresConfig, reading: Reading): AsyncGenerator<Asset> {
  const {signal, problem} = reading;
  const databases = await connected(config, entryOf(config), signal, client =>
    databasesOf(client, config),
  );
  if (databases.length === 0)
    problem('There is no database to read: check databases and exclude-databases.');
  for (const {name, isAllowed} of databases) {
    if (!isAllowed) {
      problem(
        `${config.user} may not connect to the database ${name}: grant it, or name what to leave out in exclude-databases.`,
      );
      continue;
    }
    const client = await connect(config, name, signal);
    try {
      const isWanted = (schema: string, table: string) =>
        wants(config, 'schemas', schema) && wants(config, 'tables', table);
      for await (const table of readTables(client, name, isWanted, signal))
        yield tableAsset(serverOf(config), table);
    } finally {
      await client.end();
    }
  }
}

/**
 * The database to ask for the others: one that is named, since not every user may connect to
 * `postgres`.
 */
function entryOf({databases}: PostgresConfig): string {
  return databases.find(name => !name.includes('*')) ?? 'postgres';
}

async function databasesOf(
  client: Client,
  config: PostgresConfig,
): Promise<{name: string; isAllowed: boolean}[]> {
  const {rows} = await client.query<{name: string; isAllowed: boolean}>(
    `SELECT datname AS name, has_database_privilege(oid, 'CONNECT') AS "isAllowed"
       FROM pg_catalog.pg_database WHERE datallowconn AND NOT datistemplate ORDER BY datname`,
  );
  return rows.filter(one => wants(config, 'databases', one.name));
}

function serverOf({host, port}: PostgresConfig): DatabaseServer {
  return {scheme: 'postgres', host, port, usualPort: 5432};
}

async function connected<T>(
  config: PostgresConfig,
  database: string,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect(config, database, signal);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws Error that says what to do about it */
async function connect(
  config: PostgresConfig,
  database: string,
  signal: AbortSignal,
): Promise<Client> {
  signal.throwIfAborted();
  const client = new Client({
    ...loginOf(config),
    database,
    application_name: 'gazetteer',
    connectionTimeoutMillis: 15_000,
  });
  // A connection that breaks while nothing is asked is told by the next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const {user} = config;
    throw connectFailure(error, config, {
      at: `, database ${database}`,
      listening: 'listen_addresses',
      remedies: {
        '28P01': () =>
          `the server does not take this password of ${user}. Check user and password.`,
        '28000': message =>
          `the server does not let ${user} in (${message}). Check user, tls and pg_hba.conf.`,
        '3D000': () => 'there is no such database.',
      },
    });
  }
  return client;
}

import {Client, type ClientConfig} from 'pg';
import {readFileSync} from 'node:fs';
import {flag, integer, maskUrl, optionalText, ports, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {pathOfTable, tableAsset, type DatabaseServer} from '../database-assets.ts';
import {passwordKeys, passwordOf} from '../password.ts';
import {viewType} from '../source-types.ts';
import {databaseKeys, schemaKeys, tableKeys, wants} from '../table-filter.ts';
import {readTables} from './read-tables.ts';

const keys = {
  host: text('localhost', 'Name or address of the server.'),
  port: integer(5432, ports, 'Port of the server.'),
  user: optionalText(
    'User to log in as. It needs to connect to the databases, and no right on any table.',
  ),
  ...passwordKeys,
  tls: flag(false, 'Whether to connect with TLS; the certificate of the server is checked.'),
  'ca-file': optionalText(
    'PEM file of the authorities that the certificate of the server is checked against.',
    "the system's",
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
  types: {entityDefs: [viewType]},
  brings: [
    {typeName: 'rdbms_table', isAsset: true},
    {typeName: 'rdbms_foreign_key', isAsset: false},
    {typeName: viewType.name, isAsset: false},
  ],
  check: ({user}) => (user === undefined ? ['user is missing: who to log in as.'] : []),
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
  const {host, port} = config;
  const client = new Client({
    ...loginOf(config),
    host,
    port,
    database,
    connectionTimeoutMillis: 15_000,
  });
  // A connection that breaks while nothing is asked is told by the next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `${maskUrl(host)}:${port}, database ${database}: ${remedy(error as Error & {code?: string}, config)}`,
      {
        cause: error,
      },
    );
  }
  return client;
}

function loginOf(config: PostgresConfig): ClientConfig {
  const password = passwordOf(config);
  const ca = config['ca-file'];
  return {
    ...(config.user === undefined ? {} : {user: config.user}),
    ...(password === undefined ? {} : {password}),
    ...(config.tls ? {ssl: ca === undefined ? true : {ca: readFileSync(ca, 'utf8')}} : {}),
    application_name: 'gazetteer',
  };
}

function remedy({message, code}: Error & {code?: string}, {user, tls}: PostgresConfig): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there. Check host and port, and that the server listens on this address (listen_addresses).';
    case 'ENOTFOUND':
      return 'there is no such host. Check host.';
    case '28P01':
      return `the server does not take this password of ${user}. Check user and password.`;
    case '28000':
      return `the server does not let ${user} in (${message}). Check user, tls and pg_hba.conf.`;
    case '3D000':
      return 'there is no such database.';
    default:
      return tls ? `${message} (with TLS)` : message;
  }
}

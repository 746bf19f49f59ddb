import {readFileSync} from 'node:fs';
import {integer, ports, principal, text} from '@gazetteer/settings';
import {Connection, connectSocket, MetastoreClient} from '@gazetteer/thrift';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {ofViews} from '../source-types.ts';
import {tlsKeys} from '../password.ts';
import {databaseKeys, tableKeys, wants} from '../table-filter.ts';
import {databaseBody, hiveTableAsset} from './hive-assets.ts';

const keys = {
  host: text('localhost', 'Name or address of the metastore.'),
  port: integer(9083, ports, 'Port of the metastore.'),
  user: text('hive', 'Who asks, on a metastore without Kerberos.'),
  principal: principal(
    'Kerberos principal of the metastore. The ticket is that of `KRB5CCNAME`, as `kinit` makes it. Without it there is no Kerberos.',
  ),
  ...tlsKeys,
  cluster: text('primary', 'What qualified names have behind `@`: what hooks have there.'),
  ...databaseKeys,
  ...tableKeys,
};

type HiveConfig = Config<typeof keys>;

/** Tables of one call. */
const tablesOfCall = 200;
const timeoutMs = 60_000;

/**
 * Reads databases, tables, views, columns, partition keys, storage and parameters of a metastore.
 */
export const hive: Connector<typeof keys> = {
  type: 'hive-metastore',
  doc: "Hive's metastore over Thrift, tried with 4.0: databases, tables and views with their SQL and lineage, columns, partition keys, comments, owners, storage and parameters, which have the statistics. What Spark keeps of its tables there is understood.",
  keys,
  types: ofViews.types,
  brings: [{typeName: 'hive_table', isAsset: true}, ...ofViews.brings],
  test: async (config, signal) =>
    await connected(config, signal, async client => {
      const names = await databasesOf(client, config, signal);
      return `Hive metastore at ${config.host}:${config.port}; databases to read: ${names.length === 0 ? 'none' : names.join(', ')}`;
    }),
  read,
  covers: (config, qualifiedName) => {
    const end = `@${config.cluster}`;
    if (!qualifiedName.endsWith(end)) return false;
    const [path = ''] = qualifiedName.slice(0, -end.length).split('#');
    const [database = '', table] = path.split('.');
    return (
      table !== undefined && wants(config, 'databases', database) && wants(config, 'tables', table)
    );
  },
};

async function* read(config: HiveConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const client = await connect(config, signal);
  try {
    const names = await databasesOf(client, config, signal);
    if (names.length === 0)
      problem('There is no database to read: check databases and exclude-databases.');
    for (const name of names) yield* readDatabase(client, config, name, signal);
  } finally {
    client.connection.close();
  }
}

async function* readDatabase(
  client: MetastoreClient,
  config: HiveConfig,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<Asset> {
  const database = databaseBody(await client.database(name, {signal}), config.cluster);
  const all = await client.allTables(name, {signal});
  const tables = all.filter(table => wants(config, 'tables', table)).toSorted();
  for (let at = 0; at < tables.length; at += tablesOfCall) {
    const some = await client.tableObjects(name, tables.slice(at, at + tablesOfCall), {signal});
    for (const table of some) yield hiveTableAsset(table, database, config.cluster);
  }
}

async function databasesOf(
  client: MetastoreClient,
  config: HiveConfig,
  signal: AbortSignal,
): Promise<string[]> {
  const names = await client.allDatabases({signal});
  return names.filter(name => wants(config, 'databases', name)).toSorted();
}

async function connected<T>(
  config: HiveConfig,
  signal: AbortSignal,
  work: (client: MetastoreClient) => Promise<T>,
): Promise<T> {
  const client = await connect(config, signal);
  try {
    return await work(client);
  } finally {
    client.connection.close();
  }
}

/** @throws Error that says what to do about it */
async function connect(config: HiveConfig, signal: AbortSignal): Promise<MetastoreClient> {
  const {host, port, user, tls} = config;
  const ca = config['ca-file'];
  const auth =
    config.principal === undefined
      ? ({mechanism: 'NOSASL'} as const)
      : ({mechanism: 'GSSAPI', principal: config.principal} as const);
  try {
    const carrier = await connectSocket({
      host,
      port,
      auth,
      tls: tls ? (ca === undefined ? {} : {ca: readFileSync(ca, 'utf8')}) : undefined,
      timeoutMs,
      signal,
    });
    const client = new MetastoreClient(new Connection(carrier, timeoutMs));
    try {
      // With Kerberos the ticket says who asks, and the call is refused.
      if (auth.mechanism === 'NOSASL') await client.setUser(user, [], {signal});
      return client;
    } catch (error) {
      client.connection.close();
      throw error;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${host}:${port}: ${remedy(error as Error, config)}`, {cause: error});
  }
}

function remedy(error: Error, config: HiveConfig): string {
  const {message} = error;
  if (/ECONNREFUSED/.test(message)) return 'nothing listens there. Check host and port.';
  if (/ENOTFOUND/.test(message)) return 'there is no such host. Check host.';
  if (config.principal === undefined && /closed|hung up|hang|reset/i.test(message))
    return `the server hung up: it may want Kerberos (principal) or TLS (tls). (${message})`;
  if (config.principal !== undefined && /GSS|ticket|credential/i.test(message))
    return `Kerberos: ${message}. Check principal, and that klist shows a ticket.`;
  return message;
}

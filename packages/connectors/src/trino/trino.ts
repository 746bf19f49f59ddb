import {readFileSync} from 'node:fs';
import {list, secret} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {
  addressOf,
  pathOfTable,
  relational,
  tableAsset,
  type DatabaseServer,
} from '../database-assets.ts';
import {checkUser, connectFailure, serverKeys} from '../database-server.ts';
import {passwordOf} from '../password.ts';
import {schemaKeys, tableKeys, wants} from '../table-filter.ts';
import {catalogsOf, readTables, schemasOf} from './read-tables.ts';
import {TrinoStatements} from './statements.ts';

const keys = {
  ...serverKeys(8080, 'User who asks. Without a password the server takes the name as it is.'),
  token: secret('Token that the server wants (`Authorization: Bearer`), instead of a password.'),
  catalogs: list(
    [],
    'Catalogs to read; `*` stands for any characters. All but `system` when empty.',
  ),
  'exclude-catalogs': list([], 'Catalogs to leave out.'),
  ...schemaKeys,
  ...tableKeys,
};

type TrinoConfig = Config<typeof keys>;

/** Reads what Trino says of its catalogs: tables, views with their SQL, columns and comments. */
export const trino: Connector<typeof keys> = {
  type: 'trino',
  doc: 'Trino, tried with 476: catalogs (as databases), schemas, tables, views and materialized views with their SQL and lineage, columns and comments.',
  keys,
  ...relational,
  check: config => [...checkUser(config), ...checkSecrets(config)],
  test: async (config, signal) =>
    await told(config, signal, async server => {
      const [[version, user] = []] = await server.rows('SELECT version(), current_user');
      const names = await wantedCatalogs(server, config);
      return `Trino ${version} as ${user}; catalogs to read: ${names.length === 0 ? 'none' : names.join(', ')}`;
    }),
  read,
  covers: (config, qualifiedName) => {
    const path = pathOfTable(serverOf(config), qualifiedName);
    if (path === undefined || path.length < 3) return false;
    const [catalog = '', schema = '', ...table] = path;
    return (
      wants(config, 'catalogs', catalog) &&
      wants(config, 'schemas', schema) &&
      wants(config, 'tables', table.join('.'))
    );
  },
};

async function* read(config: TrinoConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const catalogs = await told(config, signal, server => wantedCatalogs(server, config));
  if (catalogs.length === 0)
    problem('There is no catalog to read: check catalogs and exclude-catalogs.');
  // What is behind a catalog may be away while the others are there.
  const unreadable = (what: string, error: unknown) => {
    signal.throwIfAborted();
    problem(`${what} cannot be read: ${(error as Error).message}`);
  };
  const server = statementsOf(config, signal);
  for (const catalog of catalogs) {
    try {
      for (const schema of await schemasOf(server, catalog))
        if (wants(config, 'schemas', schema))
          yield* assetsOf(config, server, [catalog, schema], unreadable);
    } catch (error) {
      unreadable(`The catalog ${catalog}`, error);
    }
  }
}

async function* assetsOf(
  config: TrinoConfig,
  server: TrinoStatements,
  within: readonly [string, string],
  unreadable: (what: string, error: unknown) => void,
): AsyncGenerator<Asset> {
  const isWanted = (table: string) => wants(config, 'tables', table);
  try {
    for await (const table of readTables(server, within, isWanted, unreadable))
      yield tableAsset(serverOf(config), table);
  } catch (error) {
    unreadable(`The schema ${within.join('.')}`, error);
  }
}

/** Trino's own clients send no secrets in clear text either. */
function checkSecrets(config: TrinoConfig): string[] {
  const isSecret = [config.password, config['password-file'], config.token].some(
    one => one !== undefined,
  );
  const isHere = addressOf({scheme: 'trino', host: config.host}) === 'localhost';
  return isSecret && !config.tls && !isHere ? ['a password and a token need tls: yes.'] : [];
}

async function wantedCatalogs(server: TrinoStatements, config: TrinoConfig): Promise<string[]> {
  return (await catalogsOf(server)).filter(name => wants(config, 'catalogs', name));
}

function statementsOf(config: TrinoConfig, signal: AbortSignal): TrinoStatements {
  const {host, port, user = '', token, tls} = config;
  const file = config['ca-file'];
  const ca = file === undefined ? undefined : readFileSync(file, 'utf8');
  const password = passwordOf(config);
  return new TrinoStatements({host, port, user, password, token, tls, ca}, signal);
}

/** @throws Error that says what to do about it */
async function told<Answer>(
  config: TrinoConfig,
  signal: AbortSignal,
  work: (server: TrinoStatements) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(statementsOf(config, signal));
  } catch (error) {
    signal.throwIfAborted();
    throw connectFailure(error, config, {
      listening: 'http-server.http.port',
      remedies: {},
    });
  }
}

function serverOf({host, port}: TrinoConfig): DatabaseServer {
  return {scheme: 'trino', host, port, usualPort: 8080};
}

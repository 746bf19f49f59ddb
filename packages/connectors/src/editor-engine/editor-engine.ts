import {optionalText, secret, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {passwordKeys, passwordOf} from '../password.ts';
import {ofViews} from '../source-types.ts';
import {databaseKeys, tableKeys, wants} from '../table-filter.ts';
import {Editor, type Engine} from './editor.ts';
import {engineAsset} from './engine-asset.ts';

const keys = {
  engine: text('', 'Name of the engine, as the configuration of the editor has it: `duckdb`.'),
  url: optionalText(
    'Address of the editor, such as `https://editor.example:8888`.',
    'the editor beside the catalog, in the name of the user who saved the source',
  ),
  user: optionalText('With `url`: user of the editor.'),
  ...passwordKeys,
  token: secret('With `url`: access token of the editor, in place of user and password.'),
  ...databaseKeys,
  ...tableKeys,
};

type EngineConfig = Config<typeof keys>;

/** Reads what somebody sees with an engine of the editor. */
export const editorEngine: Connector<typeof keys> = {
  type: 'editor-engine',
  doc: 'An engine of the editor, with what its user sees there: databases, tables and views with their lineage where the engine tells their SQL, columns, partition keys, comments. A table that another source, a hook or a person has brought stays as it is.',
  keys,
  types: ofViews.types,
  yields: true,
  brings: [
    {typeName: 'hive_table', isAsset: true},
    {typeName: 'rdbms_table', isAsset: true},
    ...ofViews.brings,
  ],
  check: ({engine}) => (engine === '' ? ['engine is missing: which engine of the editor.'] : []),
  test: async (config, signal, reach) => {
    const editor = editorOf(config, signal, reach?.editor);
    const {name} = await engineOf(editor, config);
    const databases = (await editor.databases(config.engine)).filter(one =>
      wants(config, 'databases', one),
    );
    return `${name} of the editor; databases to read: ${databases.length === 0 ? 'none' : databases.join(', ')}`;
  },
  read,
  covers: (config, qualifiedName) => {
    const {database, table} = namesIn(qualifiedName);
    return wants(config, 'databases', database) && wants(config, 'tables', table);
  },
};

async function* read(config: EngineConfig, reading: Reading): AsyncGenerator<Asset> {
  const {signal, problem} = reading;
  const editor = editorOf(config, signal, reading.editor);
  const {places} = await engineOf(editor, config);
  const scheme = /^[a-z][\w+.-]*(?=:)/i.exec(places[0]?.namespace ?? '')?.[0] ?? config.engine;
  const databases = await editor.databases(config.engine);
  const wanted = databases.filter(one => wants(config, 'databases', one));
  if (wanted.length === 0)
    problem('There is no database to read: check databases and exclude-databases.');
  for (const database of wanted) {
    const tables = (await editor.tables(config.engine, database))
      .filter(table => wants(config, 'tables', table))
      .map(table => ({database, table}));
    for await (const one of editor.names(config.engine, tables)) {
      signal.throwIfAborted();
      try {
        const described = await editor.describe(config.engine, one);
        const asset = engineAsset(scheme.toLowerCase(), one.qualifiedName, described);
        if (asset !== undefined) yield asset;
      } catch (error) {
        signal.throwIfAborted();
        problem(`${database}.${one.table} cannot be read: ${(error as Error).message}`);
      }
    }
  }
}

async function engineOf(editor: Editor, {engine}: EngineConfig): Promise<Engine> {
  const engines = await editor.engines();
  const found = engines.find(one => one.engine === engine);
  if (found !== undefined) return found;
  const names = engines.map(one => one.engine).join(', ');
  throw new Error(
    `the editor has no engine ${engine} for this user. Engines: ${names === '' ? 'none' : names}.`,
  );
}

function editorOf(config: EngineConfig, signal: AbortSignal, beside: typeof fetch | undefined) {
  const {url, user, token} = config;
  if (url === undefined) {
    if (beside !== undefined) return new Editor(beside, signal);
    throw new Error(
      'there is no editor beside the catalog. Set url, with token or user and password.',
    );
  }
  const basic = `Basic ${Buffer.from(`${user ?? ''}:${passwordOf(config) ?? ''}`).toString('base64')}`;
  const authorization = token === undefined ? basic : `Bearer ${token}`;
  const root = url.replace(/\/+$/, '');
  const ask: typeof fetch = async (path, init) =>
    await fetch(root + String(path), {
      ...init,
      redirect: 'error',
      headers: {...(init?.headers as Record<string, string> | undefined), authorization},
    });
  return new Editor(ask, signal);
}

/**
 * Database and table as the editor has them: `database.table@…`, of the embedded engine
 * `warehouse.database.table@…` for own tables and `database.main.table@…` for those of all.
 */
function namesIn(qualifiedName: string): {database: string; table: string} {
  const [path = ''] = qualifiedName.slice(0, qualifiedName.indexOf('@')).split('#');
  const [first = '', second = '', ...rest] = path.split('.');
  if (rest.length === 0) return {database: first, table: second};
  const isOfAll = second === 'main' && first !== 'warehouse';
  return {database: isOfAll ? first : second, table: rest.join('.')};
}

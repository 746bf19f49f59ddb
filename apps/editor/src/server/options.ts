import type {Options, OptionTable, OptionValues} from '@gazetteer/settings';
import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {
  auditOptions,
  checkServerAddress,
  checkStoreAddress,
  commonOptions,
  kafkaOptions,
  limitOptions,
  linkOptions,
  loginOptions,
  policyOptions,
  tlsOptions,
  traceOptions,
  storeAddress,
  usageOptions,
} from '@gazetteer/server';
import {scheduleOptions} from '../schedule/options.ts';
import {shareOptions} from '../share/options.ts';
import {snapshotOptions} from '../snapshot/options.ts';
import {defaultBudget} from '../statement/drains.ts';
import {checkResults} from '../statement/results/open-results.ts';
import packageJson from '../../package.json' with {type: 'json'};

const second = 1000;

/**
 * What is said to the process, in part to all servers of it; everything else is in the ini files,
 * whose table is
 * `config/keys.ts`.
 */
const options = {
  editorPort: {
    key: 'editor.http.port',
    cli: 'editor-port',
    group: 'Server',
    type: 'integer',
    default: 8888,
    min: 0,
    max: 65535,
    doc: 'Port of the editor; 0 takes a free one.',
  },
  bindAddress: commonOptions.bindAddress,
  trustedProxies: commonOptions.trustedProxies,
  stopTimeoutMs: commonOptions.stopTimeoutMs,
  drainTimeMs: commonOptions.drainTimeMs,
  mcp: commonOptions.mcp,
  catalogUrl: {
    key: 'editor.catalog.url',
    cli: 'catalog-url',
    group: 'Server',
    type: 'string',
    default: '',
    defaultText: 'the catalog of the same process',
    check: checkServerAddress,
    doc: 'Address of the catalog, for links to it and for what it knows of tables. It is needed where the catalog runs by itself, with --link-secret-file, or where a proxy stands in front of both.',
  },
  ...linkOptions,
  lineage: {
    key: 'editor.lineage',
    cli: 'lineage',
    group: 'Lineage',
    type: 'enum',
    allowed: ['on', 'off'],
    default: 'on',
    doc: 'Whether statements that write are reported to the catalog, with the tables and columns that they read (docs/one-product.md).',
  },
  lineageIgnoredUsers: {
    key: 'editor.lineage.ignored.users',
    cli: 'lineage-ignored-users',
    group: 'Lineage',
    type: 'string',
    default: '',
    defaultText: 'none',
    doc: 'Users whose statements are not reported, separated by commas.',
  },
  lineageIgnoredTables: {
    key: 'editor.lineage.ignored.tables',
    cli: 'lineage-ignored-tables',
    group: 'Lineage',
    type: 'string',
    default: '',
    defaultText: 'none',
    doc: 'Tables whose writing is not reported, separated by commas; `*` stands for any characters: `staging.*, *.tmp_*`.',
  },
  ...usageOptions,
  ...tlsOptions,
  ...limitOptions,
  ...traceOptions,
  maxBodyBytes: {
    key: 'editor.max.body.bytes',
    cli: 'editor-max-body',
    group: 'Server',
    type: 'bytes',
    default: 16 * 2 ** 20,
    min: 1024,
    max: 2 ** 29,
    doc: 'A larger request body answers 413.',
  },
  configFolder: {
    key: 'editor.config.folder',
    cli: 'config-dir',
    group: 'Configuration',
    type: 'string',
    default: '',
    defaultText: 'environment HUE_CONF_DIR, else ./conf where that is there',
    doc: 'Folder of *.ini files, merged in the order of their names; the later value counts.',
  },
  checkConfig: commonOptions.checkConfig,
  dataFolder: commonOptions.dataFolder,
  minFreeBytes: commonOptions.minFreeBytes,
  database: {
    key: 'editor.database.url',
    cli: 'editor-database',
    group: 'Store',
    type: 'string',
    default: '',
    defaultText: 'sqlite:<data>/editor/editor.db',
    secret: 'url',
    check: checkStoreAddress,
    doc: 'Where statements are kept: `sqlite:<file>` or `postgres://<user>:<password>@<host>:<port>/<database>`; several hosts of one database are separated by commas.',
  },
  results: {
    key: 'editor.results',
    cli: 'results',
    group: 'Store',
    type: 'string',
    default: '',
    defaultText: '<data>/editor/results, for this editor alone',
    check: checkResults,
    doc: 'Where rows of results are kept for all editors that share a database: a folder that all of them see, or `s3://<bucket>/<prefix>` in the store of `[[[results]]]`, else `[[[default]]]`, of `[aws] [[aws_accounts]]` (docs/several-nodes.md).',
  },
  resultsEncryption: {
    key: 'editor.results.encryption',
    cli: 'results-encryption',
    group: 'Store',
    type: 'enum',
    allowed: ['off', 'AES256', 'aws:kms'],
    default: 'off',
    doc: 'How an S3 store is asked to encrypt them: `AES256` with keys of the store, `aws:kms` with the default key of its key management.',
  },
  resultIdleMs: {
    key: 'editor.result.idle',
    cli: 'result-idle',
    group: 'Store',
    type: 'duration',
    unit: 's',
    default: 4 * 3600 * second,
    min: second,
    max: 30 * 86_400 * second,
    doc: 'The result of a statement is removed when it was not read for this time.',
  },
  resultRows: {
    key: 'editor.result.rows',
    cli: 'result-rows',
    group: 'Store',
    type: 'integer',
    default: defaultBudget.rows,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    doc: 'Number of rows of a result that are fetched when its statement has ended, whether they are read or not; then its session is free.',
  },
  resultBytes: {
    key: 'editor.result.bytes',
    cli: 'result-bytes',
    group: 'Store',
    type: 'bytes',
    default: defaultBudget.bytes,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    doc: 'Size of the rows that are fetched then.',
  },
  resultPersonBytes: {
    key: 'editor.result.person.bytes',
    cli: 'result-person-bytes',
    group: 'Store',
    type: 'bytes',
    default: defaultBudget.personBytes,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    doc: 'Size of the rows that are fetched for all results of one user together. Rows that are read are fetched beyond these limits.',
  },
  ...shareOptions,
  ...scheduleOptions,
  ...snapshotOptions,
  ...kafkaOptions,
  passwordFileEnabled: commonOptions.passwordFileEnabled,
  passwordFile: commonOptions.passwordFile,
  plainSha256: commonOptions.plainSha256,
  saltedSha256: commonOptions.saltedSha256,
  ...loginOptions,
  ...auditOptions,
  ...policyOptions,
  sessionTimeoutMs: commonOptions.sessionTimeoutMs,
  sessionMaxAgeMs: commonOptions.sessionMaxAgeMs,
  logLevel: commonOptions.logLevel,
  logFormat: commonOptions.logFormat,
} as const satisfies Options;

export type EditorOptions = OptionValues<typeof options>;

export const editorOptions: OptionTable<typeof options> = {
  server: 'editor',
  version: packageJson.version,
  envPrefix: 'GAZETTEER_',
  options,
  inert: [{keys: ['atlas.', 'keystore.', 'truststore.', 'cert.stores.'], why: ''}],
};

/** Absolute, or undefined when there is no configuration and every key has its default. */
export function configFolderOf(
  {configFolder}: EditorOptions,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const named = configFolder || env['HUE_CONF_DIR'] || '';
  if (named !== '') return resolve(named);
  return existsSync('conf') ? resolve('conf') : undefined;
}

/** Everything of the editor but the users, which are those of the catalog. */
export function editorFolderOf({dataFolder}: Pick<EditorOptions, 'dataFolder'>): string {
  return join(resolve(dataFolder), 'editor');
}

/** `sqlite:<absolute file>` or the PostgreSQL URL. */
export function databaseOf({
  database,
  dataFolder,
}: Pick<EditorOptions, 'database' | 'dataFolder'>): string {
  return storeAddress(database, join(editorFolderOf({dataFolder}), 'editor.db'));
}

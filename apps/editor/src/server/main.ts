import {type Configuration, maskUrl, type ReadOptions} from '@gazetteer/settings';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {
  type Database,
  lockFolder,
  LoginStore,
  openFailure,
  PostgresDatabase,
  recordsIn,
  SqliteDatabase,
} from '@gazetteer/db';
import {
  auditNameOf,
  AuditRelay,
  createLog,
  DecisionAudit,
  type DecisionScope,
  type House,
  Link,
  listen,
  listeningOn,
  type Log,
  openAudit,
  openTraces,
  passwordFileOf,
  PolicyFile,
  policyFileOf,
  ServerMetrics,
  type Serving,
  storeFile,
} from '@gazetteer/server';
import type {EditorConfig} from '../config/editor-config.ts';
import type {Editor} from '../editor.ts';
import {EditorPolicy} from '../login/editor-policy.ts';
import {RotatingFile} from '../http/rotating-file.ts';
import {databaseOf, editorFolderOf, editorOptions, type EditorOptions} from './options.ts';
import {openEditor} from './open-editor.ts';
import {createServer} from './server.ts';
import {RecordedDatabase} from '../store/recorded-database.ts';
import {migrations} from '../store/schema.ts';
import {TracedDatabase} from '../store/traced-database.ts';

/** Names what is plugged in: which engines, which database, which files. */

const print = (text: string) => void process.stdout.write(`${text}\n`);

type Where = {readonly [Name in keyof EditorOptions]?: string};

/** What an editor is started with, read and checked. */
export type EditorStart = Pick<
  ReadOptions<(typeof editorOptions)['options']>,
  'values' | 'where' | 'warnings' | 'notices'
> & {
  readonly config: EditorConfig;
  readonly configuration: Configuration;
  /** The servers of this process, where there are two. */
  readonly house?: House | undefined;
};

/** Starts the editor. Throws an error for the operator. */
export async function startEditor({
  values,
  where,
  warnings,
  notices,
  config,
  configuration,
  house,
}: EditorStart): Promise<Serving> {
  const folder = editorFolderOf(values);
  mkdirSync(join(folder, 'logs'), {recursive: true, mode: 0o700});
  const files = logFiles(folder);
  const log = createLog({
    level: values.logLevel,
    format: values.logFormat,
    destination: process.stdout,
    problems: files.problems,
  });
  for (const warning of warnings) log.warn({}, warning);
  for (const notice of notices) log.info({}, notice);
  return await start(values, where, {config, configuration}, log, files, house);
}

async function start(
  options: EditorOptions,
  where: Where,
  {config, configuration}: Pick<EditorStart, 'config' | 'configuration'>,
  log: Log,
  files: LogFiles,
  house: House | undefined,
): Promise<Serving> {
  const {catalogUrl: url, linkSecretFile: secretFile} = options;
  const link = new Link({own: 'editor', url, secretFile, house});
  let relay: AuditRelay | undefined;
  const node = auditNameOf(options, 'editor');
  const keeper = node === undefined ? undefined : ({agent: 'editor', node} as const);
  const lock = lockFolder(editorFolderOf(options));
  const traces = openTraces(options, {server: 'editor', version: editorOptions.version}, log);
  const plainDb = await openStore(
    databaseOf(options),
    where.database !== undefined,
    traces !== undefined,
  );
  const db =
    keeper === undefined ? plainDb : new RecordedDatabase(plainDb, keeper, () => relay?.wake());
  const {editor, lineage, schedules, close} = await openEditor(options, config, {
    db,
    link,
    configuration,
    log,
    openBeatDb: () => beatDbOf(databaseOf(options)),
  });
  const trail = openAudit(options, 'editor', log);
  relay =
    trail && keeper && new AuditRelay(recordsIn(plainDb, keeper), lines => trail.take(lines), log);
  const {access: accessLog} = files;
  const metrics = new ServerMetrics();
  if (trail !== undefined) metrics.watchAudit(() => trail.counts);
  if (traces !== undefined) metrics.watchTraces(() => traces.lost);
  const logins = storeFile(databaseOf(options)) === undefined ? new LoginStore(plainDb) : undefined;
  const {app, hasDefaultPassword, personOf} = await createServer({
    options,
    where,
    editor,
    log,
    accessLog,
    audit: trail,
    traces,
    metrics,
    policy: policyOf(options, log, line => void trail?.record(line)),
    logins,
    link,
  });
  const serving = await listen({
    app,
    log,
    host: options.bindAddress,
    port: options.editorPort,
    portOption: '--editor-port',
    stopTimeoutMs: options.stopTimeoutMs,
    drain: {forMs: options.drainTimeMs, begin: () => metrics.startDraining()},
    close: async () => {
      await close();
      await relay?.close();
      await trail?.close();
      await plainDb.close();
      await traces?.close();
      lock.release();
      metrics.close();
      files.close();
    },
  });
  house?.join('editor', {app, url: serving.url});
  // Their servers may take long to answer, which nobody has to wait for.
  editor.live.resumeAll();
  lineage.start();
  schedules.start(editor, personOf);
  print(banner(serving.url, options, editor, hasDefaultPassword));
  return serving;
}

/** @throws Error for the operator, when the file cannot be read */
function policyOf(
  options: EditorOptions,
  log: Log,
  record: (line: string) => void,
): EditorPolicy | undefined {
  const file = policyFileOf(options);
  if (file === undefined) return undefined;
  const decisions = new DecisionAudit('editor', options.auditDecisions as DecisionScope, record);
  return new EditorPolicy(new PolicyFile(file, log), decisions);
}

/**
 * With its tables.
 * @throws Error for the operator
 */
async function openStore(url: string, isNamed: boolean, isTraced: boolean): Promise<Database> {
  try {
    const file = storeFile(url);
    const db =
      file === undefined ? new PostgresDatabase({url}) : new SqliteDatabase({file, cacheMb: 8});
    await db.migrate(migrations);
    return isTraced ? new TracedDatabase(db, file === undefined ? 'postgresql' : 'sqlite') : db;
  } catch (error) {
    throw openFailure(error, {
      option: isNamed ? '--editor-database' : '--data',
      shown: maskUrl(url),
    });
  }
}

/** For what no busy store may hold up. */
function beatDbOf(url: string): Database | undefined {
  return storeFile(url) === undefined ? new PostgresDatabase({url, answerMs: 2000}) : undefined;
}

type LogFiles = {
  readonly problems: {write(line: string): void};
  readonly access: (line: string) => void;
  readonly close: () => void;
};

/** Files of the log beside what is printed: requests, and what somebody has to look at. */
function logFiles(folder: string): LogFiles {
  const access = new RotatingFile(join(folder, 'logs', 'access.log'));
  const errors = new RotatingFile(join(folder, 'logs', 'error.log'));
  let isOpen = true;
  return {
    // Whoever still has something to say when the files are closed says it on the screen alone.
    problems: {write: line => void (isOpen && errors.write(line))},
    access: line => access.write(line),
    close: () => {
      isOpen = false;
      access.close();
      errors.close();
    },
  };
}

function banner(
  url: string,
  options: EditorOptions,
  {engines}: Editor,
  hasDefaultPassword: boolean,
): string {
  return [
    `Gazetteer editor, listening on ${listeningOn(url, options.bindAddress)}`,
    `  page     ${url}/app/editor/`,
    `  API      ${url}/api/editor/`,
    `  engines  ${[...engines.keys()].join(', ')}`,
    `  data     ${editorFolderOf(options)}`,
    `  login    ${hasDefaultPassword ? 'admin / admin' : `users of ${passwordFileOf(options)}`}`,
  ].join('\n');
}

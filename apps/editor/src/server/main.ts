import {maskUrl, type ReadOptions} from '@gazetteer/settings';
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
  DiskRoom,
  type House,
  Link,
  listen,
  listeningOn,
  type Log,
  openAudit,
  passwordFileOf,
  PolicyFile,
  policyFileOf,
  ServerMetrics,
  type Serving,
  storeFile,
} from '@gazetteer/server';
import {CatalogLink} from '../catalog/catalog-link.ts';
import {type DatasetNamespace, datasetNamespaces} from '../config/dataset-namespaces.ts';
import type {EditorConfig} from '../config/editor-config.ts';
import {openDiscovery} from '../discovery/open-discovery.ts';
import {OpenedSessions} from '../session/opened-sessions.ts';
import type {Editor} from '../editor.ts';
import {configuredEngines} from './configured-engines.ts';
import {QueryServers} from '../engine/query-servers.ts';
import {EditorPolicy, everything} from '../login/editor-policy.ts';
import {TicketKeeper} from '../engine/ticket-keeper.ts';
import {currentOrigin} from '../net/request-origin.ts';
import {RotatingFile} from '../http/rotating-file.ts';
import {openFiles} from '../files/open-files.ts';
import {openJobBrowser} from '../jobs/cluster/job-browser.ts';
import {databaseOf, editorFolderOf, type editorOptions, type EditorOptions} from './options.ts';
import {LineageOutbox} from '../lineage/lineage-outbox.ts';
import type {LineageRules} from '../lineage/lineage-rules.ts';
import {ResultAnalyses} from '../result/analysis/result-analyses.ts';
import {downloadLimitOf} from '../result/first-rows.ts';
import {courierSettingsOf} from '../schedule/options.ts';
import {ScheduleRunner} from '../schedule/schedule-runner.ts';
import {keptStatements} from '../schedule/turn.ts';
import {createServer} from './server.ts';
import {SessionPool} from '../session/session-pool.ts';
import {sharingOf} from '../config/sharing.ts';
import {LiveStatements} from '../statement/live-statements.ts';
import {RecordedDatabase} from '../store/recorded-database.ts';
import {migrations} from '../store/schema.ts';
import {StatementStore} from '../statement/statement-store.ts';
import {PeopleTokens} from '../token/people-tokens.ts';

/** Names what is plugged in: which engines, which database, which files. */

const print = (text: string) => void process.stdout.write(`${text}\n`);

type Where = {readonly [Name in keyof EditorOptions]?: string};

/** What an editor is started with, read and checked. */
export type EditorStart = Pick<
  ReadOptions<(typeof editorOptions)['options']>,
  'values' | 'where' | 'warnings' | 'notices'
> & {
  readonly config: EditorConfig;
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
  return await start(values, where, config, log, files, house);
}

async function start(
  options: EditorOptions,
  where: Where,
  config: EditorConfig,
  log: Log,
  files: LogFiles,
  house: House | undefined,
): Promise<Serving> {
  const {catalogUrl: url, linkSecretFile: secretFile} = options;
  const link = new Link({own: 'editor', url, secretFile, house});
  let relay: AuditRelay | undefined;
  const node = auditNameOf(options, 'editor');
  const keeper = node === undefined ? undefined : ({agent: 'editor', node} as const);
  const recorded = (db: Database) =>
    keeper === undefined ? db : new RecordedDatabase(db, keeper, () => relay?.wake());
  const isNamed = where.database !== undefined;
  const {editor, lineage, schedules, plainDb, close, release} = await openEditor(
    options,
    isNamed,
    recorded,
    config,
    log,
    link,
  );
  const trail = openAudit(options, 'editor', log);
  relay =
    trail && keeper && new AuditRelay(recordsIn(plainDb, keeper), lines => trail.take(lines), log);
  const {access: accessLog} = files;
  const metrics = new ServerMetrics();
  if (trail !== undefined) metrics.watchAudit(() => trail.counts);
  const logins = storeFile(databaseOf(options)) === undefined ? new LoginStore(plainDb) : undefined;
  const {app, hasDefaultPassword, personOf} = await createServer({
    options,
    where,
    editor,
    log,
    accessLog,
    audit: trail,
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
    close: async () => {
      await close();
      await relay?.close();
      await trail?.close();
      await release();
      metrics.close();
      files.close();
    },
  });
  house?.join('editor', {app, url: serving.url});
  // Their servers may take long to answer, which nobody has to wait for.
  void editor.live.resumeAll();
  lineage.start();
  schedules.start(editor, personOf);
  print(banner(serving.url, options, editor, hasDefaultPassword));
  return serving;
}

async function openEditor(
  options: EditorOptions,
  isDatabaseNamed: boolean,
  recorded: (db: Database) => Database,
  config: EditorConfig,
  log: Log,
  link: Link,
): Promise<{
  editor: Editor;
  lineage: LineageOutbox;
  schedules: ScheduleRunner;
  plainDb: Database;
  close: () => Promise<void>;
  release: () => Promise<void>;
}> {
  const folder = editorFolderOf(options);
  const lock = lockFolder(folder);
  const tickets = await keepTickets(config, log);
  const discovery = openDiscovery(config, log);
  const servers = new QueryServers({config, endpoints: discovery.endpoints, log});
  const peopleTokens = new PeopleTokens();
  const tokenOf = (userName: string) => peopleTokens.of(userName);
  const disk = new DiskRoom(folder, options.minFreeBytes);
  const parts = {config, servers, folder, disk, origin: currentOrigin, tokenOf, tickets, log};
  const engines = configuredEngines(parts);
  // A session is given up no sooner than the result that lives in it.
  const pool = new SessionPool({log, leaseMs: options.resultIdleMs});
  const plainDb = await openStore(databaseOf(options), isDatabaseNamed);
  const db = recorded(plainDb);
  const statements = new StatementStore(db);
  const namespaces = datasetNamespaces(config);
  const catalog = new CatalogLink(link, namespaces);
  const rules = lineageRulesOf(options, namespaces);
  const lineage = new LineageOutbox({db, engines, pool, statements, catalog, log}, rules);
  const {live, analyses} = await openResults(options, {
    engines,
    pool,
    store: statements,
    log,
    noted: statement => lineage.noted(statement),
    keptStatements: () => db.read(keptStatements),
  });
  const schedules = schedulesOf(options, log);
  const shownSettings = new Set([
    ...config.beeswax.config_whitelist,
    ...config.impala.config_whitelist,
  ]);
  const sessions = new OpenedSessions(pool);
  return {
    plainDb,
    lineage,
    schedules,
    editor: {
      engines,
      engineUsers: config.engineUsers,
      s3Users: config.s3Users,
      access: everything,
      mayDownload: config.desktop.enable_download,
      maxDownloadRows: downloadLimitOf(config),
      sharing: sharingOf(config),
      pool,
      sessions,
      db,
      disk,
      statements,
      live,
      analyses,
      schedules,
      jobs: openJobBrowser(config),
      files: openFiles(config),
      maxPartitions: config.beeswax.list_partitions_limit,
      notebook: config.notebook,
      shownSettings,
      peopleTokens,
      catalog,
      log,
    },
    close: async () => {
      await schedules.stop();
      await lineage.stop();
      await pool.stop(await live.stop());
      await analyses.stop();
      tickets?.stop();
      await discovery.close();
    },
    release: async () => {
      await plainDb.close();
      lock.release();
    },
  };
}

function lineageRulesOf(
  {lineage, lineageIgnoredUsers, lineageIgnoredTables}: EditorOptions,
  namespaces: ReadonlyMap<string, DatasetNamespace>,
): LineageRules {
  const listOf = (text: string) => text.split(',').flatMap(one => one.trim() || []);
  const users = new Set(listOf(lineageIgnoredUsers));
  return {isOff: lineage === 'off', users, tables: listOf(lineageIgnoredTables), namespaces};
}

/** @throws Error for the operator, where mail could not be sent like this */
function schedulesOf(options: EditorOptions, log: Log): ScheduleRunner {
  const limits = {
    perPerson: options.schedulesPerUser,
    running: options.schedulesRunning,
    runningPerPerson: options.schedulesRunningPerUser,
    minIntervalMs: options.scheduleMinIntervalMs,
    rows: options.resultRows,
    bytes: options.resultBytes,
    personBytes: options.resultPersonBytes,
  };
  return new ScheduleRunner(limits, courierSettingsOf(options), log);
}

/** What was run, its rows, and what has been made of them. */
async function openResults(
  options: EditorOptions,
  parts: Pick<
    Parameters<typeof LiveStatements.open>[0],
    'engines' | 'pool' | 'store' | 'log' | 'noted' | 'keptStatements'
  >,
): Promise<{live: LiveStatements; analyses: ResultAnalyses}> {
  const folder = editorFolderOf(options);
  const live = await LiveStatements.open({
    ...parts,
    folder: join(folder, 'results'),
    idleMs: options.resultIdleMs,
    budget: {
      rows: options.resultRows,
      bytes: options.resultBytes,
      personBytes: options.resultPersonBytes,
    },
    onRemoved: async uuid => await analyses.remove(uuid),
  });
  const analyses = await ResultAnalyses.open(
    join(folder, 'analyses'),
    await live.storedResults(),
    parts.log,
  );
  return {live, analyses};
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

/** Nothing where the operator sees to the ticket. */
async function keepTickets({desktop}: EditorConfig, log: Log): Promise<TicketKeeper | undefined> {
  const {hue_keytab: keytab, hue_principal: principal, ...more} = desktop.kerberos;
  if (keytab === undefined || principal === undefined) return undefined;
  const {ccache_path: cache, kinit_path: kinit, reinit_frequency, kt_renewer_timeout} = more;
  const [everyMs, pauseMs] = [reinit_frequency * 1000, kt_renewer_timeout * 1000];
  return await TicketKeeper.open({keytab, principal, cache, kinit, everyMs, pauseMs}, log);
}

/**
 * With its tables.
 * @throws Error for the operator
 */
async function openStore(url: string, isNamed: boolean): Promise<Database> {
  try {
    const file = storeFile(url);
    const db =
      file === undefined ? new PostgresDatabase({url}) : new SqliteDatabase({file, cacheMb: 8});
    await db.migrate(migrations);
    return db;
  } catch (error) {
    throw openFailure(error, {
      option: isNamed ? '--editor-database' : '--data',
      shown: maskUrl(url),
    });
  }
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

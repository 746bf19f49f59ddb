import {mkdirSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {
  type Database,
  type FolderLock,
  lockFolder,
  LoginStore,
  openFailure,
  PostgresDatabase,
  SqliteDatabase,
} from '@gazetteer/db';
import {
  auditNameOf,
  AuditRelay,
  createLog,
  DiskRoom,
  listen,
  listeningOn,
  maskUrl,
  openAudit,
  passwdCommand,
  passwordFileOf,
  type ReadOptions,
  type KeptRecords,
  type Log,
  type Serving,
} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {endLeases, outdateOldRows, searchBackend, SqlGraphStore, type Keeper, type KeptRecord} from '@gazetteer/store';
import {AuthorizedExecutor} from './access/authorized-executor.ts';
import {Authorizer} from './access/authorizer.ts';
import {DecisionAudit, type DecisionScope} from './access/decision-audit.ts';
import {PolicyFile} from './access/policy-file.ts';
import {purgeBySchedule} from './admin/auto-purge.ts';
import {collectMetricsBy} from './admin/collect-metrics.ts';
import {queuesTasks, TaskRunner} from './admin/task-runner.ts';
import {catalogItself} from './host/asker.ts';
import {Engine} from './host/engine.ts';
import {LocalExecutor, type Executor} from './host/executor.ts';
import {watchIndex} from './host/index-health.ts';
import {MeasuredExecutor} from './host/measured-executor.ts';
import {Telemetry} from './host/telemetry.ts';
import {ThreadExecutor} from './host/thread-executor.ts';
import {WakingExecutor} from './host/waking-executor.ts';
import {
  autoPurgeOf,
  type catalogOptions,
  databaseOf,
  policyFileOf,
  transferSettingsOf,
  type CatalogOptions,
} from './options.ts';
import {apiDocs} from './api/api-docs.ts';
import {pages} from './pages.ts';
import {apiRoutes, catalogDocument} from './routes.ts';
import {HookConsumer} from './notification/hook-consumer.ts';
import {listed} from './notification/notification-options.ts';
import {hookConsumerOptionsOf, hookSourceOf} from './notification/start-hooks.ts';
import {Notifications, publishersOf} from './notification/start-notifications.ts';
import {createServer} from './server.ts';
import {Downloads} from './search/download/downloads.ts';
import {settingsOf} from './settings.ts';
import {AsyncImports} from './transfer/async-imports.ts';
import {Transfers} from './transfer/transfers.ts';
import {seedTypes} from './types/seed-types.ts';

/** Names what is plugged in: which database, which threads, which way of logging in. */

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Starts the catalog with options that were read and checked. Throws an error for the operator. */
export async function startCatalog({
  values,
  where,
  warnings,
  notices,
}: ReadOptions<(typeof catalogOptions)['options']>): Promise<Serving> {
  const log = createLog({level: values.logLevel, format: values.logFormat});
  for (const warning of warnings) log.warn({}, warning);
  for (const notice of notices) log.info({}, notice);
  return await start(values, where, log);
}

async function start(
  options: CatalogOptions,
  where: {readonly [Name in keyof CatalogOptions]?: string},
  log: Log,
): Promise<Serving> {
  const policyFile = policyFileOf(options);
  const decisions = new DecisionAudit(options.auditDecisions as DecisionScope, line => void trail?.record(line));
  const authorizer = new Authorizer(policyFile === undefined ? undefined : new PolicyFile(policyFile, log), decisions);
  const node = auditNameOf(options, 'catalog');
  const keeper = node === undefined ? undefined : ({agent: 'catalog', node} as const);
  const {
    executor: plain,
    backend,
    release,
    logins,
  } = await openStore(options, where.database !== undefined, keeper, log);
  const telemetry = new Telemetry();
  if (databaseOf(options).startsWith('sqlite:')) {
    telemetry.server.watchDisk(new DiskRoom(resolve(options.dataFolder), options.minFreeBytes));
  }
  const measured = new MeasuredExecutor(new AuthorizedExecutor(plain, authorizer, decisions), telemetry);
  const limits = {retentionMs: options.changeRetentionMs, maxRows: options.outboxMaxRows};
  const notifications = new Notifications(measured, await publishersOf(options), limits, log);
  const tasks = new TaskRunner(measured, log);
  const executor = new WakingExecutor(measured, name => {
    notifications.feed.wake();
    relay?.wake();
    if (queuesTasks.has(name)) tasks.wake();
  });
  const trail = openAudit(options, 'catalog', log);
  if (trail !== undefined) telemetry.server.watchAudit(() => trail.counts);
  const relay = trail && keeper && new AuditRelay(keptRecords(measured, keeper), lines => trail.take(lines), log);
  const downloads = new Downloads(
    executor,
    {
      folder: options.downloadFolder === '' ? join(resolve(options.dataFolder), 'downloads') : options.downloadFolder,
      maxPending: options.downloadMaxPending,
      expiryMs: options.downloadExpiryMs,
    },
    log,
  );
  const transfers = new Transfers(executor, transferSettingsOf(options), log);
  const asyncImports = new AsyncImports(transfers, log);
  const hooks = new HookConsumer(executor, hookConsumerOptionsOf(options), log, telemetry);
  const hookSource = await hookSourceOf(options, hooks, log);
  const routes = apiRoutes(executor, telemetry, authorizer, {
    downloads,
    transfers,
    asyncImports,
    tasks,
    notifications,
    hooks,
    hookTopics: listed(options.hookTopics),
    changes: options.changeFeed ? notifications.feed : undefined,
  });
  const {app, hasDefaultPassword} = await createServer({
    options,
    where,
    log,
    routes,
    pages: allPages,
    telemetry,
    audit: trail,
    logins,
  });
  // Whoever waits for changes would keep the server from stopping.
  app.addHook('preClose', () => notifications.feed.close());
  await downloads.sweep();
  await notifications.start();
  const stopWatching = watchIndex(executor, backend, options.indexStatusCheckMs, log);
  const stopCollecting = collectMetricsBy(
    executor,
    {
      schedule: options.metricsSchedule,
      namespace: options.metadataNamespace,
      timeToLiveMs: options.metricsTtlHours * 3_600_000,
    },
    log,
  );
  const autoPurge = autoPurgeOf(options);
  const stopPurging = autoPurge && purgeBySchedule(executor, autoPurge, log);
  const serving = await listen({
    app,
    log,
    host: options.bindAddress,
    port: options.tlsEnabled ? options.httpsPort : options.httpPort,
    portOption: options.tlsEnabled ? '--https-port' : '--http-port',
    stopTimeoutMs: options.stopTimeoutMs,
    close: async () => {
      stopWatching();
      stopCollecting();
      await Promise.all([
        downloads.close(),
        asyncImports.close(),
        tasks.close(),
        stopPurging?.(),
        notifications.close(),
      ]);
      await relay?.close();
      await trail?.close();
      await executor.close();
      release();
    },
  });
  const system = catalogItself('start');
  await executor.run('recordServerStart', system, {startTime: telemetry.server.startedAt});
  asyncImports.start();
  hooks.start();
  hookSource?.start();
  tasks.start(options.agingEnabled ? options.agingEveryDays * 86_400_000 : undefined);
  print(banner(serving.url, options, hasDefaultPassword));
  return serving;
}

/** Records of changes in whichever database the catalog has. */
function keptRecords(executor: Executor, keeper: Keeper): KeptRecords {
  const system = catalogItself('audit');
  return {
    next: async () => JSON.parse((await executor.run('nextAuditLines', system, keeper)) ?? '[]') as KeptRecord[],
    drop: async ids => void (await executor.run('dropSentAuditLines', system, ids)),
  };
}

/** Everything outside of the API. */
function allPages(app: FastifyInstance, log: Log): void {
  pages(app, log);
  apiDocs(app, catalogDocument);
}

/** `logins` only where other processes may serve the same store. */
async function openStore(
  options: CatalogOptions,
  isDatabaseNamed: boolean,
  keeper: Keeper | undefined,
  log: Log,
): Promise<{executor: Executor; backend: string; release: () => void; logins?: LoginStore}> {
  const settings = settingsOf(options, keeper);
  const url = databaseOf(options);
  const place = {option: isDatabaseNamed ? '--database' : '--data', shown: maskUrl(url)};
  if (!url.startsWith('sqlite:')) {
    const {db, store} = await opened(place, () => new PostgresDatabase({url}), log);
    const executor = new LocalExecutor(new Engine(store, settings), log);
    return {executor, backend: searchBackend(db.dialect), release: () => undefined, logins: new LoginStore(db)};
  }
  const file = url.slice('sqlite:'.length);
  const lock = lockedFolder(dirname(file));
  // The folder is locked: who held a lease is gone.
  const {db: writer, store: first} = await opened(place, () => new SqliteDatabase({file}), log, endLeases);
  await first.close();
  const here = new Engine(new SqlGraphStore(new SqliteDatabase({file, readOnly: true})), settings);
  return {
    executor: new ThreadExecutor(here, {file, settings}, options.readerThreads, log),
    backend: searchBackend(writer.dialect),
    release: () => lock.release(),
  };
}

type Transaction = Parameters<SqlGraphStore['transaction']>[0];

/**
 * Tables and stock types are there, and what an older version derived from entities is marked.
 * @throws Error for the operator
 */
async function opened<Opened extends Database>(
  place: Parameters<typeof openFailure>[1],
  open: () => Opened,
  log: Log,
  also?: Transaction,
): Promise<{db: Opened; store: SqlGraphStore}> {
  try {
    const db = open();
    const store = new SqlGraphStore(db);
    await prepare(store, db, log);
    if (also !== undefined) await store.transaction(also);
    return {db, store};
  } catch (error) {
    throw openFailure(error, place);
  }
}

async function prepare(store: SqlGraphStore, db: Database, log: Log): Promise<void> {
  await SqlGraphStore.migrate(db);
  const {created, skipped} = await store.transaction(seedTypes, 'types');
  if (created.length > 0) log.info({count: created.length}, 'stock types added');
  await store.transaction(outdateOldRows, 'types');
  for (const {area, reason} of skipped)
    log.warn({area, reason}, 'stock types left out: they do not fit types that are there');
}

/** Nobody but the owner may look into the data folder: it holds what everybody else must ask for. */
function lockedFolder(folder: string): FolderLock {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  return lockFolder(folder);
}

function banner(url: string, options: CatalogOptions, hasDefaultPassword: boolean): string {
  const database = databaseOf(options);
  const data = database.startsWith('sqlite:') ? database.slice('sqlite:'.length) : new URL(database).host;
  const login = hasDefaultPassword
    ? `admin / admin; before others may reach it, set a password: ${passwdCommand('admin', passwordFileOf(options))}`
    : `users of ${passwordFileOf(options)}`;
  return [
    `Gazetteer catalog, listening on ${listeningOn(url, options.bindAddress)}`,
    `  page   ${url}/n/index.html`,
    `  API    ${url}/api/meta/v2 and ${url}/api/atlas/v2`,
    `  data   ${data}`,
    `  login  ${login}`,
  ].join('\n');
}

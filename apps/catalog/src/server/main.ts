import {maskUrl, type ReadOptions} from '@gazetteer/settings';
import {mkdirSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {
  type Database,
  type FolderLock,
  lockFolder,
  LoginStore,
  openFailure,
  PostgresDatabase,
  SqliteDatabase,
  SqliteVersion,
} from '@gazetteer/db';
import {
  auditNameOf,
  AuditRelay,
  createLog,
  DecisionAudit,
  type DecisionScope,
  DiskRoom,
  type KeptRecords,
  listen,
  listeningOn,
  type Log,
  openAudit,
  passwdCommand,
  passwordFileOf,
  PolicyFile,
  policyFileOf,
  type Serving,
} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {endLeases, outdateOldRows, searchBackend, GraphStore, type Keeper} from '@gazetteer/store';
import {allowBy} from '../host/allow.ts';
import {Authorizer} from '../access/authorizer.ts';
import {
  Host,
  InTurns,
  Telemetry,
  Threads,
  WhileUnchanged,
  type Runner,
} from '@gazetteer/kernel/host';
import {apiDocs} from '@gazetteer/kernel/http';
import {purgeBySchedule} from '../admin/auto-purge.ts';
import {collectMetricsBy} from '../admin/collect-metrics.ts';
import {BulkRunner} from '../bulk/bulk-runner.ts';
import {TaskRunner} from '../admin/task-runner.ts';
import {catalogItself, readRightsOf, type Caller, type CatalogHost} from '../caller.ts';
import {Engine} from '../host/engine.ts';
import {watchIndex} from '../admin/watch-index.ts';
import {type catalogOptions, databaseOf, type CatalogOptions} from '../options/catalog-options.ts';
import {operations} from './operations.ts';
import {pages} from './pages.ts';
import {apiRoutes, catalogDocument} from './routes.ts';
import {HookConsumer} from '../notification/hook-consumer.ts';
import {listed} from '../options/notification-options.ts';
import {hookConsumerOptionsOf, hookSourceOf} from '../notification/start-hooks.ts';
import {Notifications, publishersOf} from '../notification/start-notifications.ts';
import {tokenLogin} from '../token/token-login.ts';
import {createServer} from './server.ts';
import {Downloads} from '../download/downloads.ts';
import {autoPurgeOf, downloadOptionsOf, settingsOf, transferSettingsOf} from './settings.ts';
import {AsyncImports} from '../transfer/async-imports.ts';
import {Transfers} from '../transfer/transfers.ts';
import {seedTypes} from '../types/seed-types.ts';

/** Names what is plugged in: which database, which threads, which way of logging in. */

/** Operations after which there may be messages to take in. */
const bringMessages = new Set([
  operations.replayFailedMessages.name,
  operations.receiveLineageEvent.name,
  operations.receiveLineageEvents.name,
]);

/**
 * Operations that may leave something to do in the background; a change of types asks for rows that
 * follow from them.
 */
const queueTasks = new Set([
  operations.createTypes.name,
  operations.updateTypes.name,
  operations.createOldTypes.name,
  operations.updateOldTypes.name,
  operations.importTypes.name,
  operations.queueAgeOut.name,
]);

/** Operations that leave bulk changes to do. */
const queueBulkChanges = new Set([
  operations.createBulkChange.name,
  operations.undoBulkChange.name,
  operations.resumeBulkChange.name,
]);

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
  const decisions = new DecisionAudit(
    'catalog',
    options.auditDecisions as DecisionScope,
    line => void trail?.record(line),
  );
  const authorizer = new Authorizer(
    policyFile === undefined ? undefined : new PolicyFile(policyFile, log),
    decisions,
  );
  const node = auditNameOf(options, 'catalog');
  const keeper = node === undefined ? undefined : ({agent: 'catalog', node} as const);
  const {runner, backend, release, logins} = await openStore(
    options,
    where.database !== undefined,
    keeper,
    log,
  );
  const telemetry = new Telemetry();
  if (databaseOf(options).startsWith('sqlite:')) {
    telemetry.server.watchDisk(new DiskRoom(resolve(options.dataFolder), options.minFreeBytes));
  }
  const host = new Host<Caller>({
    runner,
    allow: allowBy(authorizer, decisions),
    telemetry,
    wake: ({name}) => {
      notifications.feed.wake();
      relay?.wake();
      if (queueTasks.has(name)) tasks.wake();
      if (queueBulkChanges.has(name)) bulkChanges.wake();
      if (bringMessages.has(name)) hooks.wake();
    },
    log,
    searchLimitMs: options.searchTimeoutMs,
  });
  const limits = {retentionMs: options.changeRetentionMs, maxRows: options.outboxMaxRows};
  const notifications = new Notifications(host, await publishersOf(options), limits, log);
  const tasks = new TaskRunner(host, log);
  const bulkChanges = new BulkRunner(host, log);
  const trail = openAudit(options, 'catalog', log);
  if (trail !== undefined) telemetry.server.watchAudit(() => trail.counts);
  const relay =
    trail && keeper && new AuditRelay(keptRecords(host, keeper), lines => trail.take(lines), log);
  const downloads = new Downloads(host, downloadOptionsOf(options), log);
  const transfers = new Transfers(host, transferSettingsOf(options), log);
  const asyncImports = new AsyncImports(transfers, log);
  const hooks = new HookConsumer(host, hookConsumerOptionsOf(options), log, telemetry);
  const hookSource = await hookSourceOf(options, hooks, log);
  const routes = apiRoutes(host, telemetry, authorizer, {
    downloads,
    transfers,
    asyncImports,
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
    tokens: tokenLogin(host, log),
    audit: trail,
    logins,
  });
  // Whoever waits for changes would keep the server from stopping.
  app.addHook('preClose', () => notifications.feed.close());
  await downloads.sweep();
  await notifications.start();
  const stopWatching = watchIndex(host, backend, options.indexStatusCheckMs, log);
  const stopCollecting = collectMetricsBy(
    host,
    {
      schedule: options.metricsSchedule,
      namespace: options.metadataNamespace,
      timeToLiveMs: options.metricsTtlHours * 3_600_000,
    },
    log,
  );
  const autoPurge = autoPurgeOf(options);
  const stopPurging = autoPurge && purgeBySchedule(host, autoPurge, log);
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
        bulkChanges.close(),
        stopPurging?.(),
        notifications.close(),
      ]);
      await relay?.close();
      await trail?.close();
      await host.close();
      release();
    },
  });
  const system = catalogItself('start');
  await host.call(operations.recordServerStart, system, {startTime: telemetry.server.startedAt});
  asyncImports.start();
  bulkChanges.start();
  hooks.start();
  hookSource?.start();
  tasks.start(options.agingEnabled ? options.agingEveryDays * 86_400_000 : undefined);
  print(banner(serving.url, options, hasDefaultPassword));
  return serving;
}

/** Records of changes in whichever database the catalog has. */
function keptRecords(host: CatalogHost, keeper: Keeper): KeptRecords {
  const system = catalogItself('audit');
  return {
    next: () => host.call(operations.nextAuditLines, system, keeper),
    drop: ids => host.call(operations.dropSentAuditLines, system, ids),
  };
}

/** Everything outside of the API. */
function allPages(app: FastifyInstance, log: Log): void {
  pages(app, log);
  apiDocs(app, catalogDocument, {
    intro:
      "Relative to `/api/meta` and `/api/atlas`, with login by HTTP Basic or the session's cookie.",
    source: '/api/meta/openapi.json',
  });
}

/** `logins` only where other processes may serve the same store. */
async function openStore(
  options: CatalogOptions,
  isDatabaseNamed: boolean,
  keeper: Keeper | undefined,
  log: Log,
): Promise<{runner: Runner<Caller>; backend: string; release: () => void; logins?: LoginStore}> {
  const settings = settingsOf(options, keeper);
  const url = databaseOf(options);
  const place = {option: isDatabaseNamed ? '--database' : '--data', shown: maskUrl(url)};
  if (!url.startsWith('sqlite:')) {
    const {db, store} = await opened(place, () => new PostgresDatabase({url}), log);
    return {
      runner: new InTurns(new Engine(store, settings), searchesAtOnce),
      backend: searchBackend(db.dialect),
      release: () => undefined,
      logins: new LoginStore(db),
    };
  }
  const file = url.slice('sqlite:'.length);
  const lock = lockedFolder(dirname(file));
  // The folder is locked: who held a lease is gone.
  const {db: writer, store: first} = await opened(
    place,
    () => new SqliteDatabase({file}),
    log,
    endLeases,
  );
  await first.close();
  const here = new Engine(new GraphStore(new SqliteDatabase({file, readOnly: true})), settings);
  const version = new SqliteVersion(file);
  const threads = new Threads({
    file: new URL('./store-thread.ts', import.meta.url),
    data: {file, settings},
    here,
    readers: options.readerThreads,
    log,
  });
  return {
    runner: new WhileUnchanged(threads, {
      version: () => version.current,
      rightsOf: readRightsOf,
      maxChars: keptChars,
    }),
    backend: searchBackend(writer.dialect),
    release: () => {
      version.close();
      lock.release();
    },
  };
}

/** Of answers, which are read more often than anything is stored. */
const keptChars = 24 * 2 ** 20;

/** Of the connections to a database, searches take no more than so many. */
const searchesAtOnce = 6;

type Transaction = Parameters<GraphStore['transaction']>[0];

/**
 * Tables and stock types are there, and what an older version derived from entities is marked.
 * @throws Error for the operator
 */
async function opened<Opened extends Database>(
  place: Parameters<typeof openFailure>[1],
  open: () => Opened,
  log: Log,
  also?: Transaction,
): Promise<{db: Opened; store: GraphStore}> {
  try {
    const db = open();
    const store = new GraphStore(db);
    await prepare(store, db, log);
    if (also !== undefined) await store.transaction(also);
    return {db, store};
  } catch (error) {
    throw openFailure(error, place);
  }
}

async function prepare(store: GraphStore, db: Database, log: Log): Promise<void> {
  await GraphStore.migrate(db);
  const {created, skipped} = await store.transaction(seedTypes, 'types');
  if (created.length > 0) log.info({count: created.length}, 'stock types added');
  await store.transaction(outdateOldRows, 'types');
  for (const {area, reason} of skipped)
    log.warn({area, reason}, 'stock types left out: they do not fit types that are there');
}

/**
 * Nobody but the owner may look into the data folder: it holds what everybody else must ask for.
 */
function lockedFolder(folder: string): FolderLock {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  return lockFolder(folder);
}

function banner(url: string, options: CatalogOptions, hasDefaultPassword: boolean): string {
  const database = databaseOf(options);
  const data = database.startsWith('sqlite:')
    ? database.slice('sqlite:'.length)
    : new URL(database).host;
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

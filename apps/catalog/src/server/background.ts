import {AuditRelay, type KeptRecords, type Log} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import type {Telemetry} from '@gazetteer/kernel/host';
import type {Keeper} from '@gazetteer/store';
import {purgeBySchedule} from '../admin/auto-purge.ts';
import {collectMetricsBy} from '../admin/collect-metrics.ts';
import {TaskRunner} from '../admin/task-runner.ts';
import {watchIndex} from '../admin/watch-index.ts';
import {BulkRunner} from '../bulk/bulk-runner.ts';
import {type CatalogHost, catalogItself} from '../caller.ts';
import {Downloads} from '../download/downloads.ts';
import {HookConsumer} from '../notification/hook-consumer.ts';
import {hookConsumerOptionsOf, hookSourceOf} from '../notification/start-hooks.ts';
import {Notifications, type publishersOf} from '../notification/start-notifications.ts';
import type {CatalogOptions} from '../options/catalog-options.ts';
import {listed} from '../options/notification-options.ts';
import {DigestRunner} from '../subscription/digest-runner.ts';
import {SubscriptionRunner} from '../subscription/subscription-runner.ts';
import {AsyncImports} from '../transfer/async-imports.ts';
import {type AskEditor, SourceRunner} from '../source/source-runner.ts';
import type {RunLogin} from '../source/run-login.ts';
import {Transfers} from '../transfer/transfers.ts';
import {ageOutUsageBy} from '../usage/usage-upkeep.ts';
import {operations} from './operations.ts';
import {autoPurgeOf, downloadOptionsOf, meansOf, transferSettingsOf} from './settings.ts';

/** Operations after which there may be messages to take in. */
const bringMessages = new Set([
  operations.replayFailedMessages.name,
  operations.receiveLineageEvent.name,
  operations.receiveLineageEvents.name,
  operations.receiveUsage.name,
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
  operations.undoChange.name,
  operations.resumeBulkChange.name,
]);

/** Operations after which there may be a source to read. */
const askForRuns = new Set([operations.runSource.name, operations.saveSource.name]);

/** Operations after which something else may have to be delivered. */
const changeSubscriptions = new Set([
  operations.createSubscription.name,
  operations.updateSubscription.name,
  operations.deleteSubscription.name,
]);

type BackgroundParts = {
  readonly host: CatalogHost;
  readonly options: CatalogOptions;
  readonly telemetry: Telemetry;
  readonly log: Log;
  readonly publishers: Awaited<ReturnType<typeof publishersOf>>;
  /** What the search index is called. */
  readonly backend: string;
  /** Where records of changes go, and under what names they are kept. */
  readonly trail: {take(lines: readonly string[]): number} | undefined;
  readonly keeper: Keeper | undefined;
  readonly runLogin: RunLogin;
  readonly askEditor: AskEditor;
};

/** All that works beside requests, by itself or because one of them has left something to do. */
export class Background {
  readonly #parts: BackgroundParts;
  readonly #notifications: Notifications;
  readonly #subscriptions: SubscriptionRunner;
  readonly #digests: DigestRunner;
  readonly #tasks: TaskRunner;
  readonly #bulkChanges: BulkRunner;
  readonly #relay: AuditRelay | undefined;
  readonly #downloads: Downloads;
  readonly #transfers: Transfers;
  readonly #asyncImports: AsyncImports;
  readonly #hooks: HookConsumer;
  readonly #sources: SourceRunner;
  #hookSource: Awaited<ReturnType<typeof hookSourceOf>>;
  /** What runs by the clock. */
  #schedules: readonly (() => unknown)[] = [];

  constructor(parts: BackgroundParts) {
    const {host, options, telemetry, log, publishers, trail, keeper, runLogin} = parts;
    const limits = {retentionMs: options.changeRetentionMs, maxRows: options.outboxMaxRows};
    this.#parts = parts;
    this.#notifications = new Notifications(host, publishers, limits, log);
    this.#subscriptions = new SubscriptionRunner(
      host,
      this.#notifications.feed,
      runLogin,
      meansOf(options),
      log,
    );
    this.#digests = new DigestRunner(host, runLogin, meansOf(options), log);
    this.#tasks = new TaskRunner(host, log);
    this.#bulkChanges = new BulkRunner(host, log);
    this.#sources = new SourceRunner(host, runLogin, log, parts.askEditor);
    this.#relay =
      trail && keeper && new AuditRelay(keptRecords(host, keeper), lines => trail.take(lines), log);
    this.#downloads = new Downloads(host, downloadOptionsOf(options), log);
    this.#transfers = new Transfers(host, transferSettingsOf(options), log);
    this.#asyncImports = new AsyncImports(this.#transfers, log);
    this.#hooks = new HookConsumer(host, hookConsumerOptionsOf(options), log, telemetry);
  }

  /** What routes reach of it. */
  get door() {
    const {options} = this.#parts;
    return {
      downloads: this.#downloads,
      transfers: this.#transfers,
      asyncImports: this.#asyncImports,
      notifications: this.#notifications,
      means: meansOf(options),
      hooks: this.#hooks,
      hookTopics: listed(options.hookTopics),
      changes: options.changeFeed ? this.#notifications.feed : undefined,
    };
  }

  /** An operation has written something. */
  wake(operation: string): void {
    this.#notifications.feed.wake();
    this.#relay?.wake();
    if (queueTasks.has(operation)) this.#tasks.wake();
    if (queueBulkChanges.has(operation)) this.#bulkChanges.wake();
    if (changeSubscriptions.has(operation)) this.#subscriptions.wake();
    if (askForRuns.has(operation)) this.#sources.wake();
    if (bringMessages.has(operation)) this.#hooks.wake();
  }

  /** Before anybody may change something: who is told gets all that comes from here on. */
  async prepare(): Promise<void> {
    const {host, options, log, backend} = this.#parts;
    this.#hookSource = await hookSourceOf(options, this.#hooks, log);
    await this.#downloads.sweep();
    await this.#notifications.start();
    const metrics = {
      schedule: options.metricsSchedule,
      namespace: options.metadataNamespace,
      timeToLiveMs: options.metricsTtlHours * 3_600_000,
    };
    const purge = autoPurgeOf(options);
    this.#schedules = [
      watchIndex(host, backend, options.indexStatusCheckMs, log),
      collectMetricsBy(host, metrics, log),
      ageOutUsageBy(host, log),
      ...(purge === undefined ? [] : [purgeBySchedule(host, purge, log)]),
    ];
  }

  /** Once requests are answered. */
  start(app: FastifyInstance): void {
    const {options} = this.#parts;
    this.#sources.start(app);
    this.#asyncImports.start();
    this.#bulkChanges.start();
    this.#subscriptions.start();
    if (options.mailServer !== '') this.#digests.start();
    this.#hooks.start();
    this.#hookSource?.start();
    this.#tasks.start(options.agingEnabled ? options.agingEveryDays * 86_400_000 : undefined);
  }

  /** Lets those go who wait for changes, and ends what asks this server. */
  async letGo(): Promise<void> {
    await this.#sources.close();
    await this.#notifications.feed.close();
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.#schedules.map(stop => stop()),
      this.#downloads.close(),
      this.#asyncImports.close(),
      this.#tasks.close(),
      this.#bulkChanges.close(),
      this.#digests.close(),
      this.#subscriptions.close().then(() => this.#notifications.close()),
    ]);
    await this.#relay?.close();
  }
}

/** Records of changes in whichever database the catalog has. */
function keptRecords(host: CatalogHost, keeper: Keeper): KeptRecords {
  const system = catalogItself('audit');
  return {
    next: () => host.call(operations.nextAuditLines, system, keeper),
    drop: ids => host.call(operations.dropSentAuditLines, system, ids),
  };
}

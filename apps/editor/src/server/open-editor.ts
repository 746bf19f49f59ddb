import type {Database} from '@gazetteer/db';
import {type Link, type Log, usageRulesOf} from '@gazetteer/server';
import {join} from 'node:path';
import {CatalogLink} from '../catalog/catalog-link.ts';
import {type DatasetNamespace, datasetNamespaces} from '../config/dataset-namespaces.ts';
import type {EditorConfig} from '../config/editor-config.ts';
import {sharingOf} from '../config/sharing.ts';
import type {Editor} from '../editor.ts';
import {openFiles} from '../files/open-files.ts';
import {FileLoads} from '../imports/file-loads.ts';
import {openJobBrowser} from '../jobs/cluster/job-browser.ts';
import {LineageOutbox} from '../lineage/lineage-outbox.ts';
import type {LineageRules} from '../lineage/lineage-rules.ts';
import {everything} from '../login/editor-policy.ts';
import {ResultAnalyses} from '../result/analysis/result-analyses.ts';
import {downloadLimitOf} from '../result/first-rows.ts';
import {courierSettingsOf} from '../schedule/options.ts';
import {ScheduleRunner} from '../schedule/schedule-runner.ts';
import {keptStatements} from '../schedule/turn.ts';
import {Views} from '../share/viewers.ts';
import {snapshotRulesOf} from '../snapshot/options.ts';
import {OpenedSessions} from '../session/opened-sessions.ts';
import {SessionPool} from '../session/session-pool.ts';
import {LiveStatements} from '../statement/live-statements.ts';
import {Nodes} from '../statement/nodes.ts';
import {openResultStore, type ResultsPlace} from '../statement/results/open-results.ts';
import {StatementStore} from '../statement/statement-store.ts';
import {openEngines} from './open-engines.ts';
import {editorFolderOf, type EditorOptions} from './options.ts';

type OpenedEditor = {
  readonly editor: Editor;
  readonly lineage: LineageOutbox;
  readonly schedules: ScheduleRunner;
  readonly close: () => Promise<void>;
};

/** What the operations work with, and what works beside them. Its folder is locked already. */
export async function openEditor(
  options: EditorOptions,
  config: EditorConfig,
  {
    db,
    link,
    configuration,
    log,
    openBeatDb,
  }: Pick<Editor, 'db' | 'configuration' | 'log'> & {
    readonly link: Link;
    readonly openBeatDb: () => Database | undefined;
  },
): Promise<OpenedEditor> {
  const {engines, disk, peopleTokens, close} = await openEngines(options, config, log);
  // A session is given up no sooner than the result that lives in it.
  const pool = new SessionPool({log, leaseMs: options.resultIdleMs});
  const results = await openResultStore(placeOf(options, config), editorFolderOf(options));
  const nodes = results.isShared
    ? await Nodes.open({db, beatDb: openBeatDb(), folder: editorFolderOf(options), log})
    : undefined;
  const statements = new StatementStore(db, nodes?.id);
  const namespaces = datasetNamespaces(config);
  const catalog = new CatalogLink(link, namespaces);
  const rules = lineageRulesOf(options, namespaces);
  const lineage = new LineageOutbox({db, engines, pool, statements, catalog, log}, rules);
  const {live, analyses} = await openResults(options, {
    results,
    nodes,
    engines,
    pool,
    store: statements,
    log,
    noted: statement => lineage.noted(statement),
    keptStatements: () => db.read(keptStatements),
  });
  const schedules = schedulesOf(options, log);
  const sessions = new OpenedSessions(pool);
  const snapshotRules = snapshotRulesOf(options);
  const views = new Views({db, log, keptMs: options.viewersKeptMs});
  await views.age();
  const loads = new FileLoads(log);
  const parts = {pool, sessions, db, disk, statements, live, analyses};
  const beside = {schedules, snapshotRules, views, loads};
  return {
    editor: {
      ...configured(config, options.results),
      configuration,
      ...parts,
      ...beside,
      engines,
      peopleTokens,
      catalog,
      log,
    },
    lineage,
    schedules,
    close: async () => {
      await loads.stop();
      await schedules.stop();
      await lineage.stop();
      await views.stop();
      const kept = await live.stop();
      // Other nodes don't wait for servers that are slow to close what is not kept.
      await Promise.all([nodes?.stop(), pool.stop(kept)]);
      await analyses.stop();
      await close();
    },
  };
}

/** What follows from the configuration alone. */
function configured(config: EditorConfig, results: string) {
  const {beeswax, impala, desktop, notebook, engineUsers, s3Users} = config;
  return {
    engineUsers,
    s3Users,
    access: everything,
    mayDownload: desktop.enable_download,
    maxDownloadRows: downloadLimitOf(config),
    sharing: sharingOf(config),
    jobs: openJobBrowser(config),
    files: openFiles(config, results),
    maxPartitions: beeswax.list_partitions_limit,
    notebook,
    shownSettings: new Set([...beeswax.config_whitelist, ...impala.config_whitelist]),
  };
}

function lineageRulesOf(
  options: EditorOptions,
  namespaces: ReadonlyMap<string, DatasetNamespace>,
): LineageRules {
  const {lineage, lineageIgnoredUsers, lineageIgnoredTables} = options;
  const listOf = (text: string) => text.split(',').flatMap(one => one.trim() || []);
  const users = new Set(listOf(lineageIgnoredUsers));
  return {
    isOff: lineage === 'off',
    users,
    tables: listOf(lineageIgnoredTables),
    namespaces,
    usage: usageRulesOf(options),
  };
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

function placeOf(
  {results, resultsEncryption: encryption}: EditorOptions,
  {resultsStore, s3Store}: EditorConfig,
): ResultsPlace {
  return {results, encryption, store: resultsStore ?? s3Store};
}

/** What was run, its rows, and what has been made of them. */
async function openResults(
  options: EditorOptions,
  parts: Pick<
    Parameters<typeof LiveStatements.open>[0],
    'results' | 'nodes' | 'engines' | 'pool' | 'store' | 'log' | 'noted' | 'keptStatements'
  >,
): Promise<{live: LiveStatements; analyses: ResultAnalyses}> {
  const folder = editorFolderOf(options);
  const live = await LiveStatements.open({
    ...parts,
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

import {effectiveOptions, readOptions} from '@gazetteer/settings';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {SqliteDatabase} from '@gazetteer/db';
import {DiskRoom, House, Link} from '@gazetteer/server';
import type {FastifyInstance, InjectOptions} from 'fastify';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {editorDocument} from '../src/server/api.ts';
import {CatalogLink} from '../src/catalog/catalog-link.ts';
import {datasetNamespaces} from '../src/config/dataset-namespaces.ts';
import {effectiveConfig} from '../src/config/config-text.ts';
import {readTestConfig, testConfig} from '../src/config/testing.ts';
import {OpenedSessions} from '../src/session/opened-sessions.ts';
import type {Editor} from '../src/editor.ts';
import type {SqlEngine} from '../src/engine/sql-engine.ts';
import {openFiles} from '../src/files/open-files.ts';
import {FileLoads} from '../src/imports/file-loads.ts';
import {openJobBrowser} from '../src/jobs/cluster/job-browser.ts';
import {type EditorPolicy, everything} from '../src/login/editor-policy.ts';
import {editorOptions} from '../src/server/options.ts';
import {ResultAnalyses} from '../src/result/analysis/result-analyses.ts';
import {downloadLimitOf} from '../src/result/first-rows.ts';
import {courierSettingsOf} from '../src/schedule/options.ts';
import {ScheduleRunner} from '../src/schedule/schedule-runner.ts';
import {keptStatements} from '../src/schedule/turn.ts';
import {Views} from '../src/share/viewers.ts';
import {snapshotRulesOf} from '../src/snapshot/options.ts';
import {createServer} from '../src/server/server.ts';
import {SessionPool} from '../src/session/session-pool.ts';
import {sharingOf} from '../src/config/sharing.ts';
import {defaultBudget} from '../src/statement/drains.ts';
import {LiveStatements} from '../src/statement/live-statements.ts';
import {FolderResults} from '../src/statement/results/folder-results.ts';
import {StatementStore} from '../src/statement/statement-store.ts';
import {PeopleTokens} from '../src/token/people-tokens.ts';
import {assertFits} from './answers-fit.ts';
import {admin} from './editor-client.ts';
import {MemoryEngine} from './memory-engine.ts';
import {TestLog} from './test-log.ts';

export type EditorForTests = {
  /** `GET /api/v1/tabs`, … of all that the API serves, when the first request was answered. */
  readonly served: readonly string[];
  readonly app: FastifyInstance;
  /** Of its data. */
  readonly folder: string;
  readonly editor: Editor;
  readonly engine: MemoryEngine;
  readonly log: TestLog;
  readonly accessLines: string[];
  /** As a script with a name and a password; the fields go as a form. */
  readonly post: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly inject: (options: InjectOptions) => Promise<Answer>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Of a JSON answer. */
  readonly body: Readonly<Record<string, unknown>>;
};

const scheduleLimits = {
  perPerson: 3,
  running: 4,
  runningPerPerson: 2,
  minIntervalMs: 1000,
  rows: 10_000,
  bytes: 2 ** 20,
  personBytes: 2 ** 22,
};

/**
 * The whole server in this process. It goes with the test.
 * @param users in place of `admin`, and their groups; the password of each is the name
 * @param ini of the clusters with jobs
 * @param minFreeBytes of the disk, below which nothing new is begun
 * @param policy of who may do what
 * @param house with a catalog in the same process
 * @param argv options, of schedules alone
 * @param more engines beside `hive` and `hplsql`, which need no server, or in place of them
 */
export async function editorForTests(
  t: {after(work: () => Promise<void>): void},
  more: (log: TestLog) => ReadonlyMap<string, SqlEngine> = () => new Map(),
  users: Readonly<Record<string, string>> = {},
  ini = '',
  minFreeBytes = 0,
  policy?: EditorPolicy,
  house?: House,
  argv: readonly string[] = [],
): Promise<EditorForTests> {
  const link = new Link({own: 'editor', url: '', secretFile: '', house});
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-editor-'));
  const lines = Object.entries(users).map(([name, groups]) => `${passwordLine(name, groups)}\n`);
  if (lines.length > 0)
    await writeFile(join(folder, 'users-credentials.properties'), lines.join(''));
  const log = new TestLog();
  const engine = new MemoryEngine('hive');
  const engines = new Map<string, SqlEngine>([
    ['hive', engine],
    ['hplsql', new MemoryEngine('hplsql')],
    ...more(log),
  ]);
  const pool = new SessionPool({log, sweepMs: 0});
  const db = new SqliteDatabase({file: join(folder, 'editor.db')});
  const statements = await StatementStore.open(db);
  const live = await LiveStatements.open({
    engines,
    pool,
    store: statements,
    results: await FolderResults.open(join(folder, 'results'), false),
    log,
    idleMs: 60_000,
    budget: {...defaultBudget, rows: 10_000},
    onRemoved: async uuid => await analyses.remove(uuid),
    keptStatements: () => db.read(keptStatements),
  });
  const analyses = await ResultAnalyses.open(
    join(folder, 'analyses'),
    await live.storedResults(),
    log,
  );
  const shownSettings = new Set(['hive.execution.engine']);
  const config = testConfig(ini);
  const jobs = openJobBrowser(config);
  const files = openFiles(config);
  const read = readOptions(editorOptions, {argv: ['--data', folder, ...argv], env: {}});
  const schedules = new ScheduleRunner(
    scheduleLimits,
    {...courierSettingsOf(read.values), webhooks: 'all'},
    log,
  );
  const editor = {
    engines,
    engineUsers: config.engineUsers,
    s3Users: config.s3Users,
    access: everything,
    mayDownload: config.desktop.enable_download,
    maxDownloadRows: downloadLimitOf(config),
    sharing: sharingOf(config),
    pool,
    sessions: new OpenedSessions(pool),
    db,
    disk: new DiskRoom(folder, minFreeBytes),
    statements,
    live,
    analyses,
    schedules,
    snapshotRules: snapshotRulesOf(read.values),
    views: new Views({db, log, keptMs: read.values.viewersKeptMs}),
    loads: new FileLoads(log),
    jobs,
    files,
    maxPartitions: config.beeswax.list_partitions_limit,
    notebook: config.notebook,
    configuration: {
      settings: [...effectiveOptions(editorOptions, read), ...effectiveConfig(readTestConfig(ini))],
      warnings: ['a.ini:1: [x] y is not known.'],
      notices: [],
    },
    shownSettings,
    peopleTokens: new PeopleTokens(),
    catalog: new CatalogLink(link, datasetNamespaces(config)),
    log,
  };
  const accessLines: string[] = [];
  const accessLog = (line: string) => void accessLines.push(line);
  const {app, personOf} = await createServer({
    options: read.values,
    where: {},
    editor,
    log,
    accessLog,
    policy,
    link,
  });
  schedules.start(editor, personOf);
  house?.join('editor', {app, url: 'http://127.0.0.1:8888'});
  const served: string[] = [];
  // What is registered in scopes of its own, as the API is, comes when the first request does.
  app.addHook('onRoute', ({method, url}) => {
    for (const one of [method].flat()) if (one !== 'HEAD') served.push(`${one} ${url}`);
  });
  t.after(async () => {
    // Requests that still wait for something are those of a test that has failed.
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    await editor.loads.stop();
    await schedules.stop();
    await editor.views.stop();
    await pool.stop(await live.stop());
    await analyses.stop();
    await statements.close();
    await rm(folder, {recursive: true, force: true});
  });
  const inject = async (options: InjectOptions): Promise<Answer> => {
    const {statusCode, headers, payload} = await app.inject(options);
    const isJson = String(headers['content-type']).startsWith('application/json');
    const body = isJson ? (JSON.parse(payload) as Answer['body']) : {};
    const {method = 'GET', url = ''} = options;
    if (isJson) assertFits(editorDocument(), {method, url: String(url), status: statusCode, body});
    return {status: statusCode, headers, text: payload, body};
  };
  const post = (path: string, fields: Readonly<Record<string, string>> = {}) =>
    inject({
      method: 'POST',
      url: path,
      headers: {authorization: admin, 'content-type': 'application/x-www-form-urlencoded'},
      payload: new URLSearchParams(fields).toString(),
    });
  return {served, app, folder, editor, engine, log, accessLines, post, inject};
}

/** Calls as this user, with JSON. */
export function asUser({inject}: EditorForTests, name: string) {
  const authorization = `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<Answer> =>
    await inject({
      method,
      url,
      headers: {authorization},
      ...(body !== undefined && {payload: body}),
    });
}

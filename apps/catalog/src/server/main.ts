import type {Configuration, ReadOptions} from '@gazetteer/settings';
import {resolve} from 'node:path';
import {
  auditNameOf,
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
  openTraces,
  passwdCommand,
  passwordFileOf,
  PolicyFile,
  policyFileOf,
  type Serving,
  storeFile,
} from '@gazetteer/server';
import {postgresAddresses} from '@gazetteer/model';
import type {FastifyInstance} from 'fastify';
import {Host, Telemetry} from '@gazetteer/kernel/host';
import {apiDocs} from '@gazetteer/kernel/http';
import {Authorizer} from '../access/authorizer.ts';
import {catalogItself, type Caller} from '../caller.ts';
import {allowBy} from '../host/allow.ts';
import {publishersOf} from '../notification/start-notifications.ts';
import {namingRulesOf} from '../options/naming-options.ts';
import {catalogOptions, databaseOf, type CatalogOptions} from '../options/catalog-options.ts';
import {RunLogin} from '../source/run-login.ts';
import {tokenLogin} from '../token/token-login.ts';
import {Background} from './background.ts';
import {openStore} from './open-store.ts';
import {operations} from './operations.ts';
import {pages} from './pages.ts';
import {apiRoutes, catalogDocument} from './routes.ts';
import {createServer} from './server.ts';

/** Names what is plugged in: which database, which threads, which way of logging in. */

/** A session of an engine may be opened for what a source asks the editor. */
const sourceAnswerMs = 120_000;

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Starts the catalog with options that were read and checked. Throws an error for the operator. */
export async function startCatalog(
  {values, where, warnings, notices}: ReadOptions<(typeof catalogOptions)['options']>,
  configuration: Configuration,
  house?: House,
): Promise<Serving> {
  const log = createLog({level: values.logLevel, format: values.logFormat});
  for (const warning of warnings) log.warn({}, warning);
  for (const notice of notices) log.info({}, notice);
  return await start(values, where, configuration, log, house);
}

type Where = {readonly [Name in keyof CatalogOptions]?: string};

/**
 * Everything behind the API: the store, what works beside requests, and what watches over both.
 * Nothing of it works by itself yet.
 */
async function openParts(options: CatalogOptions, where: Where, log: Log, link: Link) {
  const {authorizer, decisions} = authorization(options, log, line => void trail?.record(line));
  const node = auditNameOf(options, 'catalog');
  const keeper = node === undefined ? undefined : ({agent: 'catalog', node} as const);
  const traces = openTraces(options, {server: 'catalog', version: catalogOptions.version}, log);
  const {runners, kept, backend, release, logins} = await openStore(
    options,
    where.database !== undefined,
    {keeper, isTraced: traces !== undefined},
    log,
  );
  const trail = openAudit(options, 'catalog', log);
  const telemetry = telemetryOf(options, trail, traces);
  const host = new Host<Caller>({
    runners,
    kept,
    allow: allowBy(authorizer, decisions),
    telemetry,
    // The two need each other: what works beside requests asks the host as everybody does, and
    // nothing is asked before both are there.
    wake: ({name}) => background.wake(name),
    log,
    searchLimitMs: options.searchTimeoutMs,
  });
  const publishers = await publishersOf(options);
  const runLogin = new RunLogin();
  const background = new Background({
    host,
    options,
    telemetry,
    log,
    publishers,
    backend,
    trail,
    keeper,
    runLogin,
    askEditor: who => link.neighbour()?.fetchAs(who, sourceAnswerMs),
  });
  const close = async () => {
    await background.close();
    await trail?.close();
    await host.close();
    release();
    await traces?.close();
  };
  return {authorizer, host, telemetry, trail, traces, runLogin, background, logins, close};
}

async function start(
  options: CatalogOptions,
  where: Where,
  configuration: Configuration,
  log: Log,
  house: House | undefined,
): Promise<Serving> {
  const {editorUrl: url, linkSecretFile: secretFile} = options;
  const link = new Link({own: 'catalog', url, secretFile, house});
  const parts = await openParts(options, where, log, link);
  const {authorizer, host, telemetry, trail, traces, runLogin, background, logins, close} = parts;
  const {app, hasDefaultPassword} = await createServer({
    options,
    where,
    log,
    routes: apiRoutes(host, telemetry, authorizer, {
      ...background.door,
      configuration,
      editor: () => link.neighbour(),
      naming: namingRulesOf(options),
    }),
    link,
    pages: allPages,
    telemetry,
    tokens: tokenLogin(host, log),
    runLogin,
    audit: trail,
    traces,
    logins,
  });
  // Whoever waits for changes would keep the server from stopping.
  app.addHook('preClose', () => background.letGo());
  await background.prepare();
  const serving = await listen({
    app,
    log,
    ...doorOf(options),
    drain: {forMs: options.drainTimeMs, begin: () => telemetry.server.startDraining()},
    close,
  });
  house?.join('catalog', {app, url: serving.url});
  const system = catalogItself('start');
  await host.call(operations.recordServerStart, system, {startTime: telemetry.server.startedAt});
  background.start(app);
  print(banner(serving.url, options, hasDefaultPassword));
  return serving;
}

function telemetryOf(
  options: CatalogOptions,
  trail: ReturnType<typeof openAudit>,
  traces: ReturnType<typeof openTraces>,
): Telemetry {
  const telemetry = new Telemetry();
  if (trail !== undefined) telemetry.server.watchAudit(() => trail.counts);
  if (traces !== undefined) telemetry.server.watchTraces(() => traces.lost);
  // A database server watches its own disk.
  if (storeFile(databaseOf(options)) !== undefined)
    telemetry.server.watchDisk(new DiskRoom(resolve(options.dataFolder), options.minFreeBytes));
  return telemetry;
}

/** Where clients come in, and how long they are waited for when the server ends. */
const doorOf = ({bindAddress: host, stopTimeoutMs, ...options}: CatalogOptions) =>
  options.tlsEnabled
    ? {host, stopTimeoutMs, port: options.httpsPort, portOption: '--https-port'}
    : {host, stopTimeoutMs, port: options.httpPort, portOption: '--http-port'};

/**
 * Who decides, and where decisions are recorded.
 * @throws Error for the operator, when the policy cannot be read
 */
function authorization(options: CatalogOptions, log: Log, record: (line: string) => void) {
  const file = policyFileOf(options);
  const scope = options.auditDecisions as DecisionScope;
  const decisions = new DecisionAudit('catalog', scope, record);
  const policy = file === undefined ? undefined : new PolicyFile(file, log);
  return {authorizer: new Authorizer(policy, decisions), decisions};
}

/** Everything outside of the API. */
function allPages(app: FastifyInstance, log: Log, link: Link | undefined): void {
  pages(app, log, link);
  apiDocs(app, catalogDocument, {
    intro:
      "Relative to `/api/meta` and `/api/atlas`, with login by HTTP Basic or the session's cookie.",
    source: '/api/meta/openapi.json',
  });
}

function banner(url: string, options: CatalogOptions, hasDefaultPassword: boolean): string {
  const database = databaseOf(options);
  const data =
    storeFile(database) ??
    postgresAddresses(database)
      .map(one => new URL(one).host)
      .join(', ');
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

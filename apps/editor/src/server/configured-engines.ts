import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {TlsOptions} from '@gazetteer/thrift';
import type {DiskRoom, Log} from '@gazetteer/server';
import type {EditorConfig} from '../config/editor-config.ts';
import {mechanismOf, type Mechanism} from '../config/hive-site.ts';
import {
  isEmbedded,
  isLivy,
  type Engine,
  type Interpreter,
  type ThriftInterpreter,
} from '../config/interpreters.ts';
import type {RequestOrigin} from '../net/request-origin.ts';
import {livyClientOf} from '../livy/livy-client.ts';
import {secondEngineHasTls} from '../engine/assemble-query-server.ts';
import {DuckDbEngine} from '../engine/duckdb/duckdb-engine.ts';
import {HiveEngine} from '../engine/hive-engine.ts';
import type {LoginSettings} from '../engine/hive-engine-login.ts';
import {LivyEngine} from '../engine/livy/livy-engine.ts';
import {MetastoreEngine} from '../engine/metastore-engine.ts';
import type {QueryServers} from '../engine/query-servers.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import type {Tickets} from '../engine/ticket-keeper.ts';

export type EngineParts = {
  readonly config: EditorConfig;
  readonly servers: Pick<QueryServers, 'record' | 'reset'>;
  /** Where engines that need no server keep their data. */
  readonly folder: string;
  /** What that is on. */
  readonly disk: DiskRoom;
  /** Where the request came from that something is done for. */
  readonly origin?: () => RequestOrigin | undefined;
  /** The token that a person has logged in with, as far as there is one that has not ended. */
  readonly tokenOf?: (userName: string) => string | undefined;
  /** Fetches a new ticket of the editor's, where that is the editor's to do. */
  readonly tickets?: Tickets | undefined;
  readonly log: Log;
};

/**
 * The engine of each interpreter, by the name that clients send, in the order of the configuration.
 */
export function configuredEngines(parts: EngineParts): ReadonlyMap<string, SqlEngine> {
  return new Map(
    parts.config.interpreters.map(interpreter => [interpreter.type, engineFor(interpreter, parts)]),
  );
}

function engineFor(interpreter: Interpreter, parts: EngineParts): SqlEngine {
  const {config, servers, folder, disk, origin, tokenOf, tickets, log} = parts;
  if (isEmbedded(interpreter)) {
    const {type: id, name: displayName, limits, quotaBytes, maxPeople} = interpreter;
    return new DuckDbEngine({
      id,
      displayName,
      folder: join(folder, 'duckdb', id),
      limits,
      quotaBytes,
      disk,
      maxPeople,
      log,
    });
  }
  if (isLivy(interpreter)) {
    const {type: id, name: displayName, kind, conf, startTimeoutMs} = interpreter;
    return new LivyEngine({
      id,
      displayName,
      client: livyClientOf(config),
      kind,
      conf,
      startTimeoutMs,
      log,
    });
  }
  const {type: id, name: displayName, engine, options} = interpreter;
  const isAnalytic = engine === 'analytic';
  const {server_conn_timeout} = isAnalytic ? config.impala : config.beeswax;
  const common = {
    id,
    displayName,
    record: async () => await servers.record(engine, {type: id, dialect: id, options: options.all}),
    login: {
      ...loginOf(interpreter, config),
      origin: () => originHeaders(origin?.(), config),
      ...(config.desktop.use_thrift_http_jwt && {token: (userName: string) => tokenOf?.(userName)}),
    },
    tls: tlsOf(config, engine),
    timeoutMs: server_conn_timeout * 1000,
    tickets,
    log,
  };
  if (engine === 'catalog') return new MetastoreEngine(common);
  return new HiveEngine({...common, dialect: id, onUnreachable: record => servers.reset(record)});
}

function loginOf({engine, options}: ThriftInterpreter, config: EditorConfig): LoginSettings {
  const {hiveSite, impala, desktop} = config;
  const analytic: Mechanism = impala.auth_password === undefined ? 'GSSAPI' : 'PLAIN';
  return {
    mechanism:
      options.mechanism ??
      (engine === 'analytic' ? analytic : mechanismOf(hiveSite.authentication)),
    impersonationEnabled:
      engine === 'analytic' ? impala.impersonation_enabled : hiveSite.isImpersonating,
    defaultUser: desktop.default_user,
    mutual: desktop.kerberos.mutual_authentication,
    thriftVersion: config.beeswax.thrift_version,
    flavour: engine === 'sqlalt' ? 'spark' : engine === 'analytic' ? 'impala' : 'hive',
  };
}

/** In the names that servers look for, as far as the operator wants them to be told. */
function originHeaders(
  origin: RequestOrigin | undefined,
  {desktop}: EditorConfig,
): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  const {
    enable_xff_for_hive_impala: tellsAddress,
    enable_x_csrf_token_for_hive_impala: tellsToken,
  } = desktop;
  return {
    ...(tellsAddress && {'X-Forwarded-For': origin.address}),
    ...(tellsToken && {'X-CSRF-TOKEN': origin.csrfToken}),
  };
}

/** Files are read at the start, so that a missing one is told then. */
function tlsOf(config: EditorConfig, engine: Engine): TlsOptions | undefined {
  if (!hasTls(config, engine)) return undefined;
  const {cacerts, cert, key, validate} =
    engine === 'analytic' ? config.impala.ssl : config.beeswax.ssl;
  const read = (file: string) => readFileSync(file, 'utf8');
  return {
    verify: validate,
    ...(cacerts === undefined ? {} : {ca: read(cacerts)}),
    ...(cert === undefined ? {} : {cert: read(cert)}),
    ...(key === undefined ? {} : {key: read(key)}),
  };
}

function hasTls(config: EditorConfig, engine: Engine): boolean {
  if (engine === 'analytic') return config.impala.ssl.enabled;
  return engine === 'sqlalt' ? secondEngineHasTls(config) : config.hiveSite.isSsl;
}

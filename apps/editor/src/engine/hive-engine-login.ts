import type {HttpAuth, SocketAuth} from '@gazetteer/thrift';
import {SqlError, type EngineUser} from './sql-engine.ts';

/** What is used here of a query server record. */
export type ServerRecord = {
  readonly server_name: string;
  readonly server_host: string;
  readonly server_port: number;
  readonly principal?: string | null | undefined;
  readonly http_url?: string | undefined;
  readonly transport_mode: string;
  readonly auth_username?: string | null | undefined;
  readonly auth_password?: string | null | undefined;
  readonly use_sasl: boolean;
  readonly close_sessions?: boolean | undefined;
  readonly has_session_pool?: boolean | undefined;
  readonly max_number_of_sessions?: number | undefined;
  readonly dialect?: string | undefined;
  /** Seconds; only the analytic engine has it. */
  readonly SESSION_TIMEOUT_S?: number | undefined;
};

/** What the configuration says beside the record. */
export type LoginSettings = {
  /** `hive.server2.authentication`. */
  readonly authentication: string;
  /** `hive.server2.enable.doAs`, or the analytic engine's own flag. */
  readonly impersonationEnabled: boolean;
  /** `[desktop] default_user`: the name in the opening when the server impersonates. */
  readonly defaultUser: string;
};

export type Mechanism = 'GSSAPI' | 'PLAIN' | 'NOSASL';

/** How to reach the server and who to be there, decided from configuration and user alone. */
export type Login = {
  readonly endpoint: string;
  readonly transport:
    | {readonly kind: 'socket'; readonly host: string; readonly port: number; readonly auth: SocketAuth}
    | {readonly kind: 'http'; readonly url: string; readonly auth: HttpAuth};
  /** As configured, for the log; without SASL it is not used. */
  readonly mechanism: Mechanism;
  readonly principal: string | undefined;
  readonly shortName: string | undefined;
  readonly authUsername: string;
  /** The name in OpenSession. */
  readonly sessionUser: string;
  readonly configuration: ReadonlyMap<string, string>;
  /** Whether the server keeps the session when the connection ends, so that it can be taken up again. */
  readonly outlivesConnection: boolean;
};

const mechanisms: ReadonlyMap<string, Mechanism> = new Map([
  ['KERBEROS', 'GSSAPI'],
  ['NONE', 'PLAIN'],
  ['NOSASL', 'NOSASL'],
  ['LDAP', 'PLAIN'],
  ['PAM', 'PLAIN'],
  ['CUSTOM', 'PLAIN'],
]);

/** Servers without authentication take any password but an empty one. */
const anyPassword = 'anything';

/** @throws {SqlError} `misconfigured` for an authentication that does not exist, or for Kerberos without a principal */
export function planLogin(record: ServerRecord, settings: LoginSettings, user: EngineUser): Login {
  const mechanism = mechanismOf(settings.authentication);
  const principal = record.principal ?? undefined;
  const effective = record.use_sasl ? mechanism : 'NOSASL';
  const isHttp = record.transport_mode === 'http';
  if (principal === undefined && mechanism === 'GSSAPI' && (isHttp || effective === 'GSSAPI')) {
    throw new SqlError('misconfigured', `${record.server_name} is set to use Kerberos, but no principal is configured`);
  }
  const authUsername = isGiven(record.auth_username) ? record.auth_username : user.name;
  const credentials = credentialsOf(record, authUsername, user);
  const transport = isHttp
    ? ({kind: 'http', url: httpUrlOf(record), auth: httpAuth(mechanism, principal, credentials)} as const)
    : ({
        kind: 'socket',
        host: record.server_host,
        port: record.server_port,
        auth: socketAuth(effective, principal, credentials),
      } as const);
  return {
    endpoint: transport.kind === 'http' ? transport.url : `${transport.host}:${transport.port}`,
    transport,
    mechanism,
    principal,
    shortName: principal?.split('/', 1)[0],
    authUsername,
    sessionUser: settings.impersonationEnabled ? settings.defaultUser : user.name,
    configuration: sessionConfiguration(record, settings, user),
    outlivesConnection: isHttp || isHive.has(record.server_name),
  };
}

/** The map of the reference, which follows `hive.server2.authentication` for every engine but the analytic one. */
function mechanismOf(authentication: string): Mechanism {
  const mechanism = mechanisms.get(authentication.toUpperCase());
  if (mechanism !== undefined) return mechanism;
  const valid = [...mechanisms.keys()].join(', ');
  throw new SqlError('misconfigured', `${authentication} server authentication not supported. Valid are ${valid}`);
}

type Credentials = {readonly user: string; readonly password: string};

/** A password that the user gave is the user's own; the service's password never goes with another name. */
function credentialsOf(record: ServerRecord, authUsername: string, user: EngineUser): Credentials {
  if (isGiven(user.password)) return {user: user.name, password: user.password};
  const password = isGiven(record.auth_username) ? record.auth_password : undefined;
  return {user: authUsername, password: isGiven(password) ? password : anyPassword};
}

function socketAuth(mechanism: Mechanism, principal: string | undefined, credentials: Credentials): SocketAuth {
  if (mechanism === 'NOSASL') return {mechanism};
  if (mechanism === 'PLAIN') return {mechanism, ...credentials};
  return {mechanism, principal: principal ?? ''};
}

function httpAuth(mechanism: Mechanism, principal: string | undefined, credentials: Credentials): HttpAuth {
  // A server without authentication still refuses a request that names nobody.
  if (mechanism !== 'GSSAPI') return {mechanism: 'BASIC', ...credentials};
  // Browsers' Kerberos (RFC 4559), which HTTP servers speak, has one service name for all of them.
  return {mechanism: 'NEGOTIATE', principal: (principal ?? '').replace(/^[^/]*\//, 'HTTP/')};
}

/**
 * The second engine's record carries the main engine's URL, whose host and port are another server's; only its protocol
 * and path can be meant.
 */
function httpUrlOf(record: ServerRecord): string {
  const url = new URL(record.http_url ?? `http://${record.server_host}:${record.server_port}/cliservice`);
  if (record.server_name !== 'sqlalt') return url.href;
  url.hostname = record.server_host;
  url.port = String(record.server_port);
  return url.href;
}

/** The engines that are Hive itself. */
const isHive = new Set(['main', 'procedural', 'llap']);
/** Without it, a session and its running statements end with the connection, and so with every restart of the editor. */
const keepOnDisconnect = 'set:hiveconf:hive.server2.close.session.on.disconnect';

/** Servers of Hive's kind are told whom the session is for, whether they run statements as that user or not. */
const proxied = new Set([...isHive, 'sqlalt']);

function sessionConfiguration(
  record: ServerRecord,
  settings: LoginSettings,
  user: EngineUser,
): ReadonlyMap<string, string> {
  const configuration = new Map(Object.entries(user.settings ?? {}));
  // Set last: nothing that a request brings along may name another user.
  if (proxied.has(record.server_name)) configuration.set('hive.server2.proxy.user', user.name);
  else configuration.delete('hive.server2.proxy.user');
  if (isHive.has(record.server_name)) configuration.set(keepOnDisconnect, 'false');
  if (record.server_name === 'procedural') configuration.set('set:hivevar:mode', 'HPLSQL');
  configuration.delete('impala.doas.user');
  if (record.dialect !== 'impala') return configuration;
  if (settings.impersonationEnabled) configuration.set('impala.doas.user', user.name);
  const timeout = record.SESSION_TIMEOUT_S ?? 0;
  if (timeout > 0) configuration.set('idle_session_timeout', String(timeout));
  return configuration;
}

function isGiven(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== '';
}

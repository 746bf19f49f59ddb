import type {HttpAuth, MutualProof, SocketAuth} from '@gazetteer/thrift';
import type {Mechanism} from '../config/hive-site.ts';
import {connectionTarget, type QueryServerRecord} from './query-server-record.ts';
import {SqlError, type EngineUser} from './sql-engine.ts';

/** What the configuration says beside the record. */
export type LoginSettings = {
  /** From `hive.server2.authentication`, or the analytic engine's own rule. */
  readonly mechanism: Mechanism;
  /** `hive.server2.enable.doAs`; a record that has a flag of its own decides by that. */
  readonly impersonationEnabled: boolean;
  /** `[desktop] default_user`: the name in the opening when the server impersonates. */
  readonly defaultUser: string;
  readonly flavour: Flavour;
  /** `[desktop] [[kerberos]] mutual_authentication`, over HTTP. */
  readonly mutual?: MutualProof | undefined;
  /** `[beeswax] thrift_version`, numbered from 1. */
  readonly thriftVersion?: number | undefined;
  /** What the server is told of where the request came from. */
  readonly origin?: () => Readonly<Record<string, string>>;
  /**
   * Where servers are logged in to over HTTP with the token of the user (RFC 6750): the one that is
   * good now.
   */
  readonly token?: (userName: string) => string | undefined;
};

/** Whose rules the server follows where those that speak HiveServer2's protocol differ. */
export type Flavour = 'hive' | 'spark' | 'impala';

/** How to reach the server and who to be there, decided from configuration and user alone. */
export type Login = {
  readonly endpoint: string;
  readonly transport:
    | {
        readonly kind: 'socket';
        readonly host: string;
        readonly port: number;
        readonly auth: SocketAuth;
      }
    | {readonly kind: 'http'; readonly url: string; readonly auth: HttpAuth};
  /** As configured, for the log; without SASL it is not used. */
  readonly mechanism: Mechanism;
  readonly principal: string | undefined;
  readonly shortName: string | undefined;
  readonly authUsername: string;
  readonly impersonationEnabled: boolean;
  /** The name in OpenSession. */
  readonly sessionUser: string;
  readonly configuration: ReadonlyMap<string, string>;
  /**
   * Whether the server keeps the session when the connection ends, so that it can be taken up
   * again: by itself, when it is told to, or in no case.
   */
  readonly outlivesConnection: 'always' | 'when told' | 'never';
};

/** Servers without authentication take any password but an empty one. */
const anyPassword = 'anything';

/**
 * @throws {SqlError} `misconfigured` for Kerberos without a principal, `login` where the user's
 * token is wanted and there is none
 */
export function planLogin(
  record: QueryServerRecord,
  settings: LoginSettings,
  user: EngineUser,
): Login {
  const {mechanism, flavour} = settings;
  const {principal} = record;
  const effective = record.use_sasl ? mechanism : 'NOSASL';
  const impersonationEnabled = record.impersonation_enabled ?? settings.impersonationEnabled;
  const isHttp = record.transport_mode === 'http';
  const {token} = settings;
  const isByToken = isHttp && token !== undefined;
  if (
    principal === undefined &&
    !isByToken &&
    mechanism === 'GSSAPI' &&
    (isHttp || effective === 'GSSAPI')
  ) {
    throw new SqlError(
      'misconfigured',
      `${record.server_name} is set to use Kerberos, but no principal is configured`,
    );
  }
  const authUsername =
    isGiven(record.auth_username) && !isByToken ? record.auth_username : user.name;
  const credentials = credentialsOf(record, authUsername, user);
  const {host, port, url} = connectionTarget(record);
  const transport =
    url === undefined
      ? ({kind: 'socket', host, port, auth: socketAuth(effective, principal, credentials)} as const)
      : ({
          kind: 'http',
          url,
          auth: isByToken
            ? tokenAuth(() => token(user.name))
            : httpAuth(settings, principal, credentials),
        } as const);
  return {
    endpoint: transport.kind === 'http' ? transport.url : `${transport.host}:${transport.port}`,
    transport,
    mechanism,
    principal,
    shortName: principal?.split('/', 1)[0],
    authUsername,
    impersonationEnabled,
    sessionUser: impersonationEnabled ? settings.defaultUser : user.name,
    configuration: new Map([
      ...sessionConfiguration(record, flavour, impersonationEnabled, user),
      // Spark would take them for settings of its own.
      ...(flavour === 'spark' ? [] : Object.entries(settings.origin?.() ?? {})),
    ]),
    outlivesConnection: outlivesConnection(record, flavour),
  };
}

/** The line of every opening, in the words and the spelling that operators of such editors know. */
export function describeLogin(record: QueryServerRecord, login: Login): string {
  const python = (value: boolean): string => (value ? 'True' : 'False');
  return (
    `${record.server_name}: server_host=${record.server_host}, use_sasl=${python(record.use_sasl)}, ` +
    `mechanism=${login.mechanism}, kerberos_principal_short_name=${login.shortName ?? 'None'}, ` +
    `impersonation_enabled=${python(login.impersonationEnabled)}, auth_username=${login.authUsername}`
  );
}

/**
 * Else a session and its running statements end with the connection, and so with every restart of
 * the editor.
 */
export const keepOnDisconnect = 'hive.server2.close.session.on.disconnect';

function outlivesConnection(
  record: QueryServerRecord,
  flavour: Flavour,
): Login['outlivesConnection'] {
  if (record.transport_mode === 'http' || record.server_name === 'procedural') return 'always';
  return flavour === 'hive' ? 'when told' : 'never';
}

type Credentials = {readonly user: string; readonly password: string};

/**
 * A password that the user gave is the user's own; the service's password never goes with another
 * name.
 */
function credentialsOf(
  record: QueryServerRecord,
  authUsername: string,
  user: EngineUser,
): Credentials {
  if (isGiven(user.password)) return {user: user.name, password: user.password};
  const password = isGiven(record.auth_username) ? record.auth_password : undefined;
  return {user: authUsername, password: isGiven(password) ? password : anyPassword};
}

function socketAuth(
  mechanism: Mechanism,
  principal: string | undefined,
  credentials: Credentials,
): SocketAuth {
  if (mechanism === 'NOSASL') return {mechanism};
  if (mechanism === 'PLAIN') return {mechanism, ...credentials};
  return {mechanism, principal: principal ?? ''};
}

function httpAuth(
  {mechanism, mutual}: LoginSettings,
  principal: string | undefined,
  credentials: Credentials,
): HttpAuth {
  // A server without authentication still refuses a request that names nobody.
  if (mechanism !== 'GSSAPI') return {mechanism: 'BASIC', ...credentials};
  // Browsers' Kerberos (RFC 4559), which HTTP servers speak, has one service name for all of them.
  const httpPrincipal = (principal ?? '').replace(/^[^/]*\//, 'HTTP/');
  return {mechanism: 'NEGOTIATE', principal: httpPrincipal, ...(mutual !== undefined && {mutual})};
}

function tokenAuth(tokenNow: () => string | undefined): HttpAuth {
  if (tokenNow() !== undefined) return {mechanism: 'BEARER', token: tokenNow};
  const message =
    'The SQL server takes the token that people log in with, and you are logged in without one';
  throw new SqlError('login', message);
}

/**
 * What OpenSession carries along. Ours is set last: nothing that a request brings along may name
 * another user.
 */
function sessionConfiguration(
  record: QueryServerRecord,
  flavour: Flavour,
  isImpersonating: boolean,
  user: EngineUser,
): ReadonlyMap<string, string> {
  const configuration = new Map(Object.entries(user.settings ?? {}));
  configuration.delete('hive.server2.proxy.user');
  configuration.delete('impala.doas.user');
  if (flavour === 'impala') {
    if (isImpersonating) configuration.set('impala.doas.user', user.name);
    const timeout = record.SESSION_TIMEOUT_S ?? 0;
    if (timeout > 0) configuration.set('idle_session_timeout', String(timeout));
    return configuration;
  }
  // Told whether the server runs statements as that user or not.
  configuration.set('hive.server2.proxy.user', user.name);
  if (record.server_name === 'procedural') {
    configuration.set('set:hivevar:mode', 'HPLSQL');
    // Nothing that is sent later is SQL.
    configuration.set(`set:hiveconf:${keepOnDisconnect}`, 'false');
  }
  return configuration;
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

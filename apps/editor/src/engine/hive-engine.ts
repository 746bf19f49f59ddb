import {
  connectSocket,
  HiveClient,
  HttpTransport,
  ServerError,
  type Session,
  type TlsOptions,
} from '@gazetteer/thrift';
import type {Log} from '@gazetteer/server';
import {hiveDialect} from './hive-dialect.ts';
import {fromSessionHandle, guidText, toSessionHandle} from './hive-engine-handles.ts';
import {
  describeLogin,
  keepOnDisconnect,
  planLogin,
  type Login,
  type LoginSettings,
} from './hive-engine-login.ts';
import {isNobodyThere, openingFailed, withRetries, withTicket} from './hive-engine-open.ts';
import {HiveSession} from './hive-engine-session.ts';
import type {QueryServerRecord} from './query-server-record.ts';
import type {
  EngineUser,
  SessionEndpoint,
  SessionHandle,
  SessionRules,
  SqlEngine,
  SqlSession,
} from './sql-engine.ts';
import type {Tickets} from './ticket-keeper.ts';
import {TracedConnection} from './traced-connection.ts';

export type HiveEngineOptions = {
  readonly id: string;
  readonly displayName: string;
  readonly dialect: string;
  /** Assembled for each opening, as discovery may have moved the server since. */
  readonly record: (user: EngineUser, signal?: AbortSignal) => Promise<QueryServerRecord>;
  readonly login: LoginSettings;
  /** Undefined without TLS; over HTTP the URL decides. */
  readonly tls?: TlsOptions | undefined;
  /** For the connection, and for each call. */
  readonly timeoutMs: number;
  /**
   * Fetches a new ticket of the editor's; false where none is to be had. Undefined where the
   * operator sees to it.
   */
  readonly tickets?: Tickets | undefined;
  readonly log: Log;
  /** Nobody answers where the record says: what discovery has remembered is wrong. */
  readonly onUnreachable?: (record: QueryServerRecord) => void;
};

const module = 'hive_server2_lib';

/**
 * HiveServer2 and what speaks its protocol. The connection always goes to the record's own server.
 */
export class HiveEngine implements SqlEngine {
  readonly id: string;
  readonly displayName: string;
  readonly dialect: string;
  readonly sql = hiveDialect;
  readonly features: SqlEngine['features'];
  readonly #options: HiveEngineOptions;

  constructor(options: HiveEngineOptions) {
    this.id = options.id;
    this.displayName = options.displayName;
    this.dialect = options.dialect;
    this.#options = options;
    const {flavour} = options.login;
    const bindsNames = flavour === 'spark' ? 'ended' : 'started';
    const common = {cancel: true, logs: true, resume: true, preparations: true, holdsRows: true};
    this.features = flavour === 'impala' ? common : {...common, bindsNames};
  }

  async locate(user: EngineUser, signal?: AbortSignal): Promise<SessionEndpoint> {
    const record = await this.#options.record(user, signal);
    const login = planLogin(record, this.#options.login, user);
    return {
      endpoint: login.endpoint,
      principal: login.principal,
      rules: rulesOf(record),
      open: signal => this.#open(record, login, user, signal),
    };
  }

  async resume(user: EngineUser, handle: SessionHandle, signal?: AbortSignal): Promise<SqlSession> {
    const {log, tickets} = this.#options;
    const current = await this.#options.record(user, signal);
    const record = handle.server === undefined ? current : movedTo(current, handle.server);
    const login = planLogin(record, this.#options.login, user);
    try {
      // One that is taken up has outlived a connection already.
      const client = await withTicket(tickets, () => this.#connect(login, signal));
      return this.#session(client, handle, new Map(), login, {isKept: true});
    } catch (error) {
      signal?.throwIfAborted();
      throw await openingFailed(log, error, login, tickets);
    }
  }

  async #open(
    record: QueryServerRecord,
    login: Login,
    user: EngineUser,
    signal?: AbortSignal,
  ): Promise<SqlSession> {
    const {log, onUnreachable, tickets} = this.#options;
    log.info({module}, describeLogin(record, login));
    log.info({module}, `Opening ${record.server_name} thrift session for user ${user.name}`);
    try {
      const openOnce = () => withTicket(tickets, () => this.#openOnce(record, login, signal));
      const session = await withRetries(log, openOnce, signal);
      log.info({module}, `Session ${guidText(session.handle.guid)} opened`);
      return session;
    } catch (error) {
      signal?.throwIfAborted();
      if (isNobodyThere(error)) onUnreachable?.(record);
      throw await openingFailed(log, error, login, tickets);
    }
  }

  async #openOnce(
    record: QueryServerRecord,
    login: Login,
    signal: AbortSignal | undefined,
  ): Promise<SqlSession> {
    const client = await this.#connect(login, signal);
    try {
      const {sessionUser: user, configuration} = login;
      const {thriftVersion: version} = this.#options.login;
      const opened = await client.openSession({user, configuration, version}, {signal});
      const isKept =
        login.outlivesConnection === 'always' ||
        (await this.#keepOnDisconnect(client, opened, login));
      const handle = toSessionHandle(opened.handle, opened.protocol, serverOf(record));
      // Where the opening names none, servers of this kind begin in this one.
      const startsIn = [...configuration.keys()].some(name => name.startsWith('use:'))
        ? undefined
        : 'default';
      return this.#session(client, handle, opened.configuration, login, {isKept, startsIn});
    } catch (error) {
      // Ends what the server may have opened, too.
      client.connection.close();
      throw error;
    }
  }

  /**
   * Tells the server to keep the session when the connection ends. Not in the opening itself: a
   * session whose opening was answered too late for us would stay on the server for days, and a
   * server that allows only certain settings would refuse the whole session.
   */
  async #keepOnDisconnect(client: HiveClient, {handle}: Session, login: Login): Promise<boolean> {
    if (login.outlivesConnection === 'never') return false;
    try {
      await client.closeOperation(await client.execute(handle, `set ${keepOnDisconnect}=false`));
      return true;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#options.log.debug({module, error}, 'The server ends sessions with their connection');
      return false;
    }
  }

  /** `isKept`: whether the session outlives its connection. */
  #session(
    client: HiveClient,
    handle: SessionHandle,
    properties: ReadonlyMap<string, string>,
    login: Login,
    {isKept, startsIn}: {readonly isKept: boolean; readonly startsIn?: string | undefined},
  ): SqlSession {
    const {flavour} = this.#options.login;
    const connect = () => this.#connect(login);
    return new HiveSession(client, fromSessionHandle(handle), {
      handle,
      properties,
      startsIn,
      isSpark: flavour === 'spark',
      reconnect: isKept ? connect : undefined,
      // Impala knows a statement only where its session is.
      another: flavour === 'impala' ? undefined : connect,
    });
  }

  async #connect({transport}: Login, signal?: AbortSignal): Promise<HiveClient> {
    const {tls, timeoutMs} = this.#options;
    const carrier =
      transport.kind === 'http'
        ? new HttpTransport({url: transport.url, auth: transport.auth, tls})
        : await connectSocket({...transport, tls, timeoutMs, signal});
    return new HiveClient(new TracedConnection(carrier, timeoutMs));
  }
}

function rulesOf(record: QueryServerRecord): SessionRules {
  const maxNumberOfSessions = record.max_number_of_sessions ?? -1;
  const closeSessions = record.close_sessions ?? maxNumberOfSessions !== 1;
  return {
    maxNumberOfSessions,
    closeSessions,
    hasSessionPool: record.has_session_pool ?? (maxNumberOfSessions !== 1 && !closeSessions),
  };
}

function serverOf({
  server_host: host,
  server_port: port,
  http_url: url,
  principal,
}: QueryServerRecord) {
  return {
    host,
    port,
    ...(url === undefined ? {} : {url}),
    ...(principal === undefined ? {} : {principal}),
  };
}

function movedTo(
  record: QueryServerRecord,
  server: NonNullable<SessionHandle['server']>,
): QueryServerRecord {
  const {host, port, url, principal} = server;
  return {
    ...record,
    server_host: host,
    server_port: port,
    ...(url === undefined ? {} : {http_url: url}),
    principal: principal ?? record.principal,
  };
}

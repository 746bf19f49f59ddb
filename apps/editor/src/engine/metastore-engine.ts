import {connectSocket, MetastoreClient} from '@gazetteer/thrift';
import {hiveDialect} from './hive-dialect.ts';
import type {HiveEngineOptions} from './hive-engine.ts';
import {describeLogin, planLogin} from './hive-engine-login.ts';
import {openingFailed, withRetries, withTicket} from './hive-engine-open.ts';
import {MetastoreSession} from './metastore-session.ts';
import type {QueryServerRecord} from './query-server-record.ts';
import {
  SqlError,
  type EngineUser,
  type SessionEndpoint,
  type SqlEngine,
  type SqlSession,
} from './sql-engine.ts';
import {TracedConnection} from './traced-connection.ts';

/** `tls` is that of the metastore itself, which has its own settings for it. */
export type MetastoreEngineOptions = Omit<HiveEngineOptions, 'dialect' | 'onUnreachable'>;

const module = 'hive_metastore_lib';

/**
 * Hive's metastore: names and columns without a SQL server, and no statements. It knows no
 * sessions, so a session here is its connection.
 */
export class MetastoreEngine implements SqlEngine {
  readonly id: string;
  readonly displayName: string;
  readonly dialect = 'catalog';
  readonly sql = hiveDialect;
  readonly features = {cancel: false, logs: false, resume: false};
  readonly #options: MetastoreEngineOptions;

  constructor(options: MetastoreEngineOptions) {
    this.id = options.id;
    this.displayName = options.displayName;
    this.#options = options;
  }

  async locate(user: EngineUser, signal?: AbortSignal): Promise<SessionEndpoint> {
    // It has no HTTP in the releases at hand, whatever the main server speaks.
    const record = {
      ...(await this.#options.record(user, signal)),
      transport_mode: 'socket',
    } as const;
    const {mechanism} = this.#options.login;
    // A metastore has SASL for Kerberos and nothing else; passwords mean a plain connection to it.
    const isKerberos = mechanism === 'GSSAPI' && record.use_sasl;
    const shown = {...record, use_sasl: isKerberos};
    const login = planLogin(shown, this.#options.login, user);
    return {
      endpoint: login.endpoint,
      principal: login.principal,
      rules: {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1},
      open: signal => this.#open(shown, user, signal),
    };
  }

  async resume(): Promise<SqlSession> {
    throw new SqlError('unsupported', 'The metastore keeps no sessions');
  }

  async #open(
    record: QueryServerRecord,
    user: EngineUser,
    signal: AbortSignal | undefined,
  ): Promise<SqlSession> {
    const {log, login: settings, tickets} = this.#options;
    const login = planLogin(record, settings, user);
    log.info({module}, describeLogin(record, login));
    log.info({module}, `Opening ${record.server_name} thrift session for user ${user.name}`);
    try {
      const connect = () => withTicket(tickets, () => this.#connect(record, user, signal));
      return await withRetries(log, connect, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw await openingFailed(log, error, login, tickets);
    }
  }

  async #connect(
    record: QueryServerRecord,
    user: EngineUser,
    signal: AbortSignal | undefined,
  ): Promise<SqlSession> {
    const {tls, timeoutMs, login: settings} = this.#options;
    const {transport} = planLogin(record, settings, user);
    if (transport.kind !== 'socket') throw new TypeError('The metastore is reached by a socket');
    const carrier = await connectSocket({...transport, tls, timeoutMs, signal});
    const client = new MetastoreClient(new TracedConnection(carrier, timeoutMs));
    try {
      // With Kerberos the ticket says who asks, and the call is refused.
      if (transport.auth.mechanism !== 'GSSAPI') await client.setUser(user.name, [], {signal});
      return new MetastoreSession(client);
    } catch (error) {
      client.connection.close();
      throw error;
    }
  }
}

import {
  AppError,
  isPooledTransaction,
  postgresAddresses,
  prefersFollowers,
  writeFailure,
} from '@gazetteer/model';
import {sqlName} from '@gazetteer/model/sql';
import {types, type PoolClient, type PoolConfig} from 'pg';
import {
  type Database,
  type End,
  type Migration,
  refuseNewer,
  type Session,
  type StatementObserver,
} from './database.ts';
import {postgres, type Dialect} from './dialect.ts';
import {FollowerPool, type Connection, requireStatistics} from './follower-pool.ts';
import {awayError, isAway, isLost, isRefusedByAway} from './lost-connection.ts';
import {numberOf, PostgresSession} from './postgres-session.ts';
import {PrimaryPool, wasFollower} from './primary-pool.ts';

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`; several hosts are separated by commas. */
  url: string;
  /** Put the tables into this schema; it is created when missing. */
  schema?: string;
  maxConnections?: number;
  /**
   * Of short changes of rows that nobody else writes, which are not to wait for anybody: they have
   * one connection, take no turn with other writers, and fail when there is no answer for so long.
   */
  answerMs?: number;
};

type Transaction<T> = {
  readonly begin: string;
  readonly work: (session: Session) => Promise<T>;
  readonly end?: End;
  readonly signal?: AbortSignal | undefined;
};

/** A transaction that lost against others this often is given up and its error shown. */
const maxAttempts = 20;

/** What is to be cancelled is told so again, as long as it goes on. */
const cancelAgainMs = 300;

/**
 * Nobody waits longer for a connection, be it that all are in use or that the database's machine
 * does not answer.
 */
const connectTimeoutMs = 30_000;

/**
 * A write finds its rows by keys and changes few of them. While tables are young and nobody has
 * counted them yet, the planner would rather read them whole: a third of all write time.
 */
const writing =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

/** Writers of one catalog hold this lock together; one that lost several times takes it alone. */
const writers = '4748303, hashtext(current_schema())';
const beginWrite = `BEGIN; SELECT pg_advisory_xact_lock_shared(${writers}); ${writing}`;

/**
 * Others end first and new ones wait, so that nobody is left to lose against. It gives up where one
 * of them takes long, as all would wait with it.
 */
const beginAlone = `BEGIN; SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock(${writers}); SET LOCAL lock_timeout TO DEFAULT; ${writing}`;

/** Of the attempts of one transaction each of this number is made alone. */
const aloneEvery = 4;

/** PostgreSQL, for many catalog nodes on one database. */
export class PostgresDatabase implements Database {
  readonly dialect: Dialect = postgres;
  readonly #pool: PrimaryPool;
  /** Where the address wants reads on followers. */
  readonly #followers: FollowerPool | undefined;
  readonly #schema: string | undefined;
  readonly #beginWrite: string;
  /**
   * Said at the begin of each transaction where a pooler gives each some connection: nothing that
   * is said of a connection holds there, and no statement that it was prepared for.
   */
  readonly #local: string | undefined;
  #observer: StatementObserver | undefined;

  constructor(options: PostgresOptions) {
    this.#schema = options.schema;
    const {answerMs} = options;
    this.#beginWrite =
      answerMs === undefined
        ? beginWrite
        : // Told to the server as well, whose process would go on to wait for a lock.
          `BEGIN; SET LOCAL statement_timeout = ${answerMs}; ${writing}`;
    const isPooled = isPooledTransaction(options.url);
    const settings = sessionSettings(options.schema);
    this.#local = isPooled
      ? settings.map(([name, value]) => `; SET LOCAL ${name} = ${value}`).join('')
      : undefined;
    // An address that is none is told by the driver.
    const addresses = postgresAddresses(options.url);
    const config: PoolConfig = {
      max: options.maxConnections ?? (answerMs === undefined ? 10 : 1),
      connectionTimeoutMillis: answerMs ?? connectTimeoutMs,
      ...(answerMs !== undefined && {query_timeout: answerMs}),
      keepAlive: true,
      keepAliveInitialDelayMillis: 3_000,
      application_name: 'gazetteer',
      ...(isPooled
        ? {}
        : {
            options: [...settings, ...keepAlives]
              .map(([name, value]) => `-c ${name}=${value}`)
              .join(' '),
          }),
      types: {
        getTypeParser: (oid, format) => (oid === 20 ? Number : types.getTypeParser(oid, format)),
      },
    };
    this.#pool = new PrimaryPool(addresses.length === 0 ? [options.url] : addresses, config);
    if (prefersFollowers(options.url))
      this.#followers = new FollowerPool(this.#pool, addresses, config);
  }

  async read<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    const follower = await this.#followers?.connect();
    if (follower !== undefined) {
      try {
        return await this.#attempt({begin, work, signal}, follower);
      } catch (error) {
        // It has gone, or had to catch up with something that the read was in the way of.
        if (!isConflict(error) && !wasAway(error)) throw error;
      }
    }
    return await this.#transaction({begin, work, signal});
  }

  async write<T>(work: (session: Session) => Promise<T>, end: End = 'kept'): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const begin = attempt % aloneEvery === 0 ? beginAlone : this.#beginWrite;
        return await this.#transaction({begin, work, end});
      } catch (error) {
        if (attempt >= maxAttempts || !isConflict(error)) throw error;
        // Random, so that transactions that met once do not meet again.
        await new Promise(resolve => setTimeout(resolve, Math.random() * 4 * attempt));
      }
    }
  }

  async migrate(migrations: readonly Migration[]): Promise<void> {
    const {client} = await this.#connect();
    let broken: Error | undefined;
    try {
      const {rows: encodings} = await client.query<{server_encoding: string}>(
        'SHOW server_encoding',
      );
      const encoding = encodings[0]?.server_encoding;
      if (encoding !== 'UTF8') {
        throw new Error(
          `The database is encoded in ${encoding}, which cannot hold every name. Create one in UTF8: createdb --encoding=UTF8 --template=template0`,
        );
      }
      if (this.#followers !== undefined) await requireStatistics(client);
      await client.query('BEGIN');
      // Several nodes may start at once: the first migrates, the others wait and find it done.
      await client.query('SELECT pg_advisory_xact_lock(4748302)');
      // Not before: PostgreSQL would go on to believe that there is no such schema.
      if (this.#local !== undefined) await client.query(this.#local.replace(/^; /, ''));
      if (this.#schema !== undefined)
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${sqlName(this.#schema)}`);
      await client.query('CREATE TABLE IF NOT EXISTS migration (id INTEGER PRIMARY KEY)');
      const {rows} = await client.query<{id: number}>('SELECT id FROM migration');
      const done = new Set(rows.map(row => row.id));
      refuseNewer([...done], migrations);
      for (const migration of migrations.filter(one => !done.has(one.id))) {
        for (const statement of migration.statements(this.dialect)) await client.query(statement);
        await client.query('INSERT INTO migration (id) VALUES ($1)', [migration.id]);
      }
      await client.query('COMMIT');
    } catch (error) {
      broken = await rolledBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  observe(observer: StatementObserver | undefined): void {
    this.#observer = observer;
  }

  async close(): Promise<void> {
    await this.#followers?.close();
    await this.#pool.close();
  }

  /**
   * Once more where the connection was lost before anything could be kept: after a restart of the
   * database the pool holds connections that are dead, and does not know of all of them.
   */
  async #transaction<T>(transaction: Transaction<T>): Promise<T> {
    try {
      return await this.#attempt(transaction);
    } catch (error) {
      if (!wasAway(error)) throw error;
      return await this.#attempt(transaction);
    }
  }

  /** @throws DATABASE_AWAY when nothing was done, DATABASE_LOST_AT_COMMIT when that is not known */
  async #attempt<T>(
    {begin, work, end = 'kept', signal}: Transaction<T>,
    connection?: Connection,
  ): Promise<T> {
    const {client, query} = connection ?? (await this.#connect());
    let backend: Backend | undefined;
    const endWatch = signal && cancelBy(signal, query, () => backend);
    let isEnding = false;
    let broken: Error | undefined;
    try {
      await client.query(this.#begun(begin));
      const isPooled = this.#local !== undefined;
      if (signal) backend = isPooled ? await backendOf(client) : {pid: numberOf(client)};
      const session = new PostgresSession(client, this.#observer, !isPooled);
      const value = await work(session);
      await session.flush();
      // On a connection that is known to be lost nothing is sent.
      isEnding = !isLost(client);
      await client.query(end === 'kept' ? 'COMMIT' : 'ROLLBACK');
      return value;
    } catch (error) {
      if (wasFollower(error)) this.#pool.doubt(client);
      broken = await rolledBack(client);
      signal?.throwIfAborted();
      if (broken === undefined && !isLost(client) && !isRefusedByAway(error))
        throw writeFailure(error);
      broken ??= new Error('the connection was lost', {cause: error});
      throw awayError(error, isEnding && begin.endsWith(writing) && end === 'kept');
    } finally {
      // A cancel that comes late would hit whoever uses the connection next.
      const wasCancelled = endWatch?.() === true;
      client.release(wasCancelled ? (broken ?? true) : broken);
    }
  }

  /** A begin, with what is said of a connection elsewhere. */
  #begun(begin: string): string {
    return this.#local === undefined ? begin : begin.replace(/^BEGIN[^;]*/, `$&${this.#local}`);
  }

  async #connect(): Promise<Connection> {
    try {
      const client = await this.#pool.connect();
      return {client, query: (sql, values) => this.#pool.query(sql, values)};
    } catch (error) {
      throw isAway(error) ? awayError(error, false) : error;
    }
  }
}

/** The process of the server that works for a transaction. */
type Backend = {
  readonly pid: number | undefined;
  /** When the transaction began, where the next one of the process may be anybody's. */
  readonly since?: string;
};

const cancelling =
  'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND ($2::text IS NULL OR xact_start = $2::timestamptz)';

/**
 * Ends the statements of a connection once the signal says so. @returns what ends the watch, and
 * tells whether it did
 */
function cancelBy(
  signal: AbortSignal,
  query: Connection['query'],
  backend: () => Backend | undefined,
): () => boolean {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    // One that fails is tried again, and so is one that comes between two statements.
    const {pid, since} = backend() ?? {};
    query(cancelling, [pid, since]).catch(() => undefined);
    timer = setTimeout(cancel, cancelAgainMs);
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, {once: true});
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    return timer !== undefined;
  };
}

/** Behind a pooler the number that came with the connection is the pooler's. */
async function backendOf(client: PoolClient): Promise<Backend | undefined> {
  const {rows} = await client.query<{pid: number; since: string}>(
    'SELECT pg_backend_pid() AS pid, now()::text AS since',
  );
  return rows[0];
}

/** @returns why the connection is of no use any more, if it is not */
async function rolledBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

/**
 * Statements are short: compiling them takes longer than running them. Pages are mostly in memory,
 * so jumping is cheap.
 */
function sessionSettings(schema: string | undefined): (readonly [name: string, value: string])[] {
  return [
    ['jit', 'off'],
    ['random_page_cost', '1.1'],
    ...(schema === undefined ? [] : [['search_path', sqlName(schema)] as const]),
  ];
}

/**
 * A node that dies without a word, such as its machine, leaves locks behind that others wait for:
 * the database finds out within seconds. Behind a pooler its connections are the pooler's.
 */
const keepAlives = [
  ['tcp_keepalives_idle', '3'],
  ['tcp_keepalives_interval', '1'],
  ['tcp_keepalives_count', '3'],
] as const;

/** Whether the database was away before anything could be kept. */
function wasAway(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'DATABASE_AWAY';
}

/** Deadlock, or a unique key that another transaction took first. */
function isConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as {code?: unknown}).code;
  // The last: somebody else wrote for too long to be waited for alone.
  return code === '40001' || code === '40P01' || code === '23505' || code === '55P03';
}

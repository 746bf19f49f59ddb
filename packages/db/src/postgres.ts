import {AppError, isPooledTransaction, postgresAddresses, writeFailure} from '@gazetteer/model';
import {types, type PoolClient, type QueryResult} from 'pg';
import {
  type Database,
  type Migration,
  type Param,
  refuseNewer,
  type Session,
  type StatementObserver,
  type Table,
} from './database.ts';
import {type OnConflict, postgres, postgresTypes, type Dialect} from './dialect.ts';
import {awayError, isAway, isLost, isRefusedByAway} from './lost-connection.ts';
import {PrimaryPool, wasFollower} from './primary-pool.ts';

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`; several hosts are separated by commas. */
  url: string;
  /** Put the tables into this schema; it is created when missing. */
  schema?: string;
  maxConnections?: number;
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
  readonly #schema: string | undefined;
  /**
   * Said at the begin of each transaction where a pooler gives each some connection: nothing that is
   * said of a connection holds there, and no statement that it was prepared for.
   */
  readonly #local: string | undefined;
  #observer: StatementObserver | undefined;

  constructor(options: PostgresOptions) {
    this.#schema = options.schema;
    const isPooled = isPooledTransaction(options.url);
    const settings = sessionSettings(options.schema);
    this.#local = isPooled
      ? settings.map(([name, value]) => `; SET LOCAL ${name} = ${value}`).join('')
      : undefined;
    // An address that is none is told by the driver.
    const addresses = postgresAddresses(options.url);
    this.#pool = new PrimaryPool(addresses.length === 0 ? [options.url] : addresses, {
      max: options.maxConnections ?? 10,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'gazetteer',
      ...(isPooled
        ? {}
        : {options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')}),
      types: {
        getTypeParser: (oid, format) => (oid === 20 ? Number : types.getTypeParser(oid, format)),
      },
    });
  }

  async read<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return await this.#again(() => this.#transaction(begin, work, 'COMMIT', signal));
  }

  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#repeated(work, 'COMMIT');
  }

  async rehearse<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#repeated(work, 'ROLLBACK');
  }

  async #repeated<T>(work: (session: Session) => Promise<T>, end: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const begin = attempt % aloneEvery === 0 ? beginAlone : beginWrite;
        return await this.#again(() => this.#transaction(begin, work, end));
      } catch (error) {
        if (attempt >= maxAttempts || !isConflict(error)) throw error;
        // Random, so that transactions that met once do not meet again.
        await new Promise(resolve => setTimeout(resolve, Math.random() * 4 * attempt));
      }
    }
  }

  async migrate(migrations: readonly Migration[]): Promise<void> {
    const client = await this.#connect();
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
      await client.query('BEGIN');
      // Several nodes may start at once: the first migrates, the others wait and find it done.
      await client.query('SELECT pg_advisory_xact_lock(4748302)');
      // Not before: PostgreSQL would go on to believe that there is no such schema.
      if (this.#local !== undefined) await client.query(this.#local.replace(/^; /, ''));
      if (this.#schema !== undefined)
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(this.#schema)}`);
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
    await this.#pool.close();
  }

  /**
   * Once more where the connection was lost before anything could be kept: after a restart of the
   * database the pool holds connections that are dead, and does not know of all of them.
   */
  async #again<T>(transaction: () => Promise<T>): Promise<T> {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'DATABASE_AWAY') throw error;
      return await transaction();
    }
  }

  /** @throws DATABASE_AWAY when nothing was done, DATABASE_LOST_AT_COMMIT when that is not known */
  async #transaction<T>(
    begin: string,
    work: (session: Session) => Promise<T>,
    end = 'COMMIT',
    signal?: AbortSignal,
  ): Promise<T> {
    const client = await this.#connect();
    let backend: Backend | undefined;
    const endWatch = signal && this.#cancelBy(signal, () => backend);
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
      await client.query(end);
      return value;
    } catch (error) {
      if (wasFollower(error)) this.#pool.doubt();
      broken = await rolledBack(client);
      signal?.throwIfAborted();
      if (broken === undefined && !isLost(client) && !isRefusedByAway(error))
        throw writeFailure(error);
      broken ??= new Error('the connection was lost', {cause: error});
      throw awayError(error, isEnding && begin.endsWith(writing) && end === 'COMMIT');
    } finally {
      // A cancel that comes late would hit whoever uses the connection next.
      const wasCancelled = endWatch?.() === true;
      client.release(wasCancelled ? (broken ?? true) : broken);
    }
  }

  /**
   * Ends the statements of a connection once the signal says so. @returns what ends the watch, and
   * tells whether it did
   */
  #cancelBy(signal: AbortSignal, backend: () => Backend | undefined): () => boolean {
    let timer: NodeJS.Timeout | undefined;
    const cancel = () => {
      // One that fails is tried again, and so is one that comes between two statements.
      const {pid, since} = backend() ?? {};
      this.#pool.query(cancelling, [pid, since]).catch(() => undefined);
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

  /** A begin, with what is said of a connection elsewhere. */
  #begun(begin: string): string {
    return this.#local === undefined ? begin : begin.replace(/^BEGIN[^;]*/, `$&${this.#local}`);
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
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

/** The server's process number of a connection. */
function numberOf(client: PoolClient): number | undefined {
  return (client as {processID?: number}).processID;
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

/** Rows of one table that are still to be sent. */
type Insertion = {table: Table; sql: string; lists: Param[]};

/**
 * Inserts are kept back until another statement or the end of the transaction needs them, and then
 * sent as one: a save fills seven tables, and each statement costs 0.15 ms on its way to a server
 * on the same machine and back.
 */
class PostgresSession implements Session {
  readonly dialect: Dialect = postgres;
  readonly slot: number;
  readonly #client: PoolClient;
  readonly #observer: StatementObserver | undefined;
  /** That statements are prepared once for a connection. */
  readonly #isNaming: boolean;
  #insertions: Insertion[] = [];

  constructor(client: PoolClient, observer: StatementObserver | undefined, isNaming: boolean) {
    this.#client = client;
    // One transaction at a time runs on it.
    this.slot = (numberOf(client) ?? 0) % 64;
    this.#observer = observer;
    this.#isNaming = isNaming;
  }

  async all<Row>(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return (await this.#query(sql, params)).rows as Row[];
  }

  async run(sql: string, params: readonly Param[] = []): Promise<number> {
    return (await this.#query(sql, params)).rowCount ?? 0;
  }

  async insert(
    table: Table,
    rows: readonly (readonly (string | number | null)[])[],
    onConflict?: OnConflict,
  ): Promise<void> {
    if (rows.length === 0) return;
    // Parts of one statement do not see each other's rows.
    if (this.#insertions.some(one => one.table.name === table.name)) await this.flush();
    const names = Object.keys(table.columns);
    const lists = names.map((_, column) => rows.map(row => row[column] ?? null)) as Param[];
    const sql =
      `INSERT INTO ${table.name} (${names.join(', ')}) SELECT * FROM unnest(${arrays(table, names)})` +
      (onConflict === undefined ? '' : ` ${this.dialect.onConflict(table.name, onConflict)}`);
    this.#insertions.push({table, sql, lists});
  }

  /** Sends the inserts that were kept back. */
  async flush(): Promise<void> {
    const parts = this.#insertions;
    const last = parts.at(-1);
    if (last === undefined) return;
    this.#insertions = [];
    const others = parts.slice(0, -1).map(({sql}, n) => `part${n} AS (${sql})`);
    const sql = others.length === 0 ? last.sql : `WITH ${others.join(', ')} ${last.sql}`;
    await this.#send(
      sql,
      parts.flatMap(part => part.lists),
    );
  }

  async remove(
    table: Table,
    keys: readonly string[],
    values: readonly (readonly (string | number)[])[],
  ): Promise<void> {
    if (values.length === 0) return;
    const lists = keys.map((_, column) => values.map(row => row[column] ?? null));
    await this.#query(
      `DELETE FROM ${table.name} USING unnest(${arrays(table, keys)}) AS gone(${keys.join(', ')})` +
        ` WHERE ${keys.map(key => `${table.name}.${key} = gone.${key}`).join(' AND ')}`,
      lists as Param[],
    );
  }

  async #query(sql: string, params: readonly Param[]): Promise<QueryResult> {
    await this.flush();
    return await this.#send(sql, params);
  }

  async #send(sql: string, params: readonly Param[]): Promise<QueryResult> {
    const start = performance.now();
    try {
      const {name, text} = numbered(sql);
      const values = params.map(withoutNul);
      return await this.#client.query(
        this.#isNaming && name !== undefined ? {name, text, values} : {text, values},
      );
    } catch (cause) {
      throw new Error(`statement failed: ${sql}`, {cause});
    } finally {
      this.#observer?.(sql, performance.now() - start);
    }
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
    ...(schema === undefined ? [] : [['search_path', quoted(schema)] as const]),
  ];
}

/**
 * PostgreSQL's texts cannot hold the character 0; JSON keeps it in its escaped form, so only keys
 * and words are touched.
 */
function withoutNul(param: unknown): unknown {
  if (typeof param === 'string')
    return param.includes('\0') ? param.replaceAll('\0', '\uFFFD') : param;
  return Array.isArray(param) && param.some(one => typeof one === 'string' && one.includes('\0'))
    ? param.map(withoutNul)
    : param;
}

function arrays(table: Table, columns: readonly string[]): string {
  return columns.map(column => `?::${postgresTypes[table.columns[column] ?? 'text']}[]`).join(', ');
}

/**
 * `?` to `$n`, once per text. Named, so that the server plans it once per connection; but a name lasts as long as its
 * connection, so only the first texts get one: those of every request, before odd searches can use the names up.
 */
function numbered(sql: string): {name?: string; text: string} {
  let known = texts.get(sql);
  if (known === undefined) {
    let n = 0;
    const text = sql.replaceAll('?', () => `$${++n}`);
    if (texts.size >= maxNamed) return {text};
    known = {name: `q${texts.size}`, text};
    texts.set(sql, known);
  }
  return known;
}
const maxNamed = 1000;
const texts = new Map<string, {name: string; text: string}>();

/** Deadlock, or a unique key that another transaction took first. */
function isConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as {code?: unknown}).code;
  // The last: somebody else wrote for too long to be waited for alone.
  return code === '40001' || code === '40P01' || code === '23505' || code === '55P03';
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

import {AsyncLocalStorage} from 'node:async_hooks';
import {createHash} from 'node:crypto';
import {AppError, writeFailure} from '@gazetteer/model';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import {
  type Database,
  type End,
  type Migration,
  type Param,
  refuseNewer,
  type Session,
  type StatementObserver,
  type Table,
} from './database.ts';
import {type OnConflict, sqlite, type Dialect} from './dialect.ts';
import {exactDigits, exactKey, ExactSum} from './exact-key.ts';

export type SqliteOptions = {
  file: string;
  /** A connection that never writes; it sees what was committed before each `read`. */
  readOnly?: boolean;
  /** Page cache of this connection in MiB. */
  cacheMb?: number;
  /**
   * Why what runs now is to be given up; asked in the midst of long statements, which end with it.
   */
  stopped?: () => Error | undefined;
};

/**
 * A transaction in the queue: `run` throws only when its whole group is lost; then exactly one of
 * the other two is called.
 */
type Waiting = {
  run: (isFirst: boolean) => Promise<void>;
  committed: () => void;
  failed: (error: unknown) => void;
};

/** Rows that are inserted by one call, as many as there are: the call costs as much as the row. */
const rowsAtOnce = [64, 16, 4, 1] as const;
/**
 * Into the index of words each by itself: before a statement of several rows it writes what it
 * holds until then as a part of its own, and parts have to be merged.
 */
const oneByOne = [1] as const;

/** How many waiting transactions may share one commit, and so one fsync. */
const maxGroup = 128;

/**
 * SQLite in this thread: statements run synchronously, so a transaction's work is never interleaved
 * with another's. Writes that wait together share one commit; each is a savepoint of its own and
 * fails alone.
 */
export class SqliteDatabase implements Database {
  readonly dialect: Dialect = sqlite;
  readonly #db: DatabaseSync;
  readonly #session: SqliteSession;
  readonly #waiting: Waiting[] = [];
  #tail: Promise<unknown> = Promise.resolve();
  #writing = false;

  constructor(options: SqliteOptions) {
    this.#db = new DatabaseSync(options.file, {
      readOnly: options.readOnly ?? false,
      timeout: 10_000,
    });
    this.#db.exec(
      `PRAGMA cache_size = ${-1024 * (options.cacheMb ?? 64)}; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456;` +
        `PRAGMA synchronous = FULL;`,
    );
    if (!options.readOnly)
      this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 12000;');
    this.#db.function('matches', {deterministic: true}, matcher());
    addExactNumbers(this.#db);
    this.#db.function('sha256_hex', {deterministic: true}, sha256);
    this.#db.function('unless_stopped', unlessStopped(options.stopped));
    this.#session = new SqliteSession(this.#db);
  }

  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const endTurn = await this.#turn();
    try {
      this.#db.exec('BEGIN');
      try {
        return await work(this.#session);
      } finally {
        this.#db.exec('COMMIT');
      }
    } finally {
      endTurn();
    }
  }

  /**
   * The first of a group has no savepoint: each page that is changed within one is copied before,
   * and nothing is lost with it when everything is undone.
   */
  write<T>(work: (session: Session) => Promise<T>, end: End = 'kept'): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settled: () => void = () => undefined;
      const run = async (isFirst: boolean) => {
        const undo = () => this.#db.exec(isFirst ? 'ROLLBACK' : 'ROLLBACK TO one; RELEASE one');
        if (!isFirst) this.#db.exec('SAVEPOINT one');
        try {
          const value = await work(this.#session);
          if (end === 'undone') undo();
          else if (!isFirst) this.#db.exec('RELEASE one');
          settled = () => resolve(value);
        } catch (error) {
          // A full disk or an I/O error ends the whole transaction: what the group did before is
          // gone, too.
          if (!this.#db.isTransaction) throw error;
          settled = () => reject(writeFailure(error));
          undo();
        }
      };
      this.#waiting.push({
        // It runs when the one before it is done, and who observes it may ask for whom. That costs
        // some 30 µs.
        run: this.#session.observer === undefined ? run : AsyncLocalStorage.bind(run),
        committed: () => settled(),
        failed: error => reject(writeFailure(error)),
      });
      if (!this.#writing) {
        this.#writing = true;
        void this.#turn().then(endTurn => this.#commitGroups().finally(endTurn));
      }
    });
  }

  async #commitGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group: Waiting[] = [];
      try {
        this.#db.exec('BEGIN IMMEDIATE');
        for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
          group.push(next);
          // What was undone before it, as the first, has ended the transaction.
          const isAnew = !this.#db.isTransaction;
          if (isAnew) this.#db.exec('BEGIN IMMEDIATE');
          await next.run(isAnew || group.length === 1);
          if (group.length === maxGroup) break;
          // Requests that have reached this thread's message queue meanwhile may join this commit.
          if (this.#waiting.length === 0) await new Promise(resolve => setImmediate(resolve));
        }
        if (this.#db.isTransaction) this.#db.exec('COMMIT');
        for (const one of group) one.committed();
      } catch (error) {
        if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
        // When BEGIN failed nobody has run: then all that wait are told.
        for (const one of group.length > 0 ? group : this.#waiting.splice(0)) one.failed(error);
      }
    }
    this.#writing = false;
  }

  async migrate(migrations: readonly Migration[]): Promise<void> {
    const endTurn = await this.#turn();
    try {
      this.#db.exec('CREATE TABLE IF NOT EXISTS migration (id INTEGER PRIMARY KEY)');
      refuseNewer(
        this.#db
          .prepare('SELECT id FROM migration')
          .all()
          .map(({id}) => Number(id)),
        migrations,
      );
      for (const migration of migrations) {
        this.#db.exec('BEGIN IMMEDIATE');
        try {
          const done = this.#db.prepare('SELECT 1 FROM migration WHERE id = ?').get(migration.id);
          if (done === undefined) {
            for (const statement of migration.statements(this.dialect)) this.#db.exec(statement);
            this.#db.prepare('INSERT INTO migration (id) VALUES (?)').run(migration.id);
          }
          this.#db.exec('COMMIT');
        } catch (error) {
          this.#db.exec('ROLLBACK');
          throw error;
        }
      }
    } finally {
      endTurn();
    }
  }

  observe(observer: StatementObserver | undefined): void {
    this.#session.observer = observer;
  }

  async close(): Promise<void> {
    const endTurn = await this.#turn();
    try {
      this.#db.close();
    } finally {
      endTurn();
    }
  }

  /** Waits for all that came before: one at a time on this connection. @returns what ends it */
  async #turn(): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    const before = this.#tail;
    this.#tail = turn.promise;
    await before;
    return turn.resolve;
  }
}

/**
 * Tells by another number that something was committed to a file, by whichever connection. One of
 * its own tells: within a transaction a connection sees what was there when that began.
 */
export class SqliteVersion {
  readonly #db: DatabaseSync;
  readonly #statement: StatementSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, {readOnly: true, timeout: 10_000});
    this.#statement = this.#db.prepare('PRAGMA data_version');
    this.#statement.setReturnArrays(true);
  }

  get current(): number {
    return Number((this.#statement.get() as unknown as SQLOutputValue[] | undefined)?.[0]);
  }

  close(): void {
    this.#db.close();
  }
}

/** `matches(expression, text)`: SQLite has no regular expressions of its own. */
function matcher(): (expression: SQLInputValue, text: SQLInputValue) => number {
  const compiled = new Map<string, RegExp>();
  return (expression, text) => {
    if (typeof expression !== 'string' || typeof text !== 'string') return 0;
    let regExp = compiled.get(expression);
    if (regExp === undefined) {
      if (compiled.size > 1000) compiled.clear();
      regExp = new RegExp(expression, 'su');
      compiled.set(expression, regExp);
    }
    return regExp.test(text) ? 1 : 0;
  };
}

function unlessStopped(stopped: SqliteOptions['stopped']): () => number {
  return () => {
    const error = stopped?.();
    if (error !== undefined) throw error;
    return 1;
  };
}

function sha256(text: SQLInputValue): string | null {
  return typeof text === 'string' ? createHash('sha256').update(text).digest('hex') : null;
}

/** What the dialect's `exact` is made of. */
function addExactNumbers(db: DatabaseSync): void {
  const some = (work: (text: string) => string | number) => (value: SQLInputValue) =>
    typeof value === 'string' ? work(value) : null;
  db.function('exact_key', {deterministic: true}, some(exactKey));
  db.function(
    'exact_number',
    {deterministic: true},
    some(key => Number(exactDigits(key))),
  );
  db.aggregate('exact_sum', {
    start: () => new ExactSum() as unknown as SQLInputValue,
    step: (sum, value) =>
      (typeof value === 'string' ? (sum as unknown as ExactSum).add(value) : sum) as SQLInputValue,
    inverse: (sum, value) =>
      (typeof value === 'string'
        ? (sum as unknown as ExactSum).add(value, -1n)
        : sum) as SQLInputValue,
    result: sum => (sum as unknown as ExactSum).key,
  });
}

/** How rows go into a table; `sql` is the statement for one of them. */
type Insert = {readonly sql: string; readonly statementOf: (rows: number) => StatementSync};

class SqliteSession implements Session {
  readonly dialect: Dialect = sqlite;
  readonly slot = 0;
  observer: StatementObserver | undefined;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #columns = new WeakMap<StatementSync, readonly string[]>();
  /**
   * By what becomes of rows whose key is taken. Tables are few, and putting a statement together
   * takes longer than a row.
   */
  readonly #inserts = new WeakMap<Table, Map<string, Insert>>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async all<Row>(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return this.#observed(sql, () => {
      const statement = this.#prepare(sql);
      const names = this.#columns.get(statement) ?? [];
      const rows = statement.all(...bind(params)) as unknown as SQLOutputValue[][];
      return rows.map(cells => rowOf(names, cells) as Row);
    });
  }

  async run(sql: string, params: readonly Param[] = []): Promise<number> {
    return this.#observed(sql, () => Number(this.#prepare(sql).run(...bind(params)).changes));
  }

  async insert(
    table: Table,
    rows: readonly (readonly (string | number | null)[])[],
    onConflict?: OnConflict,
  ): Promise<void> {
    if (rows.length === 0) return;
    const {sql, statementOf} = this.#insertInto(table, onConflict);
    this.#observed(sql, () => {
      let at = 0;
      for (const count of table.isVirtual === true ? oneByOne : rowsAtOnce) {
        for (; at + count <= rows.length; at += count) {
          statementOf(count).run(...(rows.slice(at, at + count).flat() as SQLInputValue[]));
        }
      }
    });
  }

  #insertInto(table: Table, onConflict: OnConflict | undefined): Insert {
    const known = this.#inserts.get(table) ?? new Map<string, Insert>();
    this.#inserts.set(table, known);
    const conflict =
      onConflict === undefined ? '' : ` ${this.dialect.onConflict(table.name, onConflict)}`;
    let insert = known.get(conflict);
    if (insert === undefined) {
      const columns = Object.keys(table.columns);
      const tuple = `(${columns.map(() => '?').join(', ')})`;
      // Rows before one that fails stay until the transaction is undone, as it is then anyway: to
      // take them back alone each page would be copied before.
      const textOf = (count: number) =>
        `INSERT OR FAIL INTO ${table.name} (${columns.join(', ')}) VALUES ${Array(count).fill(tuple).join(', ')}${conflict}`;
      const statements = new Map<number, StatementSync>();
      const statementOf = (count: number) => {
        const statement = statements.get(count) ?? this.#db.prepare(textOf(count));
        statements.set(count, statement);
        return statement;
      };
      insert = {sql: textOf(1), statementOf};
      known.set(conflict, insert);
    }
    return insert;
  }

  async remove(
    table: Table,
    keys: readonly string[],
    values: readonly (readonly (string | number)[])[],
  ): Promise<void> {
    if (values.length === 0) return;
    const sql = `DELETE FROM ${table.name} WHERE ${keys.map(key => `${key} = ?`).join(' AND ')}`;
    this.#observed(sql, () => {
      const statement = this.#prepare(sql);
      for (const row of values) statement.run(...row);
    });
  }

  #observed<T>(sql: string, work: () => T): T {
    const start = performance.now();
    try {
      return work();
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new Error(`statement failed: ${sql}`, {cause});
    } finally {
      this.observer?.(sql, performance.now() - start);
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      // Search builds its text from the filter's shape: bounded, so that a stream of odd shapes
      // cannot fill the memory.
      if (this.#statements.size >= 1000) this.#statements.clear();
      statement = this.#db.prepare(sql);
      // Rows that it makes itself are objects of the slow kind: they take twice as long, and so
      // does whoever reads them.
      statement.setReturnArrays(true);
      this.#columns.set(
        statement,
        statement.columns().map(column => column.name),
      );
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function rowOf(names: readonly string[], cells: readonly SQLOutputValue[]): object {
  const row: Record<string, SQLOutputValue | undefined> = {};
  for (let i = 0; i < names.length; i++) row[names[i] as string] = cells[i];
  return row;
}

function bind(params: readonly Param[]): SQLInputValue[] {
  return params.map(param =>
    Array.isArray(param) ? JSON.stringify(param) : (param as string | number | null),
  );
}

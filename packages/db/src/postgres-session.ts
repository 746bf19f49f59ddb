import type {PoolClient, QueryResult} from 'pg';
import type {Param, Session, StatementObserver, Table} from './database.ts';
import {postgres, postgresTypes, type Dialect, type OnConflict} from './dialect.ts';

/** Rows of one table that are still to be sent. */
type Insertion = {table: Table; sql: string; lists: Param[]};

/**
 * Inserts are kept back until another statement or the end of the transaction needs them, and then
 * sent as one: a save fills seven tables, and each statement costs 0.15 ms on its way to a server
 * on the same machine and back.
 */
export class PostgresSession implements Session {
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

/** The server's process number of a connection. */
export function numberOf(client: PoolClient): number | undefined {
  return (client as {processID?: number}).processID;
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
 * `?` to `$n`, once per text. Named, so that the server plans it once per connection; but a name
 * lasts as long as its connection, so only the first texts get one: those of every request, before
 * odd searches can use the names up.
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

import {sqlText} from '@gazetteer/model/sql';
import {randomBytes} from 'node:crypto';
import type {Column} from '../column.ts';
import type {FoundTable, RunningStatement, SessionHandle, SqlSession} from '../sql-engine.ts';
import {SqlError} from '../sql-engine.ts';
import {metadataLimits, queryOnce} from '../query-once.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import {inDatabase, ownDatabase} from './duckdb-dialect.ts';
import type {DuckDbProcess} from './duckdb-process.ts';
import {DuckDbRunning} from './duckdb-running.ts';

/** What a session has of whom it is for. */
export type SessionOwner = {
  readonly limits: Pick<DuckDbLimits, 'timeoutMs' | 'graceMs'>;
  /** Why nothing more may be stored, where that is so. */
  readonly full: () => Promise<string | undefined>;
  /** A statement has begun; what is returned is called once when it has ended. */
  readonly onRun: () => () => void;
  readonly onClose: () => void;
};

/**
 * A session of the embedded engine. It ends with the process of the engine, and so do its
 * statements.
 */
export class DuckDbSession implements SqlSession {
  readonly handle: SessionHandle = {
    guid: randomBytes(16).toString('base64'),
    secret: '',
    protocol: 0,
  };
  readonly properties: ReadonlyMap<string, string> = new Map();
  readonly #process: DuckDbProcess;
  readonly #number: number;
  readonly #owner: SessionOwner;
  #isClosed = false;

  constructor(process: DuckDbProcess, number: number, owner: SessionOwner) {
    this.#process = process;
    this.#number = number;
    this.#owner = owner;
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#process.isRunning;
  }

  async submit(sql: string, signal?: AbortSignal): Promise<RunningStatement> {
    const full = await this.#owner.full();
    signal?.throwIfAborted();
    const {limits, onRun} = this.#owner;
    const number = await this.#process.callWithin(
      limits.graceMs,
      'submit',
      this.#number,
      sql,
      full,
    );
    return new DuckDbRunning(this.#process, number, limits, onRun());
  }

  resume(): RunningStatement {
    throw new SqlError(
      'statement-expired',
      'The embedded engine restarted. Run the statement again',
    );
  }

  async databases(): Promise<readonly string[]> {
    const rows = await this.#ask(
      `SELECT schema_name FROM (
       SELECT schema_name FROM duckdb_schemas() WHERE database_name = '${ownDatabase}'
         AND schema_name NOT IN ('information_schema', 'pg_catalog')
       UNION SELECT database_name FROM duckdb_databases() WHERE NOT internal AND database_name <> '${ownDatabase}')
       ORDER BY schema_name <> 'main', schema_name`,
    );
    return rows.map(row => String(row[0]));
  }

  async tables(
    database: string,
  ): Promise<readonly {name: string; type: string; comment: string}[]> {
    const at = inDatabase(database);
    const rows = await this.#ask(
      `SELECT table_name, 'TABLE', coalesce(comment, '') FROM duckdb_tables() WHERE ${at} AND NOT internal
       UNION ALL SELECT view_name, 'VIEW', coalesce(comment, '') FROM duckdb_views() WHERE ${at} AND NOT internal
       ORDER BY 1`,
    );
    return rows.map(([name, type, comment]) => ({
      name: String(name),
      type: String(type),
      comment: String(comment),
    }));
  }

  async findTables(part: string): Promise<readonly FoundTable[]> {
    const is = `(database_name = '${ownDatabase}' OR schema_name = 'main') AND NOT internal AND contains`;
    const database = `if(database_name = '${ownDatabase}', schema_name, database_name)`;
    const named = sqlText(part.toLowerCase());
    const rows = await this.#ask(
      `SELECT ${database}, table_name, 'TABLE', coalesce(comment, '') FROM duckdb_tables() WHERE ${is}(lower(table_name), ${named})
       UNION ALL SELECT ${database}, view_name, 'VIEW', coalesce(comment, '') FROM duckdb_views() WHERE ${is}(lower(view_name), ${named})`,
    );
    return rows.map(row => {
      const [database = '', name = '', type = '', comment = ''] = row.map(String);
      return {database, name, type, comment};
    });
  }

  async tableColumns(database: string, table: string): Promise<readonly Column[]> {
    const rows = await this.#ask(
      `SELECT column_name, lower(data_type), coalesce(comment, '') FROM duckdb_columns()
       WHERE ${inDatabase(database)} AND table_name = ${sqlText(table)} ORDER BY column_index`,
    );
    return rows.map(([name, type, comment]) => ({
      name: String(name),
      type: String(type),
      comment: String(comment),
    }));
  }

  async functions(): Promise<readonly string[]> {
    const rows = await this.#ask(
      `SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name SIMILAR TO '[a-z]\\w*' ORDER BY 1`,
    );
    return rows.map(row => String(row[0]));
  }

  async isAlive(): Promise<boolean> {
    return this.isOpen;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (this.#process.isRunning) await this.#process.call('closeSession', this.#number);
    } finally {
      this.#owner.onClose();
    }
  }

  async detach(): Promise<void> {
    await this.close();
  }

  async #ask(sql: string): Promise<readonly (readonly unknown[])[]> {
    return (await queryOnce(this, sql, metadataLimits)).rows;
  }
}

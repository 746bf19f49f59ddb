import {sqlName} from '@gazetteer/model/sql';
import type {HiveClient, OperationHandle, SessionHandle} from '@gazetteer/thrift';
import {setTimeout as delay} from 'node:timers/promises';
import {pageOf} from './hive-engine-page.ts';
import {HiveStatement} from './hive-engine-statement.ts';
import type {Column} from './column.ts';
import {type FoundTable, SqlError} from './sql-engine.ts';

type Row = readonly unknown[];
type TableInfo = {readonly name: string; readonly type: string; readonly comment: string};

const tableTypes = ['TABLE', 'VIEW', 'EXTERNAL_TABLE', 'MATERIALIZED_VIEW'];
const batchRows = 5000;

/**
 * What can be asked about databases, in the ways that servers answer rightly. Dialects are named
 * where they differ.
 */
export class HiveMetadata {
  readonly #client: HiveClient;
  readonly #session: SessionHandle;
  readonly #isSpark: boolean;

  constructor(client: HiveClient, session: SessionHandle, isSpark: boolean) {
    this.#client = client;
    this.#session = session;
    this.#isSpark = isSpark;
  }

  async databases(signal?: AbortSignal): Promise<readonly string[]> {
    const rows = await this.#rowsOf(
      await this.#client.schemas(this.#session, {}, {signal}),
      signal,
    );
    return rows.map(row => text(row[0]));
  }

  async tables(database: string, signal?: AbortSignal): Promise<readonly TableInfo[]> {
    if (this.#isSpark) return await this.#sparkTables(database, signal);
    const schema = database.toLowerCase();
    const pattern = {schema, table: '%', types: tableTypes};
    const rows = await this.#rowsOf(
      await this.#client.tables(this.#session, pattern, {signal}),
      signal,
    );
    return (
      rows
        // The name is a pattern to the server, in which an underscore stands for any character.
        .filter(row => text(row[1]).toLowerCase() === schema)
        .map(row => ({name: text(row[2]), type: text(row[3]), comment: text(row[4])}))
    );
  }

  /** Spark would read each table of each database for it. */
  async findTables(part: string, signal?: AbortSignal): Promise<readonly FoundTable[] | undefined> {
    if (this.#isSpark) return undefined;
    // What might be a pattern is left to any character.
    const table = `%${part.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}%`;
    const rows = await this.#rowsOf(
      await this.#client.tables(this.#session, {schema: '%', table, types: tableTypes}, {signal}),
      signal,
    );
    return rows.map(row => ({
      database: text(row[1]),
      name: text(row[2]),
      type: text(row[3]),
      comment: text(row[4]),
    }));
  }

  /**
   * From DESCRIBE rather than GetColumns, which cuts `array<int>` down to `array`. Partition
   * columns are listed twice there, the second time below a heading.
   */
  async columns(database: string, table: string, signal?: AbortSignal): Promise<readonly Column[]> {
    const rows = await this.#query(
      `DESCRIBE ${sqlName(database, '`')}.${sqlName(table, '`')}`,
      signal,
    );
    const heading = rows.findIndex(row => text(row[0]) === '' || text(row[0]).startsWith('#'));
    return rows.slice(0, heading === -1 ? undefined : heading).map(([name, type, comment]) => ({
      name: text(name).trim(),
      type: text(type).trim(),
      ...(text(comment) === '' ? {} : {comment: text(comment).trim()}),
    }));
  }

  async functions(signal?: AbortSignal): Promise<readonly string[]> {
    const rows = await this.#query('SHOW FUNCTIONS', signal);
    return rows.map(row => text(row[0]));
  }

  /** Spark's GetTables has no use for a list; views that last are tables to this statement too. */
  async #sparkTables(
    database: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly TableInfo[]> {
    const rows = await this.#query(`SHOW TABLES IN ${sqlName(database, '`')}`, signal);
    return rows.map(row => ({
      name: text(row[1]),
      type: row[2] === true ? 'VIEW' : 'TABLE',
      comment: '',
    }));
  }

  async #query(sql: string, signal: AbortSignal | undefined): Promise<readonly Row[]> {
    return await this.#rowsOf(await this.#client.execute(this.#session, sql, {}, {signal}), signal);
  }

  async #rowsOf(
    operation: OperationHandle,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> {
    const statement = new HiveStatement(this.#client, operation);
    try {
      await finished(statement, signal);
      const rows: Row[] = [];
      for (;;) {
        const {columns, rowCount} = pageOf(
          await this.#client.fetch(operation, {maxRows: batchRows}, {signal}),
        );
        if (rowCount === 0) return rows;
        for (let row = 0; row < rowCount; row++) rows.push(columns.map(column => column[row]));
      }
    } finally {
      // Not awaited before the answer is given: the next call waits for it in the connection's
      // queue.
      statement.close().catch(() => undefined);
    }
  }
}

/** Metadata is quick or slow for seconds, so the pauses start short. */
async function finished(statement: HiveStatement, signal: AbortSignal | undefined): Promise<void> {
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const {state, error} = await statement.progress(signal);
    if (state === 'available') return;
    if (state !== 'starting' && state !== 'waiting' && state !== 'running') {
      throw new SqlError('refused', error?.message ?? `The server says ${state}`, {
        sqlState: error?.sqlState,
        code: error?.code,
      });
    }
    await delay(pauseMs, undefined, {signal});
  }
}

/** A name between backticks, which are doubled inside. */

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

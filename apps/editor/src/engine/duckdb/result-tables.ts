import {existsSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DuckDBConnection, DuckDBInstance, DuckDBType, DuckDBValue} from '@duckdb/node-api';
import {sqlName, sqlText} from '@gazetteer/model/sql';
import {columnKind} from '../column-kind.ts';
import {typedValues} from '../typed-value.ts';
import {readSpool} from '../spool-format.ts';
import type {Column} from '../column.ts';
import {SqlError, type Page} from '../sql-engine.ts';
import type {ParameterSql, ResultAnswer, ResultQuestion, ResultSource} from './duckdb-calls.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import {packChunks} from './duckdb-chunks.ts';
import {type ColumnFill, columnFill} from './fill-chunks.ts';
import {PackedPage} from '../packed-page.ts';

type Package = typeof import('@duckdb/node-api');

/** Rows that the engine takes at a time. */
const chunkRows = 2048;
/** Lists of rows kept for one result: people go back and forth between a few. */
const maxLists = 4;

type Open = {
  readonly connection: DuckDBConnection;
  /**
   * Name of the temporary table and its number of rows, by the statement that made it; the last
   * used comes last.
   */
  readonly lists: Map<string, {readonly table: string; readonly count: number}>;
  /** One question at a time. */
  turn: Promise<unknown>;
};

/**
 * Results as tables, each in a database of its own that is read where it is: memory is bounded
 * whatever their size. In the process of the engine, of which this one runs statements of ours
 * alone.
 */
export class ResultTables {
  readonly #duckdb: Package;
  readonly #instance: DuckDBInstance;
  readonly #open = new Map<string, Open>();
  /** Two that want the same one share the work. */
  readonly #loading = new Map<string, Promise<void>>();
  #lastList = 0;

  private constructor(duckdb: Package, instance: DuckDBInstance) {
    this.#duckdb = duckdb;
    this.#instance = instance;
  }

  static async open(
    duckdb: Package,
    temporary: string,
    limits: DuckDbLimits,
  ): Promise<ResultTables> {
    mkdirSync(temporary, {recursive: true, mode: 0o700});
    const instance = await duckdb.DuckDBInstance.create(':memory:', {
      memory_limit: limits.memoryLimit,
      threads: String(limits.threads),
      temp_directory: temporary,
      max_temp_directory_size: limits.maxTempSize,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      // To find how each column is stored in the fewest bytes takes three times as long as the
      // rest.
      force_compression: 'uncompressed',
    });
    return new ResultTables(duckdb, instance);
  }

  /** Makes the table, or takes the one that an earlier process made. */
  async load(name: string, source: ResultSource): Promise<void> {
    if (this.#open.has(name)) return;
    const loading =
      this.#loading.get(name) ?? this.#load(name, source).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    await loading;
  }

  async #load(name: string, source: ResultSource): Promise<void> {
    mkdirSync(dirname(source.database), {recursive: true, mode: 0o700});
    const connection = await this.#instance.connect();
    try {
      if (!existsSync(source.database)) await this.#make(connection, name, source);
      await connection.run(`ATTACH ${sqlText(source.database)} AS ${sqlName(name)} (READ_ONLY)`);
      await connection.run(`USE ${sqlName(name)}`);
    } catch (error) {
      connection.closeSync();
      throw new SqlError('refused', (error as Error).message, {cause: error});
    }
    this.#open.set(name, {connection, lists: new Map(), turn: Promise.resolve()});
  }

  async ask(name: string, question: ResultQuestion): Promise<ResultAnswer> {
    const open = this.#open.get(name);
    if (open === undefined) throw new SqlError('session-expired', 'The process was restarted');
    const answer = open.turn.then(() => this.#answer(open, question));
    open.turn = answer.catch(() => undefined);
    return await answer;
  }

  async drop(name: string): Promise<void> {
    const open = this.#open.get(name);
    if (open === undefined) return;
    this.#open.delete(name);
    open.connection.interrupt();
    await open.turn;
    await open.connection.run('USE memory');
    open.connection.closeSync();
    const connection = await this.#instance.connect();
    await connection.run(`DETACH ${sqlName(name)}`);
    connection.closeSync();
  }

  /** Under another name until it is whole: what a crash leaves is made anew. */
  async #make(connection: DuckDBConnection, name: string, source: ResultSource): Promise<void> {
    const unfinished = `${source.database}.new`;
    for (const file of [unfinished, `${unfinished}.wal`]) rmSync(file, {force: true});
    await connection.run(`ATTACH ${sqlText(unfinished)} AS ${sqlName(name)}`);
    try {
      const types = source.columns.map(({type}) => this.#typeOf(type));
      const columns = types.map((type, i) => `c${i} ${String(type)}`).join(', ');
      await connection.run(`CREATE TABLE ${sqlName(name)}.result (${columns})`);
      await this.#fill(connection, name, types, source);
      await connection.run(`CHECKPOINT ${sqlName(name)}`);
    } finally {
      await connection.run(`DETACH ${sqlName(name)}`);
    }
    renameSync(unfinished, source.database);
  }

  async #fill(
    connection: DuckDBConnection,
    name: string,
    types: readonly DuckDBType[],
    source: ResultSource,
  ): Promise<void> {
    const appender = await connection.createAppender('result', 'main', name);
    for await (const read of readSpool(source.spool, source.rowCount)) {
      const page = PackedPage.of(read);
      const fills = source.columns.map((column, i) => this.#fillOf(column, page, i));
      for (let from = 0; from < page.rowCount; from += chunkRows) {
        const to = Math.min(from + chunkRows, page.rowCount);
        const chunk = this.#duckdb.DuckDBDataChunk.create(types, to - from);
        for (const [i, fill] of fills.entries()) fill(chunk, i, from, to);
        appender.appendDataChunk(chunk);
      }
    }
    appender.closeSync();
  }

  /** From the bytes of the page where they tell, else from its values. */
  #fillOf(column: Column, page: PackedPage, place: number): ColumnFill {
    const packed = page.packedColumns()[place];
    const fill = packed && columnFill(this.#typeOf(column.type), packed, page.rowCount);
    if (fill !== undefined) return fill;
    const values = this.#stored(column, page.valuesOf(place));
    return (chunk, n, from, to) => chunk.setColumnValues(n, values.slice(from, to));
  }

  /** @throws {Error} naming the column, for a value that its type does not allow */
  #stored({name, type}: Column, values: readonly unknown[]): DuckDBValue[] {
    const kind = columnKind(type);
    if (
      kind.kind === 'decimal' ||
      kind.kind === 'date' ||
      kind.kind === 'timestamp' ||
      kind.kind === 'text'
    ) {
      return values.map(value => (value === null || value === undefined ? null : String(value)));
    }
    const typed = typedValues(kind, values, name);
    if (kind.kind !== 'binary') return typed as DuckDBValue[];
    return typed.map(value =>
      value === null ? null : new this.#duckdb.DuckDBBlobValue(value as Uint8Array),
    );
  }

  /**
   * What is a text in a page stays one, so that it comes out again letter by letter; statements
   * cast it where they compare.
   */
  #typeOf(type: string): DuckDBType {
    const {BOOLEAN, INTEGER, BIGINT, DOUBLE, BLOB, VARCHAR} = this.#duckdb;
    const types: Readonly<Record<string, DuckDBType>> = {
      boolean: BOOLEAN,
      int32: INTEGER,
      int64: BIGINT,
      float: DOUBLE,
      binary: BLOB,
    };
    return types[columnKind(type).kind] ?? VARCHAR;
  }

  async #answer(open: Open, {list, ask, timeoutMs}: ResultQuestion): Promise<ResultAnswer> {
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      open.connection.interrupt();
    }, timeoutMs);
    try {
      const listed = list && (await this.#list(open, list));
      const sql = listed === undefined ? ask.sql : ask.sql.replaceAll(/\blist\b/g, listed.table);
      const read = await this.#read(open.connection, {...ask, sql});
      return {...read, ...(listed && {listed: listed.count})};
    } catch (error) {
      if (error instanceof SqlError) throw error;
      if (hasTimedOut)
        throw new SqlError('timeout', `It took longer than ${timeoutMs / 1000} s`, {cause: error});
      throw new SqlError('refused', (error as Error).message, {cause: error});
    } finally {
      clearTimeout(timer);
    }
  }

  async #list(open: Open, list: ParameterSql): Promise<{table: string; count: number}> {
    const key = JSON.stringify(list);
    const known = open.lists.get(key);
    open.lists.delete(key);
    const made = known ?? (await this.#makeList(open, list));
    open.lists.set(key, made);
    return made;
  }

  async #makeList(
    open: Open,
    {sql, params}: ParameterSql,
  ): Promise<{table: string; count: number}> {
    for (const [key, {table}] of open.lists) {
      if (open.lists.size < maxLists) break;
      open.lists.delete(key);
      await open.connection.run(`DROP TABLE ${table}`);
    }
    const table = `list_${++this.#lastList}`;
    await this.#read(open.connection, {sql: `CREATE TEMP TABLE ${table} AS ${sql}`, params});
    const counted = await open.connection.runAndReadAll(
      `SELECT count(*)::INTEGER FROM temp.main.${table}`,
    );
    return {table: `temp.main.${table}`, count: Number(counted.getRows()[0]?.[0])};
  }

  async #read(
    connection: DuckDBConnection,
    {sql, params}: ParameterSql,
  ): Promise<{columns: Column[]; page: Page}> {
    const prepared = await connection.prepare(sql);
    prepared.bind([...params]);
    const result = await prepared.run();
    const chunks = await result.fetchAllChunks();
    const types = result.columnTypes();
    const page = packChunks(
      types,
      chunks.map(chunk => ({chunk, from: 0, to: chunk.rowCount})),
    );
    // Asked behind the rows: texts of its chunks may lie in the result's memory, which it keeps.
    const names = result.columnNames();
    return {columns: names.map((name, i) => ({name, type: String(types[i]).toLowerCase()})), page};
  }
}

import {i16, i32, list, string, struct, type Codec} from './codec.ts';
import type {CallOptions, Connection} from './connection.ts';
import {ServerError} from './errors.ts';
import * as types from './metastore-types.ts';

/** The read calls of Hive's metastore. Names are matched in lower case there. */
export class MetastoreClient {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Says who is asking, on a metastore without Kerberos. Lasts as long as the connection. */
  async setUser(user: string, groups: readonly string[], call?: CallOptions): Promise<void> {
    await this.#call(
      'set_ugi',
      [string, list(string)],
      [user, groups],
      list(string),
      ['MetaException'],
      call,
    );
  }

  async allDatabases(call?: CallOptions): Promise<readonly string[]> {
    return await this.#call('get_all_databases', [], [], list(string), ['MetaException'], call);
  }

  /** Patterns have `*` for anything and `|` between alternatives, here and in the calls below. */
  async databases(pattern: string, call?: CallOptions): Promise<readonly string[]> {
    return await this.#call(
      'get_databases',
      [string],
      [pattern],
      list(string),
      ['MetaException'],
      call,
    );
  }

  async database(name: string, call?: CallOptions): Promise<types.Database> {
    return await this.#call('get_database', [string], [name], types.database, missing, call);
  }

  async allTables(database: string, call?: CallOptions): Promise<readonly string[]> {
    return await this.#call(
      'get_all_tables',
      [string],
      [database],
      list(string),
      ['MetaException'],
      call,
    );
  }

  async tables(database: string, pattern: string, call?: CallOptions): Promise<readonly string[]> {
    return await this.#call(
      'get_tables',
      [string, string],
      [database, pattern],
      list(string),
      ['MetaException'],
      call,
    );
  }

  /** Names, types and comments of many tables in one call. No types mean all types. */
  async tableMeta(
    databases: string,
    tables: string,
    tableTypes: readonly string[] = [],
    call?: CallOptions,
  ): Promise<readonly types.TableMeta[]> {
    const codecs = [string, string, list(string)] as const;
    const values = [databases, tables, tableTypes] as const;
    return await this.#call(
      'get_table_meta',
      codecs,
      values,
      list(types.tableMeta),
      ['MetaException'],
      call,
    );
  }

  async table(database: string, name: string, call?: CallOptions): Promise<types.Table> {
    // The older get_table is gone in Hive 4; this one is there since 2.3.
    const request = {dbName: database, tblName: name};
    const {table} = await this.#call(
      'get_table_req',
      [tableRequest],
      [request],
      tableResult,
      metaFirst,
      call,
    );
    return table;
  }

  /** Those of the tables that there are. */
  async tableObjects(
    database: string,
    names: readonly string[],
    call?: CallOptions,
  ): Promise<readonly types.Table[]> {
    const values: readonly number[] = [insertOnlyTables];
    const request = {dbName: database, tblNames: names, capabilities: {values}};
    const {tables} = await this.#call(
      'get_table_objects_by_name_req',
      [tablesRequest],
      [request],
      tablesResult,
      ['MetaException', 'InvalidOperationException', 'UnknownDBException'],
      call,
    );
    return tables;
  }

  /** The columns without the partition keys. */
  async fields(
    database: string,
    table: string,
    call?: CallOptions,
  ): Promise<readonly types.FieldSchema[]> {
    return await this.#call(
      'get_fields',
      [string, string],
      [database, table],
      list(types.fieldSchema),
      unknown,
      call,
    );
  }

  /** The columns and then the partition keys. */
  async schema(
    database: string,
    table: string,
    call?: CallOptions,
  ): Promise<readonly types.FieldSchema[]> {
    return await this.#call(
      'get_schema',
      [string, string],
      [database, table],
      list(types.fieldSchema),
      unknown,
      call,
    );
  }

  /** @param max the most to answer, at most 32,767; -1 for all */
  async partitionNames(
    database: string,
    table: string,
    max = -1,
    call?: CallOptions,
  ): Promise<readonly string[]> {
    const codecs = [string, string, i16] as const;
    return await this.#call(
      'get_partition_names',
      codecs,
      [database, table, max],
      list(string),
      missing,
      call,
    );
  }

  /** @param max as in `partitionNames` */
  async partitions(
    database: string,
    table: string,
    max = -1,
    call?: CallOptions,
  ): Promise<readonly types.Partition[]> {
    const codecs = [string, string, i16] as const;
    return await this.#call(
      'get_partitions',
      codecs,
      [database, table, max],
      list(types.partition),
      missing,
      call,
    );
  }

  async functions(
    database: string,
    pattern: string,
    call?: CallOptions,
  ): Promise<readonly string[]> {
    return await this.#call(
      'get_functions',
      [string, string],
      [database, pattern],
      list(string),
      ['MetaException'],
      call,
    );
  }

  async function(
    database: string,
    name: string,
    call?: CallOptions,
  ): Promise<types.MetastoreFunction> {
    return await this.#call(
      'get_function',
      [string, string],
      [database, name],
      types.metastoreFunction,
      metaFirst,
      call,
    );
  }

  /** @throws {ServerError} with the name of the declared exception */
  async #call<A extends readonly unknown[], R>(
    method: string,
    codecs: {readonly [K in keyof A]: Codec<A[K]>},
    values: A,
    codec: Codec<R>,
    exceptions: readonly string[],
    call: CallOptions | undefined,
  ): Promise<R> {
    const args = struct(
      `${method}_args`,
      Object.fromEntries(codecs.map((one, i) => [i, [i + 1, one as Codec<unknown>]])),
    );
    const thrown = Object.fromEntries(
      exceptions.map((name, i) => [name, [i + 1, types.exception]] as const),
    );
    const result = struct(
      `${method}_result`,
      {},
      {success: [0, codec as Codec<unknown>], ...thrown},
    );
    const answer: Record<string, unknown> = await this.connection.call(
      method,
      args,
      Object.fromEntries(values.entries()),
      result,
      call,
    );
    const name = exceptions.find(one => answer[one] !== undefined);
    if (name !== undefined) {
      const {message} = answer[name] as {message?: string};
      throw new ServerError(message ?? name, {method, exception: name});
    }
    if (answer['success'] === undefined)
      throw new ServerError(`The server answered ${method} with nothing`, {method});
    return answer['success'] as R;
  }
}

// Which exceptions a method declares, in the order of their numbers.
const missing = ['NoSuchObjectException', 'MetaException'];
const metaFirst = ['MetaException', 'NoSuchObjectException'];
const unknown = ['MetaException', 'UnknownTableException', 'UnknownDBException'];

const tableRequest = struct('GetTableRequest', {dbName: [1, string], tblName: [2, string]});
/** Without it one table that only takes inserts is refused, and all others with it. */
const insertOnlyTables = 2;
const capabilities = struct('ClientCapabilities', {values: [1, list(i32)]});
const tablesRequest = struct('GetTablesRequest', {
  dbName: [1, string],
  tblNames: [2, list(string)],
  capabilities: [3, capabilities],
});
const tablesResult = struct('GetTablesResult', {tables: [1, list(types.table)]});
const tableResult = struct('GetTableResult', {table: [1, types.table]});

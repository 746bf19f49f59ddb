import {columnInfo, type ColumnInfo} from './column-info.ts';
import type {CallOptions, Connection} from './connection.ts';
import {ServerError, ThriftError} from './errors.ts';
import {
  envelopes,
  type HiveMethod,
  type Opening,
  type Request,
  type Response,
} from './hive-calls.ts';
import {
  firstColumnarProtocol,
  newestProtocol,
  type OperationHandle,
  type SessionHandle,
} from './hive-types.ts';
import {checkStatus, operationStatus, type OperationStatus} from './operation-status.ts';
import type {RowSet} from './row-set.ts';

export type OpenSessionOptions = {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Settings of the session, `use:database` and `set:hiveconf:` among them. */
  readonly configuration?: ReadonlyMap<string, string> | undefined;
  /**
   * Whom the session is for, when it is opened under a service's identity that may act for others.
   */
  readonly proxyUser?: string | undefined;
  /**
   * The newest version of the protocol to speak, numbered from 1; 11 is the newest that there is,
   * and the one without this.
   */
  readonly version?: number | undefined;
};

export type Session = {
  readonly handle: SessionHandle;
  /** Numbered from 0: 10 is V11. */
  readonly protocol: number;
  /** What the server says of the session. */
  readonly configuration: ReadonlyMap<string, string>;
};

export type ObjectPattern = {
  readonly catalog?: string | undefined;
  readonly schema?: string | undefined;
  readonly table?: string | undefined;
};

/**
 * The calls of HiveServer2, which Spark's Thrift server and Impala understand too. Handles are
 * plain data.
 */
export class HiveClient {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async openSession(options: OpenSessionOptions = {}, call?: CallOptions): Promise<Session> {
    const configuration = new Map(options.configuration);
    if (options.proxyUser !== undefined)
      configuration.set('hive.server2.proxy.user', options.proxyUser);
    const answer = await this.#call(
      'OpenSession',
      {
        client_protocol: options.version === undefined ? newestProtocol : options.version - 1,
        configuration,
        ...(options.user === undefined ? {} : {username: options.user}),
        ...(options.password === undefined ? {} : {password: options.password}),
      },
      call,
    );
    const {serverProtocolVersion: protocol, sessionHandle: handle} = answer;
    if (handle === undefined)
      throw new ServerError('The server opened no session', {method: 'OpenSession'});
    if (protocol < firstColumnarProtocol) {
      await this.closeSession(handle, call);
      throw new ThriftError(
        `The server speaks protocol V${protocol + 1}; results come column by column only since V6`,
      );
    }
    return {handle, protocol, configuration: answer.configuration ?? new Map()};
  }

  async closeSession(sessionHandle: SessionHandle, call?: CallOptions): Promise<void> {
    await this.#call('CloseSession', {sessionHandle}, call);
  }

  /**
   * Starts a statement and returns as soon as the server has taken it; ask `operationStatus` how it
   * goes.
   */
  async execute(
    sessionHandle: SessionHandle,
    statement: string,
    options: {
      readonly settings?: ReadonlyMap<string, string>;
      readonly timeoutSeconds?: number;
    } = {},
    call?: CallOptions,
  ): Promise<OperationHandle> {
    const {settings = new Map<string, string>(), timeoutSeconds} = options;
    return await this.#open(
      'ExecuteStatement',
      {
        sessionHandle,
        statement,
        runAsync: true,
        // Empty rather than left out: without one, HiveServer2 reads a procedure as if it were SQL.
        confOverlay: settings,
        ...(timeoutSeconds === undefined ? {} : {queryTimeout: BigInt(timeoutSeconds)}),
      },
      call,
    );
  }

  /**
   * @param options.hasProgress whether to ask for the progress, too, which Hive lets wait for half
   * a minute until there is some
   */
  async operationStatus(
    operationHandle: OperationHandle,
    {hasProgress = true}: {readonly hasProgress?: boolean} = {},
    call?: CallOptions,
  ): Promise<OperationStatus> {
    const answer = await this.#call(
      'GetOperationStatus',
      {operationHandle, getProgressUpdate: hasProgress},
      call,
    );
    return operationStatus(answer);
  }

  /** The columns of the result; none for a statement without rows, whatever its handle says. */
  async resultColumns(
    operationHandle: OperationHandle,
    call?: CallOptions,
  ): Promise<readonly ColumnInfo[]> {
    const {schema} = await this.#call('GetResultSetMetadata', {operationHandle}, call);
    return schema?.columns.map(columnInfo) ?? [];
  }

  /**
   * The next rows, or the first ones again where the server keeps them. No rows means that there
   * are no more: what servers say of that beside the rows is wrong at times.
   */
  async fetch(
    operationHandle: OperationHandle,
    options: {readonly maxRows: number; readonly from?: 'next' | 'first'},
    call?: CallOptions,
  ): Promise<RowSet> {
    return await this.#fetch(operationHandle, options, 0, call);
  }

  /** Lines of the operation's log that were not fetched before, or the first ones again. */
  async fetchLog(
    operationHandle: OperationHandle,
    {
      maxLines = 1000,
      from = 'next',
    }: {readonly maxLines?: number; readonly from?: 'next' | 'first'} = {},
    call?: CallOptions,
  ): Promise<readonly string[]> {
    const {columns} = await this.#fetch(operationHandle, {maxRows: maxLines, from}, 1, call);
    return columns[0]?.kind === 'string' ? columns[0].values.texts() : [];
  }

  async cancelOperation(operationHandle: OperationHandle, call?: CallOptions): Promise<void> {
    await this.#call('CancelOperation', {operationHandle}, call);
  }

  async closeOperation(operationHandle: OperationHandle, call?: CallOptions): Promise<void> {
    await this.#call('CloseOperation', {operationHandle}, call);
  }

  /**
   * @param infoType a number of TGetInfoType: 13 the server's name, 17 the product, 18 its version
   */
  async info(
    sessionHandle: SessionHandle,
    infoType: number,
    call?: CallOptions,
  ): Promise<string | number | bigint> {
    const {infoValue} = await this.#call('GetInfo', {sessionHandle, infoType}, call);
    const {text, small, mask, flag, length} = infoValue ?? {};
    const value = text ?? small ?? mask ?? flag ?? length;
    if (value === undefined)
      throw new ServerError(`The server has no value for ${infoType}`, {method: 'GetInfo'});
    return value;
  }

  /** The name of the query in the server's logs and job lists. Spark does not know the call. */
  async queryId(operationHandle: OperationHandle, call?: CallOptions): Promise<string> {
    return (await this.#call('GetQueryId', {operationHandle}, call)).queryId;
  }

  async setClientInfo(
    handle: SessionHandle,
    info: ReadonlyMap<string, string>,
    call?: CallOptions,
  ): Promise<void> {
    await this.#call('SetClientInfo', {sessionHandle: handle, configuration: info}, call);
  }

  async typeInfo(sessionHandle: SessionHandle, call?: CallOptions): Promise<OperationHandle> {
    return await this.#open('GetTypeInfo', {sessionHandle}, call);
  }

  async catalogs(sessionHandle: SessionHandle, call?: CallOptions): Promise<OperationHandle> {
    return await this.#open('GetCatalogs', {sessionHandle}, call);
  }

  async tableTypes(sessionHandle: SessionHandle, call?: CallOptions): Promise<OperationHandle> {
    return await this.#open('GetTableTypes', {sessionHandle}, call);
  }

  /**
   * Patterns are SQL's, with `%` and `_`, here and in the calls below; what is left out matches
   * all.
   */
  async schemas(
    sessionHandle: SessionHandle,
    pattern: Pick<ObjectPattern, 'catalog' | 'schema'> = {},
    call?: CallOptions,
  ): Promise<OperationHandle> {
    return await this.#open('GetSchemas', {sessionHandle, ...names(pattern)}, call);
  }

  async tables(
    sessionHandle: SessionHandle,
    pattern: ObjectPattern & {readonly types?: readonly string[] | undefined} = {},
    call?: CallOptions,
  ): Promise<OperationHandle> {
    const {types: tableTypes} = pattern;
    const request = {
      sessionHandle,
      ...names(pattern),
      ...(tableTypes === undefined ? {} : {tableTypes}),
    };
    return await this.#open('GetTables', request, call);
  }

  async columns(
    sessionHandle: SessionHandle,
    pattern: ObjectPattern & {readonly column?: string | undefined} = {},
    call?: CallOptions,
  ): Promise<OperationHandle> {
    const {column: columnName} = pattern;
    const request = {
      sessionHandle,
      ...names(pattern),
      ...(columnName === undefined ? {} : {columnName}),
    };
    return await this.#open('GetColumns', request, call);
  }

  async functions(
    sessionHandle: SessionHandle,
    pattern: Pick<ObjectPattern, 'catalog' | 'schema'> & {readonly name: string},
    call?: CallOptions,
  ): Promise<OperationHandle> {
    const request = {sessionHandle, functionName: pattern.name, ...names(pattern)};
    return await this.#open('GetFunctions', request, call);
  }

  async primaryKeys(
    sessionHandle: SessionHandle,
    table: ObjectPattern,
    call?: CallOptions,
  ): Promise<OperationHandle> {
    return await this.#open('GetPrimaryKeys', {sessionHandle, ...names(table)}, call);
  }

  async crossReference(
    sessionHandle: SessionHandle,
    parent: ObjectPattern,
    foreign: ObjectPattern,
    call?: CallOptions,
  ): Promise<OperationHandle> {
    const request = {
      sessionHandle,
      ...defined({
        parentCatalogName: parent.catalog,
        parentSchemaName: parent.schema,
        parentTableName: parent.table,
      }),
      ...defined({
        foreignCatalogName: foreign.catalog,
        foreignSchemaName: foreign.schema,
        foreignTableName: foreign.table,
      }),
    };
    return await this.#open('GetCrossReference', request, call);
  }

  async #fetch(
    operationHandle: OperationHandle,
    {maxRows, from = 'next'}: {readonly maxRows: number; readonly from?: 'next' | 'first'},
    fetchType: number,
    call: CallOptions | undefined,
  ): Promise<RowSet> {
    const request = {
      operationHandle,
      orientation: from === 'first' ? 4 : 0,
      maxRows: BigInt(maxRows),
      fetchType,
    };
    const {results} = await this.#call('FetchResults', request, call);
    return results ?? {startRow: 0n, rowCount: 0, columns: []};
  }

  async #open<M extends Opening>(
    method: M,
    request: Request<M>,
    call?: CallOptions,
  ): Promise<OperationHandle> {
    const {operationHandle} = (await this.#call(
      method,
      request,
      call,
    )) as Response<'ExecuteStatement'>;
    if (operationHandle === undefined)
      throw new ServerError('The server started no operation', {method});
    return operationHandle;
  }

  async #call<M extends HiveMethod>(
    method: M,
    request: Request<M>,
    options?: CallOptions,
  ): Promise<Response<M>> {
    const {args, result} = envelopes[method];
    const {success} = await this.connection.call(method, args, {req: request}, result, options);
    if ('status' in success) checkStatus(method, success.status);
    return success;
  }
}

function names({catalog, schema, table}: ObjectPattern) {
  return defined({catalogName: catalog, schemaName: schema, tableName: table});
}

/** Without the entries that are undefined, which the wire has no form for. */
function defined<T extends Record<string, string | undefined>>(
  values: T,
): {readonly [K in keyof T]?: string} {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}

// The methods of HiveServer2's TCLIService as tables. Only what an editor uses.
import {bool, i16, i32, i64, list, map, string, struct, type Codec, type Value} from './codec.ts';
import {operationHandle, progress, sessionHandle, status, tableSchema} from './hive-types.ts';
import {rowSet} from './row-set.ts';

const session = {sessionHandle: [1, sessionHandle]} as const;
const operation = {operationHandle: [1, operationHandle]} as const;
const answer = {status: [1, status]} as const;

/** What opens an operation answers with its handle. */
const opened = struct('the answer', answer, {operationHandle: [2, operationHandle]});

/** Method name to the tables of its request and its answer. */
const hiveCalls = {
  OpenSession: [
    struct(
      'TOpenSessionReq',
      {client_protocol: [1, i32]},
      {username: [2, string], password: [3, string], configuration: [4, map(string)]},
    ),
    struct(
      'TOpenSessionResp',
      {...answer, serverProtocolVersion: [2, i32]},
      {sessionHandle: [3, sessionHandle], configuration: [4, map(string)]},
    ),
  ],
  CloseSession: [struct('TCloseSessionReq', session), struct('TCloseSessionResp', answer)],
  GetInfo: [
    struct('TGetInfoReq', {...session, infoType: [2, i32]}),
    struct('TGetInfoResp', answer, {
      infoValue: [
        2,
        struct(
          'TGetInfoValue',
          {},
          {text: [1, string], small: [2, i16], mask: [3, i32], flag: [4, i32], length: [6, i64]},
        ),
      ],
    }),
  ],
  ExecuteStatement: [
    struct(
      'TExecuteStatementReq',
      {...session, statement: [2, string]},
      {confOverlay: [3, map(string)], runAsync: [4, bool], queryTimeout: [5, i64]},
    ),
    opened,
  ],
  GetTypeInfo: [struct('TGetTypeInfoReq', session), opened],
  GetCatalogs: [struct('TGetCatalogsReq', session), opened],
  GetSchemas: [
    struct('TGetSchemasReq', session, {catalogName: [2, string], schemaName: [3, string]}),
    opened,
  ],
  GetTables: [
    struct('TGetTablesReq', session, {
      catalogName: [2, string],
      schemaName: [3, string],
      tableName: [4, string],
      tableTypes: [5, list(string)],
    }),
    opened,
  ],
  GetTableTypes: [struct('TGetTableTypesReq', session), opened],
  GetColumns: [
    struct('TGetColumnsReq', session, {
      catalogName: [2, string],
      schemaName: [3, string],
      tableName: [4, string],
      columnName: [5, string],
    }),
    opened,
  ],
  GetFunctions: [
    struct(
      'TGetFunctionsReq',
      {...session, functionName: [4, string]},
      {catalogName: [2, string], schemaName: [3, string]},
    ),
    opened,
  ],
  GetPrimaryKeys: [
    struct('TGetPrimaryKeysReq', session, {
      catalogName: [2, string],
      schemaName: [3, string],
      tableName: [4, string],
    }),
    opened,
  ],
  GetCrossReference: [
    struct('TGetCrossReferenceReq', session, {
      parentCatalogName: [2, string],
      parentSchemaName: [3, string],
      parentTableName: [4, string],
      foreignCatalogName: [5, string],
      foreignSchemaName: [6, string],
      foreignTableName: [7, string],
    }),
    opened,
  ],
  GetOperationStatus: [
    struct('TGetOperationStatusReq', operation, {getProgressUpdate: [2, bool]}),
    struct('TGetOperationStatusResp', answer, {
      operationState: [2, i32],
      sqlState: [3, string],
      errorCode: [4, i32],
      errorMessage: [5, string],
      taskStatus: [6, string],
      operationStarted: [7, i64],
      operationCompleted: [8, i64],
      hasResultSet: [9, bool],
      progress: [10, progress],
      numModifiedRows: [11, i64],
    }),
  ],
  CancelOperation: [
    struct('TCancelOperationReq', operation),
    struct('TCancelOperationResp', answer),
  ],
  CloseOperation: [struct('TCloseOperationReq', operation), struct('TCloseOperationResp', answer)],
  GetResultSetMetadata: [
    struct('TGetResultSetMetadataReq', operation),
    struct('TGetResultSetMetadataResp', answer, {schema: [2, tableSchema]}),
  ],
  FetchResults: [
    struct(
      'TFetchResultsReq',
      {...operation, orientation: [2, i32], maxRows: [3, i64]},
      {fetchType: [4, i16]},
    ),
    struct('TFetchResultsResp', answer, {hasMoreRows: [2, bool], results: [3, rowSet]}),
  ],
  GetQueryId: [
    struct('TGetQueryIdReq', operation),
    struct('TGetQueryIdResp', {queryId: [1, string]}),
  ],
  SetClientInfo: [
    struct('TSetClientInfoReq', session, {configuration: [2, map(string)]}),
    struct('TSetClientInfoResp', answer),
  ],
} as const;

export type HiveMethod = keyof typeof hiveCalls;
export type Request<M extends HiveMethod> = Value<(typeof hiveCalls)[M][0]>;
export type Response<M extends HiveMethod> = Value<(typeof hiveCalls)[M][1]>;

/** Calls that start an operation and answer with its handle. */
export type Opening = {
  [M in HiveMethod]: (typeof hiveCalls)[M][1] extends typeof opened ? M : never;
}[HiveMethod];

type Envelope<M extends HiveMethod> = {
  readonly args: Codec<{readonly req: Request<M>}>;
  readonly result: Codec<{readonly success: Response<M>}>;
};

/** Every method takes one request and gives one answer, each in a struct of its own. */
export const envelopes = Object.fromEntries(
  Object.entries(hiveCalls).map(([method, [request, response]]) => [
    method,
    {
      args: struct(`${method}_args`, {req: [1, request as Codec<unknown>]}),
      result: struct(`${method}_result`, {success: [0, response as Codec<unknown>]}),
    },
  ]),
) as unknown as {readonly [M in HiveMethod]: Envelope<M>};

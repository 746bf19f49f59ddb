// The structs of HiveServer2's TCLIService as tables: field name, number, type.
import {binary, bool, double, i32, i64, list, map, string, struct, type Value} from './codec.ts';

/** Protocol versions are numbered from 0: V1 is 0. Results come column by column since V6. */
export const newestProtocol = 10;
export const firstColumnarProtocol = 5;

export const statusCode = {
  success: 0,
  successWithInfo: 1,
  stillExecuting: 2,
  error: 3,
  invalidHandle: 4,
} as const;

export const status = struct(
  'TStatus',
  {statusCode: [1, i32]},
  {
    infoMessages: [2, list(string)],
    sqlState: [3, string],
    errorCode: [4, i32],
    errorMessage: [5, string],
  },
);
export type Status = Value<typeof status>;

const handleIdentifier = struct('THandleIdentifier', {guid: [1, binary], secret: [2, binary]});

export const sessionHandle = struct('TSessionHandle', {sessionId: [1, handleIdentifier]});
/** Plain data: can be stored, and used again on another connection of the same identity. */
export type SessionHandle = Value<typeof sessionHandle>;

export const operationHandle = struct(
  'TOperationHandle',
  {operationId: [1, handleIdentifier], operationType: [2, i32], hasResultSet: [3, bool]},
  {modifiedRowCount: [4, double]},
);
/** Plain data: can be stored, and used again on another connection of the same identity. */
export type OperationHandle = Value<typeof operationHandle>;

// oxfmt-ignore
export const operationStates = [
  'INITIALIZED', 'RUNNING', 'FINISHED', 'CANCELED', 'CLOSED', 'ERROR', 'UNKNOWN', 'PENDING', 'TIMEDOUT',
] as const;

/** By TTypeId. */
// oxfmt-ignore
export const typeNames: readonly string[] = [
  'boolean', 'tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'string', 'timestamp', 'binary',
  'array', 'map', 'struct', 'uniontype', 'user_defined', 'decimal', 'void', 'date', 'varchar', 'char',
  'interval_year_month', 'interval_day_time', 'timestamp with local time zone',
];

const qualifierValue = struct('TTypeQualifierValue', {}, {number: [1, i32], text: [2, string]});
const qualifiers = struct('TTypeQualifiers', {qualifiers: [1, map(qualifierValue)]});
const primitiveEntry = struct(
  'TPrimitiveTypeEntry',
  {type: [1, i32]},
  {typeQualifiers: [2, qualifiers]},
);
const anyEntry = struct('TTypeEntry', {});
const typeEntry = struct(
  'TTypeEntry',
  {},
  {
    primitive: [1, primitiveEntry],
    array: [2, anyEntry],
    map: [3, anyEntry],
    struct: [4, anyEntry],
    union: [5, anyEntry],
  },
);
export type TypeEntry = Value<typeof typeEntry>;
export const columnDescription = struct(
  'TColumnDesc',
  {
    columnName: [1, string],
    typeDesc: [2, struct('TTypeDesc', {types: [1, list(typeEntry)]})],
    position: [3, i32],
  },
  {comment: [4, string]},
);
export const tableSchema = struct('TTableSchema', {columns: [1, list(columnDescription)]});

export const progress = struct('TProgressUpdateResp', {
  headerNames: [1, list(string)],
  rows: [2, list(list(string))],
  progressedPercentage: [3, double],
  status: [4, i32],
  footerSummary: [5, string],
  startTime: [6, i64],
});

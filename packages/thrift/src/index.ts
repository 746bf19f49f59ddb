export {Nulls, type Column} from './column.ts';
export type {ColumnInfo} from './column-info.ts';
export {connectSocket, type TlsOptions} from './connect-socket.ts';
export type {Codec} from './codec.ts';
export {Connection, type CallOptions} from './connection.ts';
export {ApplicationError, SaslError, ServerError, ThriftError, TransportError} from './errors.ts';
export {HiveClient, type Session} from './hive-client.ts';
export type {OperationHandle, SessionHandle} from './hive-types.ts';
export {
  HttpTransport,
  type HttpAuth,
  type HttpOptions,
  type MutualProof,
} from './http-transport.ts';
export {negotiateToken} from './kerberos.ts';
export {MetastoreClient} from './metastore-client.ts';
export type {Database, FieldSchema, Partition, Table} from './metastore-types.ts';
export type {OperationState, OperationStatus, Progress} from './operation-status.ts';
export {parsePrincipal, type Principal} from './principal.ts';
export {openResult, type Result} from './result.ts';
export type {RowSet} from './row-set.ts';
export type {SocketAuth} from './sasl.ts';
export type {TextColumn} from './text-column.ts';
export type {Transport} from './transport.ts';

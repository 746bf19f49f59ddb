import {AppError, type ErrorKind} from '@gazetteer/model';
import {SqlError, type SqlErrorKind} from '../engine/sql-engine.ts';

/** Numbers in the field `status` of answers, which are HTTP 200 nearly always. */
export const status = {
  ok: 0,
  failed: -1,
  sessionExpired: -2,
  queryExpired: -3,
  timeout: -4,
  queryFailed: 1,
  notFound: 2,
  notSupported: 5,
  loginNeeded: 401,
} as const;

export type StatusNumber = (typeof status)[keyof typeof status];

export type Json = {readonly [field: string]: unknown};

const numbers: Readonly<Partial<Record<ErrorKind, StatusNumber>>> = {
  BAD_REQUEST: status.failed,
  STATEMENT_FAILED: status.queryFailed,
  STATEMENT_EXPIRED: status.queryExpired,
  NOT_FOUND: status.notFound,
  NOT_SUPPORTED: status.notSupported,
};

const numbersOfServers: Readonly<Record<SqlErrorKind, StatusNumber>> = {
  unreachable: status.queryFailed,
  login: status.loginNeeded,
  refused: status.queryFailed,
  'session-expired': status.sessionExpired,
  'statement-expired': status.queryExpired,
  timeout: status.timeout,
  'connection-lost': status.queryFailed,
  'too-many-sessions': status.queryFailed,
  unsupported: status.notSupported,
  misconfigured: status.failed,
};

/**
 * The number that a failure has in an envelope; undefined for what is told by a status of HTTP or
 * as a popup.
 */
export function numberOf(error: unknown): StatusNumber | undefined {
  if (error instanceof SqlError) return numbersOfServers[error.kind];
  return error instanceof AppError ? numbers[error.kind] : undefined;
}

/** What an answer says of a failure. */
export function messageOf(error: AppError | SqlError): Json & {readonly message: string} {
  if (error instanceof AppError) return {...error.fields, message: error.message};
  const {fields, diagnosis, sqlState, code} = error;
  return {
    message: error.message,
    ...(sqlState === undefined ? {} : {sql_state: sqlState}),
    ...(code === undefined ? {} : {error_code: code}),
    ...(diagnosis === undefined ? {} : {diagnosis}),
    ...helpOf(error.message),
    ...fields,
  };
}

/** For a row that is larger than the server may handle, clients offer to raise the setting. */
function helpOf(message: string): Json {
  const size = /max_row_size\D*(\d[\d,.]*\s*[KMG]?B?)?/i.exec(message);
  return size === null
    ? {}
    : {help: {setting: {name: 'max_row_size', value: size[1]?.trim() ?? ''}}};
}

/** What pages show as a popup. There is never a trace of our code in it: that is in the log. */
export function popup(message: string): Json {
  return {title: 'Error', message, detail: null, traceback: [], is_embeddable: false};
}

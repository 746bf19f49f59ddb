import {EditorError} from '../editor-error.ts';
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

/** A failure that an operation has decided on. `fields` go into the answer beside status and message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: StatusNumber;
  readonly fields: Json;

  constructor(number: StatusNumber, message: string, fields: Json = {}, options?: ErrorOptions) {
    super(message, options);
    this.status = number;
    this.fields = fields;
  }
}

const numbers: Readonly<Record<SqlErrorKind, StatusNumber>> = {
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

/** The answer for a failure; undefined for what is no failure that a client can act on. */
export function failureOf(error: unknown): (Json & {readonly status: StatusNumber}) | undefined {
  if (error instanceof ApiError) return {...error.fields, status: error.status, message: error.message};
  if (!(error instanceof SqlError)) return undefined;
  const {diagnosis, sqlState, code} = error;
  return {
    status: numbers[error.kind],
    message: error.message,
    ...(sqlState === undefined ? {} : {sql_state: sqlState}),
    ...(code === undefined ? {} : {error_code: code}),
    ...(diagnosis === undefined ? {} : {diagnosis}),
    ...helpOf(error.message),
  };
}

/** For a row that is larger than the server may handle, clients offer to raise the setting. */
function helpOf(message: string): Json {
  const size = /max_row_size\D*(\d[\d,.]*\s*[KMG]?B?)?/i.exec(message);
  return size === null ? {} : {help: {setting: {name: 'max_row_size', value: size[1]?.trim() ?? ''}}};
}

/** What pages show as a popup. There is never a trace of our code in it: that is in the log. */
export function popup(message: string): Json {
  return {title: 'Error', message, detail: null, traceback: [], is_embeddable: false};
}

/** HTTP status of a failure that is told by one instead of an envelope. */
export function popupStatusOf(error: unknown): number | undefined {
  return error instanceof EditorError ? error.answer.status : undefined;
}

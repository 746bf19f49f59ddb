/** Any failure of this package that is not a bug in it or in its caller. */
export class ThriftError extends Error {
  override name = 'ThriftError';
}

/**
 * Why the bytes of a call did not get there or back:
 * - `connect`: nobody answered at the address; `tls`: the secure channel could not be made;
 * - `closed`: the connection ended; `timeout`: no answer in time;
 * - `http`: an answer, but not 200;
 * - `protocol`: bytes that are no valid answer; `too-large`: an answer over the limit.
 */
export type TransportFailure =
  | 'connect'
  | 'tls'
  | 'closed'
  | 'timeout'
  | 'http'
  | 'protocol'
  | 'too-large';

/**
 * The connection failed. Whether the server carried out the call is unknown, unless `reason` is
 * `connect` or `tls`.
 */
export class TransportError extends ThriftError {
  override name = 'TransportError';
  readonly reason: TransportFailure;
  /** Only with reason `http`. */
  readonly httpStatus: number | undefined;

  constructor(
    reason: TransportFailure,
    message: string,
    options: ErrorOptions & {httpStatus?: number} = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.httpStatus = options.httpStatus;
  }
}

/** The handshake was refused, by the server (`status` is set) or by the local Kerberos library. */
export class SaslError extends ThriftError {
  override name = 'SaslError';
  /** The status byte of the refusal: 3 is BAD, 4 is ERROR. */
  readonly status: number | undefined;
  /** True when this side lacks what the handshake needs, so that trying again is of no use. */
  readonly isOurLimit: boolean;

  constructor(
    message: string,
    options: ErrorOptions & {status?: number; isOurLimit?: boolean} = {},
  ) {
    super(message, options);
    this.status = options.status;
    this.isOurLimit = options.isOurLimit ?? false;
  }

  /** The text that servers' users know: `Bad status: 3 (GSS initiate failed)`. */
  static refused(status: number, reason: string): SaslError {
    return new SaslError(`Bad status: ${status} (${reason})`, {status});
  }
}

/** The server understood the call and refused it. The connection stays usable. */
export class ServerError extends ThriftError {
  override name = 'ServerError';
  /** The method called, such as `ExecuteStatement`. */
  readonly method: string;
  readonly sqlState: string | undefined;
  readonly errorCode: number | undefined;
  /** HiveServer2 puts its stack trace here, a line each. */
  readonly infoMessages: readonly string[];
  /** True when the server no longer knows the session or the operation. */
  readonly isInvalidHandle: boolean;
  /**
   * The declared exception's name, such as `NoSuchObjectException`; only the metastore has them.
   */
  readonly exception: string | undefined;

  constructor(
    message: string,
    details: ErrorOptions & {
      method: string;
      sqlState?: string | undefined;
      errorCode?: number | undefined;
      infoMessages?: readonly string[] | undefined;
      isInvalidHandle?: boolean;
      exception?: string;
    },
  ) {
    super(message, details);
    this.method = details.method;
    this.sqlState = details.sqlState;
    this.errorCode = details.errorCode;
    this.infoMessages = details.infoMessages ?? [];
    this.isInvalidHandle = details.isInvalidHandle ?? false;
    this.exception = details.exception;
  }
}

/**
 * The server's Thrift layer could not handle the call: an unknown method, an argument it misses, a
 * crash.
 */
export class ApplicationError extends ThriftError {
  override name = 'ApplicationError';
  readonly method: string;
  /** Thrift's number of the kind of error: 1 is an unknown method, 6 an internal error. */
  readonly type: number;

  constructor(method: string, type: number, message: string) {
    super(message);
    this.method = method;
    this.type = type;
  }
}

/** Bytes that break the protocol. */
export function malformed(what: string): TransportError {
  return new TransportError('protocol', `Malformed reply: ${what}`);
}

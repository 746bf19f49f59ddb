import {
  ApplicationError,
  SaslError,
  ServerError,
  ThriftError,
  TransportError,
} from '@gazetteer/thrift';
import {SqlError, type SqlErrorKind} from './sql-engine.ts';

/**
 * Servers say this in words, under a status that means anything. At the start of the text only:
 * further on it may be part of the statement, and to give up a session costs its user temporary
 * tables and settings.
 */
const forgottenSession =
  /^(?:[\w.$]+: )?(?:Invalid SessionHandle|Invalid session|Client session expired|Could not connect)/i;
const forgottenStatement =
  /^(?:[\w.$]+: )?(?:Invalid OperationHandle|Invalid query handle|Query id \S+ not found)/i;

/**
 * A failure of a call on an open session, in the terms of the seam. What is no failure of the
 * protocol stays as it is.
 */
export function sqlError(error: unknown): unknown {
  if (error instanceof ServerError) {
    const {sqlState, errorCode: code} = error;
    return new SqlError(kindOf(error), withoutStack(error.message), {cause: error, sqlState, code});
  }
  if (error instanceof TransportError) {
    const kind =
      error.reason === 'timeout'
        ? 'timeout'
        : error.reason === 'connect'
          ? 'unreachable'
          : 'connection-lost';
    return new SqlError(kind, error.message, {cause: error});
  }
  if (error instanceof SaslError) return new SqlError('unreachable', error.message, {cause: error});
  if (error instanceof ThriftError) return new SqlError('refused', error.message, {cause: error});
  return error;
}

function kindOf(error: ServerError): SqlErrorKind {
  const isAboutStatement =
    error.isInvalidHandle && /Operation|Fetch|GetResultSet|GetQueryId/.test(error.method);
  if (isAboutStatement || forgottenStatement.test(error.message)) return 'statement-expired';
  return error.isInvalidHandle || forgottenSession.test(error.message)
    ? 'session-expired'
    : 'refused';
}

/** Some servers put their stack into the text; what went wrong stands before it. */
export function withoutStack(message: string): string {
  return message.replace(/\r?\n\tat [\s\S]*/, '');
}

/**
 * The line that ends the log of an opening that failed; other editors' operators search for these
 * words.
 */
export function lastWords(error: unknown): string | undefined {
  if (!(error instanceof ThriftError)) return undefined;
  if (error instanceof TransportError && error.reason === 'timeout')
    return `Thrift saw a socket error: ${error.message}`;
  if (error instanceof TransportError || error instanceof SaslError) {
    return `Thrift saw a transport exception: ${error.message}`;
  }
  return error instanceof ApplicationError
    ? `Thrift saw an application exception: ${error.message}`
    : undefined;
}

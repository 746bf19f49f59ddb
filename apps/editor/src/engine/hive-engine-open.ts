import {SaslError, ServerError, ThriftError, TransportError} from '@gazetteer/thrift';
import type {Log} from '@gazetteer/server';
import {diagnose, type Diagnosis} from './diagnosis.ts';
import {gatherFacts} from './diagnosis-facts.ts';
import {lastWords} from './hive-engine-errors.ts';
import type {Login} from './hive-engine-login.ts';
import {SqlError, type SqlErrorKind} from './sql-engine.ts';
import type {Tickets} from './ticket-keeper.ts';

const retries = 2;
const module = 'thrift_util';
/** What the libraries of MIT and Heimdal say. */
const noTicket =
  /no (?:kerberos )?credentials|credentials? cache|ticket expired|credentials? (?:have |has )?expired/i;

/**
 * Tries an opening up to three times: nothing that a user asked for has been sent by then. A
 * time-out is not tried again, as the user would wait three times as long, nor is a refused
 * password, as three wrong ones lock accounts.
 */
export async function withRetries<T>(
  log: Log,
  open: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let left = retries; ; left--) {
    try {
      return await open();
    } catch (error) {
      signal?.throwIfAborted();
      if (isTimeout(error)) {
        log.warn({module}, 'Not retrying thrift call OpenSession due to socket timeout');
        throw error;
      }
      if (!isTransportFailure(error) || isRefusedPassword(error) || isOurLimit(error) || left === 0)
        throw error;
      log.info({module}, `Thrift exception; retrying: ${error.message}`);
    }
  }
}

/** Tries once more where the handshake found no ticket that is good and there is a new one now. */
export async function withTicket<T>(
  tickets: Tickets | undefined,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (tickets === undefined || !isTransportFailure(error) || !noTicket.test(error.message))
      throw error;
    if (!(await tickets.fetchNow())) throw error;
    return await open();
  }
}

/**
 * Ends the log of a failed opening, finds out what can be known of the cause, and says it in the
 * terms of the seam.
 * @param tickets where the editor fetches them itself
 */
export async function openingFailed(
  log: Log,
  error: unknown,
  login: Login,
  tickets?: Tickets,
): Promise<unknown> {
  if (error instanceof TypeError)
    return new SqlError('misconfigured', error.message, {cause: error});
  const words = lastWords(error);
  if (words !== undefined) log.info({module}, words);
  if (!(error instanceof ThriftError)) return error;
  const kind = kindOf(error);
  if (kind === 'misconfigured') return new SqlError(kind, error.message, {cause: error});
  if (kind === 'refused' || kind === 'timeout') {
    const {sqlState, errorCode: code} = error instanceof ServerError ? error : {};
    return new SqlError(kind, error.message, {cause: error, sqlState, code});
  }
  return new SqlError(kind, error.message, {
    cause: error,
    diagnosis: await diagnosisOf(error, login, tickets),
  });
}

/** True when nobody answered at the address, so that discovery had better look for another one. */
export function isNobodyThere(error: unknown): boolean {
  return error instanceof TransportError && error.reason === 'connect';
}

async function diagnosisOf(
  error: ThriftError,
  {transport, endpoint, principal}: Login,
  tickets: Tickets | undefined,
): Promise<Diagnosis> {
  const host = transport.kind === 'http' ? new URL(transport.url).hostname : transport.host;
  // What was asked for over HTTP is not the record's own principal.
  const asked = 'principal' in transport.auth ? transport.auth.principal : undefined;
  const contacted = transport.kind === 'http' ? transport.url : endpoint;
  const isKerberos = asked !== undefined && principal !== undefined;
  const failed = {
    contacted,
    host,
    principal: isKerberos ? asked : undefined,
    failure: error.message,
  };
  return diagnose(
    await gatherFacts({
      ...failed,
      fetchesTickets: tickets !== undefined,
      ticketProblem: tickets?.problem,
    }),
  );
}

function kindOf(error: ThriftError): SqlErrorKind {
  if (isTimeout(error)) return 'timeout';
  if (isRefusedPassword(error)) return 'login';
  if (isOurLimit(error)) return 'misconfigured';
  return isTransportFailure(error) ? 'unreachable' : 'refused';
}

function isTransportFailure(error: unknown): error is TransportError | SaslError {
  return error instanceof TransportError || error instanceof SaslError;
}

function isOurLimit(error: unknown): boolean {
  return error instanceof SaslError && error.isOurLimit;
}

function isTimeout(error: unknown): boolean {
  return error instanceof TransportError && error.reason === 'timeout';
}

/**
 * Of a handshake that fails by what the server says, only words about the login are about the
 * password.
 */
function isRefusedPassword(error: unknown): boolean {
  if (error instanceof SaslError)
    return error.status !== undefined && /validating the login|LDAP|PAM/.test(error.message);
  return (
    error instanceof TransportError &&
    error.httpStatus === 401 &&
    !/Kerberos|Negotiate|GSS/.test(error.message)
  );
}

import {AppError} from '@gazetteer/model';
import {Pool, type PoolClient, type PoolConfig} from 'pg';

/** Connections that have broken, whoever has them just then. */
const lost = new WeakSet<PoolClient>();

/**
 * A connection that breaks tells so by an event, which would end the process if nobody listened:
 * the pool does only while the connection is idle. Whoever has it hears of it by the statement that
 * fails.
 */
function watchConnection(client: PoolClient): void {
  client.on('error', () => lost.add(client));
  client.on('end', () => lost.add(client));
}

export function watchedPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // An idle connection that breaks is replaced by the pool; the next statement reports what is
  // wrong.
  pool.on('error', () => undefined);
  pool.on('connect', watchConnection);
  return pool;
}

export function isLost(client: PoolClient): boolean {
  return lost.has(client);
}

/**
 * What PostgreSQL says on its way down, up, or when it has no connection left: class 08 are broken
 * connections, 57P01 to 57P05 a server that is shut down, crashed or starting, 53300 one that is
 * full, and 25006 one that has become the follower of another.
 */
const awayStates = /^(?:08...|57P0[1-5]|53300|25006)$/;
const networkFailures =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** The driver's own failures have no code. */
const driverFailures = /^(?:Connection terminated|timeout exceeded when trying to connect)/;
/** Of the pool, where all connections are in use for long. */
const queueFailure = /^timeout exceeded when trying to connect/;

/** Whether the database said in answer to a statement that it is not to be had. */
export function isRefusedByAway(error: unknown): boolean {
  return causesOf(error).some(({code = ''}) => awayStates.test(code));
}

/** Whether the failure of a connect says that the database is away, as against a wrong password. */
export function isAway(error: unknown): boolean {
  return causesOf(error).some(
    ({code = '', message}) =>
      awayStates.test(code) || networkFailures.test(code) || driverFailures.test(message),
  );
}

/**
 * Whether no connection is free, of the database's or of the pool's, which says little of either.
 */
export function isBusy(error: unknown): boolean {
  return causesOf(error).some(({code, message}) => code === '53300' || queueFailure.test(message));
}

/** The error, and what is behind it: several addresses of one name may have been tried. */
function causesOf(error: unknown): readonly (Error & {readonly code?: string})[] {
  if (!(error instanceof Error)) return [];
  const others: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...others].flatMap(causesOf)];
}

/** @param wasCommitting whether the change may have been made all the same */
export function awayError(cause: unknown, wasCommitting: boolean): AppError {
  return new AppError(wasCommitting ? 'DATABASE_LOST_AT_COMMIT' : 'DATABASE_AWAY', [], {cause});
}

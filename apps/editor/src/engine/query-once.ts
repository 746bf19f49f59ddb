import {setTimeout as delay} from 'node:timers/promises';
import type {Answer, Question} from './sql-dialect.ts';
import {
  isOver,
  SqlError,
  type Progress,
  type RunningStatement,
  type SqlSession,
} from './sql-engine.ts';

export type Limits = {readonly maxRows: number; readonly timeoutMs: number};

/**
 * Runs a small statement to its end and closes it.
 * @param given cancels it, too
 * @throws {SqlError} `timeout` after `timeoutMs`; then it is cancelled, too
 */
export async function queryOnce(
  session: SqlSession,
  sql: string,
  {maxRows, timeoutMs}: Limits,
  given?: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = given === undefined ? timeout : AbortSignal.any([timeout, given]);
  let running: RunningStatement | undefined;
  try {
    running = await session.submit(sql, signal);
    await finished(running, signal);
    const columns = await running.columns(signal);
    return {columns, rows: columns.length === 0 ? [] : await rowsOf(running, maxRows, signal)};
  } catch (error) {
    if (!signal.aborted) throw error;
    await running?.cancel();
    if (given?.aborted === true) throw error;
    throw new SqlError('timeout', `There was no answer within ${timeoutMs / 1000} s`, {
      cause: error,
    });
  } finally {
    // What the server does with it afterwards changes nothing about the answer.
    await running?.close().catch(() => undefined);
  }
}

/** @throws {SqlError} `refused` with the server's words when it failed */
async function finished(running: RunningStatement, signal: AbortSignal): Promise<void> {
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const progress = await running.progress(signal);
    if (progress.state === 'available') return;
    if (isOver(progress.state)) throw failure(progress);
    await delay(pauseMs, undefined, {signal});
  }
}

function failure({state, error}: Progress): SqlError {
  return new SqlError('refused', error?.message ?? `The server says ${state}`, {
    sqlState: error?.sqlState,
    code: error?.code,
  });
}

async function rowsOf(
  running: RunningStatement,
  maxRows: number,
  signal: AbortSignal,
): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  while (rows.length < maxRows) {
    const {columns, rowCount} = await running.nextPage(maxRows - rows.length, signal);
    if (rowCount === 0) break;
    for (let row = 0; row < rowCount && rows.length < maxRows; row++)
      rows.push(columns.map(values => values[row]));
  }
  return rows;
}

/** Reading metadata may wait for a server that is just starting its engine. */
export const metadataLimits: Limits = {maxRows: 20_000, timeoutMs: 120_000};

export async function ask<T>(
  session: SqlSession,
  {sql, read}: Question<T>,
  signal?: AbortSignal,
  limits: Limits = metadataLimits,
): Promise<T> {
  return read(await queryOnce(session, sql, limits, signal));
}

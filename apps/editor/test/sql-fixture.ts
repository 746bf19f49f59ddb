import assert from 'node:assert/strict';
import {soon} from '@gazetteer/model/testing';
import {HiveEngine, type HiveEngineOptions} from '../src/engine/hive-engine.ts';
import type {QueryServerRecord} from '../src/engine/query-server-record.ts';
import type {Page, RunningStatement, SqlSession} from '../src/engine/sql-engine.ts';
import {SessionPool, type SessionPoolOptions} from '../src/session/session-pool.ts';
import type {RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {TestLog, type LogLine} from './test-log.ts';

/** A record for a server on this machine, as the assembly would make it. */
export function recordFor(
  port: number,
  changes: Partial<QueryServerRecord> = {},
): QueryServerRecord {
  return {
    server_name: 'main',
    server_host: 'localhost',
    server_port: port,
    principal: undefined,
    transport_mode: 'socket',
    auth_username: 'hue',
    auth_password: undefined,
    use_sasl: true,
    close_sessions: true,
    has_session_pool: false,
    max_number_of_sessions: -1,
    dialect: 'main',
    ...changes,
  };
}

export type EngineForTests = {
  readonly engine: HiveEngine;
  readonly pool: SessionPool;
  readonly lines: LogLine[];
};

/** An engine and a pool with a log that is read afterwards. The caller stops the pool. */
export function engineForTests(
  record: QueryServerRecord | (() => QueryServerRecord),
  login: Partial<HiveEngineOptions['login']> = {},
  options: Partial<HiveEngineOptions> & {readonly pool?: Partial<SessionPoolOptions>} = {},
): EngineForTests {
  const log = new TestLog();
  const engine = new HiveEngine({
    id: 'main',
    displayName: 'SQL',
    dialect: 'main',
    record: async () => (typeof record === 'function' ? record() : record),
    login: {
      mechanism: 'PLAIN',
      impersonationEnabled: true,
      defaultUser: 'hue',
      flavour: 'hive',
      ...login,
    },
    timeoutMs: 60_000,
    log,
    ...options,
  });
  const pool = new SessionPool({log, sweepMs: 0, ...options.pool});
  return {engine, pool, lines: log.lines};
}

/**
 * Connections of this process; closed ones count until their sockets have said good-bye, so they
 * are waited for.
 */
export async function socketsAre(expected: number): Promise<void> {
  const count = (): number =>
    process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length;
  await soon(() => assert.equal(count(), expected, 'open sockets'));
}

/**
 * Sessions on a HiveServer2, by its log. What was just given back is closed in the background, so
 * it is waited for. They are told apart by their handles: two that end at the same time may tell of
 * how many are left in either order.
 */
export async function openSessionsOf(server: RunningServer, expected: number): Promise<void> {
  await soon(async () => {
    const open = new Set<string>();
    for (const [, what, handle = ''] of (await server.log()).matchAll(
      /Session (opened|closed), SessionHandle \[(\S+)\]/g,
    )) {
      if (what === 'opened') open.add(handle);
      else open.delete(handle);
    }
    assert.equal(open.size, expected, 'sessions on the server');
  });
}

/** Waits for a statement to end. */
export async function finished(statement: RunningStatement) {
  for (;;) {
    const progress = await statement.progress();
    if (!['starting', 'waiting', 'running'].includes(progress.state)) return progress;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Runs a statement to its end and reads all of its rows. */
export async function rowsOf(session: SqlSession, sql: string): Promise<unknown[][]> {
  const statement = await session.submit(sql);
  const {state, error} = await finished(statement);
  if (state !== 'available') throw new Error(`${sql}: ${error?.message ?? state}`);
  const rows: unknown[][] = [];
  for (
    let page = await statement.nextPage(1000);
    page.rowCount > 0;
    page = await statement.nextPage(1000)
  ) {
    rows.push(...asRows(page));
  }
  await statement.close();
  return rows;
}

export function asRows({columns, rowCount}: Page): unknown[][] {
  return Array.from({length: rowCount}, (_, row) => columns.map(column => column[row]));
}

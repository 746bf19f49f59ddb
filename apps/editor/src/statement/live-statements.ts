import {mkdir, readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {Log} from '@gazetteer/server';
import {SqlError, type RunningStatement, type SqlEngine} from '../engine/sql-engine.ts';
import type {Lease} from '../session/lease.ts';
import type {SessionPool} from '../session/session-pool.ts';
import {LiveStatement, type LiveParts} from './live-statement.ts';
import {ResultSpool} from './result-spool.ts';
import type {Statement} from './statement.ts';
import type {StatementStore} from './statement-store.ts';
import {WaitingStatements} from './waiting.ts';

export type LiveStatementsOptions = {
  readonly engines: ReadonlyMap<string, SqlEngine>;
  readonly pool: SessionPool;
  readonly store: StatementStore;
  /** For the rows of results. */
  readonly folder: string;
  readonly log: Log;
  /** A finished statement that nobody asks for is closed after this time, and its rows are gone. */
  readonly idleMs: number;
  /** Hears of each statement whose rows are gone. */
  readonly onRemoved?: (uuid: string) => Promise<void>;
};

const sweepMs = 30_000;

/** Statements that servers know, those of an earlier process of this editor included. */
export class LiveStatements {
  /** Those that servers do not know yet. */
  readonly waiting = new WaitingStatements();
  readonly #options: LiveStatementsOptions;
  readonly #live = new Map<string, LiveStatement>();
  /** Two clients that ask for a statement of an earlier process find it once. */
  readonly #resuming = new Map<string, Promise<LiveStatement>>();
  readonly #timer: NodeJS.Timeout;

  private constructor(options: LiveStatementsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#sweep(), sweepMs).unref();
  }

  /** Statements that this process has at hand. */
  get count(): number {
    return this.#live.size;
  }

  static async open(options: LiveStatementsOptions): Promise<LiveStatements> {
    await mkdir(options.folder, {recursive: true, mode: 0o700});
    const statements = new LiveStatements(options);
    await statements.#removeOldResults();
    return statements;
  }

  /** Takes charge of a statement that the server has just accepted. */
  async add(statement: Statement, running: RunningStatement, lease: Lease): Promise<LiveStatement> {
    return this.#take(statement, {running, lease}, await ResultSpool.open(this.#fileOf(statement)));
  }

  /** One that can be asked without finding it first. */
  known(uuid: string): LiveStatement | undefined {
    const live = this.#live.get(uuid);
    return live?.isLost === true ? undefined : live;
  }

  /**
   * The statement on its server.
   * @throws {SqlError} `statement-expired` when the server has forgotten it, or why the server cannot be asked
   */
  async find(statement: Statement): Promise<LiveStatement> {
    const live = this.known(statement.uuid);
    if (live !== undefined) {
      live.usedAt = Date.now();
      return live;
    }
    let resuming = this.#resuming.get(statement.uuid);
    if (resuming === undefined) {
      resuming = this.#findAgain(statement).finally(() => this.#resuming.delete(statement.uuid));
      this.#resuming.set(statement.uuid, resuming);
    }
    return await resuming;
  }

  /** How long rows are kept after somebody has asked for them last. */
  get keptMs(): number {
    return this.#options.idleMs;
  }

  /** Ids of all whose rows are kept. */
  async storedResults(): Promise<ReadonlySet<string>> {
    return new Set(await readdir(this.#options.folder));
  }

  /** Those of everybody that this process knows. */
  all(): LiveStatement[] {
    return [...this.#live.values()];
  }

  /** Those of this user that this process knows. */
  ofUser(userName: string): LiveStatement[] {
    return [...this.#live.values()].filter(({statement}) => statement.userName === userName);
  }

  /** Closes it on its server and forgets its rows. */
  async close(live: LiveStatement): Promise<void> {
    this.#live.delete(live.statement.uuid);
    await this.#options.onRemoved?.(live.statement.uuid);
    await live.removeResult();
  }

  /** Follows statements of an earlier process that may still run. */
  async resumeAll(): Promise<void> {
    const {store, log} = this.#options;
    for (const statement of await store.unfinished()) {
      try {
        await this.find(statement);
      } catch (error) {
        log.warn({statement: statement.uuid, engine: statement.engine, error}, 'statement cannot be taken up again');
      }
    }
  }

  /** Everything stays on its server. Returns the ids of sessions that must live on for it. */
  async stop(): Promise<ReadonlySet<string>> {
    clearInterval(this.#timer);
    await Promise.allSettled(this.#resuming.values());
    const all = [...this.#live.values()];
    await Promise.all(all.map(live => live.leave()));
    this.#live.clear();
    return new Set(all.map(live => live.sessionId).filter(id => id !== undefined));
  }

  /** As after a restart; what was on its way when the connection ended is lost just so. */
  async #findAgain(statement: Statement): Promise<LiveStatement> {
    const lost = this.#live.get(statement.uuid);
    this.#live.delete(statement.uuid);
    await lost?.leave();
    return await this.#resume(statement);
  }

  async #resume(statement: Statement): Promise<LiveStatement> {
    const {store, engines, pool} = this.#options;
    const {session, handle, userName, id, state} = statement;
    if (session === undefined || handle === undefined) {
      if (state !== 'sending') return await this.#fromSpool(statement);
      const message = 'The editor was stopped while it sent the statement; whether the server ran it is not known';
      await store.finished(id, {state: 'failed', hasResultSet: false, message});
      throw new SqlError('refused', message);
    }
    const engine = engines.get(statement.engine);
    if (engine === undefined) throw new SqlError('misconfigured', `There is no engine ${statement.engine} any more`);
    const lease = engine.features.resume ? await pool.adopt(engine, {name: userName}, session) : undefined;
    if (lease === undefined) return await this.#forgotten(statement);
    const server = {running: lease.session.resume(handle), lease};
    return this.#take(statement, server, await ResultSpool.open(this.#fileOf(statement)));
  }

  /** The session is gone, and what was not fetched before with it. */
  async #forgotten(statement: Statement): Promise<LiveStatement> {
    const {store} = this.#options;
    await store.released(statement.id);
    if (statement.state === 'available') return await this.#fromSpool(statement);
    const message = 'The server does not know the session of this statement any more';
    await store.finished(statement.id, {state: 'expired', hasResultSet: false, message});
    throw new SqlError('statement-expired', message);
  }

  /** All that is left are the rows that were fetched. */
  async #fromSpool(statement: Statement): Promise<LiveStatement> {
    const spool = await ResultSpool.reopen(this.#fileOf(statement));
    if (spool === undefined) throw new SqlError('statement-expired', 'The result has expired');
    return this.#take(statement, undefined, spool);
  }

  #take(statement: Statement, server: LiveParts['server'], spool: ResultSpool): LiveStatement {
    const {store, log} = this.#options;
    const hasSuccessor = statement.place < statement.count - 1;
    const live = new LiveStatement({statement, server, spool, store, hasSuccessor});
    this.#live.set(statement.uuid, live);
    void live.watch(error => log.warn({statement: statement.uuid, error}, 'statement cannot be followed'));
    return live;
  }

  #fileOf(statement: Statement): string {
    return join(this.#options.folder, statement.uuid);
  }

  async #sweep(): Promise<void> {
    const {idleMs, log} = this.#options;
    for (const live of this.#live.values()) {
      if (!live.isOver || Date.now() - live.usedAt < idleMs) continue;
      try {
        await this.close(live);
      } catch (error) {
        log.warn({statement: live.statement.uuid, error}, 'statement could not be closed');
      }
    }
  }

  async #removeOldResults(): Promise<void> {
    const {folder, idleMs} = this.#options;
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      if (Date.now() - (await stat(file)).mtimeMs > idleMs) await rm(file, {force: true});
    }
  }
}

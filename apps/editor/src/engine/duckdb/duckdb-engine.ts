import {join} from 'node:path';
import type {Log} from '@gazetteer/server';
import {type EngineUser, type Place, SqlError, type SqlEngine, type SqlSession} from '../sql-engine.ts';
import type {DuckDbLimits} from './duckdb-calls.ts';
import {duckDbDialect} from './duckdb-dialect.ts';
import {DuckDbProcess} from './duckdb-process.ts';
import {DuckDbSession} from './duckdb-session.ts';

export type DuckDbEngineOptions = {
  readonly id: string;
  readonly displayName: string;
  /** For its database, its temporary files and the files of its users. */
  readonly folder: string;
  readonly limits: DuckDbLimits;
  readonly log: Log;
};

/** How long the process stays when nobody has a session. */
const idleMs = 60_000;

/**
 * An engine that needs no server: DuckDB in a process of its own, with one database for everybody. It is started by the
 * first session and ends when there has been none for a while, which gives its memory back.
 */
export class DuckDbEngine implements SqlEngine {
  readonly id: string;
  readonly displayName: string;
  readonly dialect = 'duckdb';
  readonly sql = duckDbDialect;
  readonly features = {cancel: true, logs: true, resume: false};
  readonly #options: DuckDbEngineOptions;
  #process: DuckDbProcess | undefined;
  #ending: Promise<void> | undefined;
  #sessions = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: DuckDbEngineOptions) {
    this.id = options.id;
    this.displayName = options.displayName;
    this.#options = options;
  }

  async locate(user: EngineUser): Promise<Place> {
    return {
      endpoint: 'embedded',
      principal: undefined,
      rules: {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: -1},
      open: () => this.#open(user),
    };
  }

  async resume(): Promise<SqlSession> {
    throw new SqlError('unsupported', 'Sessions of the embedded engine end with it');
  }

  /** Ends the process at once, with all that runs there. */
  kill(): void {
    this.#process?.kill();
  }

  async #open(user: EngineUser): Promise<SqlSession> {
    const {log, folder, limits} = this.#options;
    log.info({module: 'duckdb'}, `Opening ${this.id} session for user ${user.name}`);
    clearTimeout(this.#idle);
    this.#sessions++;
    try {
      // Two processes cannot have one database.
      await this.#ending;
      if (this.#process?.isRunning !== true) this.#process = new DuckDbProcess();
      const place = {
        database: join(folder, 'warehouse.duckdb'),
        files: join(folder, 'files'),
        temporary: join(folder, 'temporary'),
      };
      const number = await this.#process.call('openSession', place, limits);
      return new DuckDbSession(this.#process, number, () => this.#closed());
    } catch (error) {
      this.#closed();
      throw error;
    }
  }

  #closed(): void {
    this.#sessions--;
    if (this.#sessions > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const process = this.#process;
      this.#process = undefined;
      this.#ending = process?.stop();
    }, idleMs).unref();
  }
}

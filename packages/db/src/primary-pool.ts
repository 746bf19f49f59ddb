import type {Pool, PoolClient, PoolConfig} from 'pg';
import {isAway, watchedPool} from './lost-connection.ts';

/** A host that does not answer keeps nobody waiting who looks for another. */
const probeTimeoutMs = 2_000;
/** No host is asked more often, however many wait for one. */
const probeEveryMs = 200;

/**
 * Connections to the primary of a database with one or several hosts. Which host that is may change
 * at any time: it is looked for when a connection cannot be made, or leads to a follower.
 */
export class PrimaryPool {
  readonly #config: PoolConfig;
  readonly #addresses: readonly string[];
  #pool: Pool;
  #search: Promise<void> | undefined;
  #searchedAt = -Infinity;
  /** That a connection of the pool turned out to lead to a follower. */
  #isDoubted = false;
  #isClosed = false;
  /** What is still to be given back to pools of earlier primaries. */
  readonly #ending = new Set<Promise<void>>();

  /** @param addresses of the same database, one for each host */
  constructor(addresses: readonly string[], config: PoolConfig) {
    this.#config = config;
    this.#addresses = addresses;
    this.#pool = this.#poolOf(addresses[0] ?? '');
  }

  /** @throws what the driver says where no primary can be had */
  async connect(): Promise<PoolClient> {
    if (this.#isDoubted) await this.#find();
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (this.#addresses.length === 1 || !isAway(error)) throw error;
      await this.#find();
      return await this.#pool.connect();
    }
  }

  /** The answer to a statement said that it went to a follower. */
  doubt(): void {
    this.#isDoubted = this.#addresses.length > 1;
  }

  /** One statement, wherever the primary is taken to be. */
  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(sql, [...values])).rows;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#search, this.#pool.end(), ...this.#ending]);
  }

  /** Whoever needs one waits for the same search. */
  async #find(): Promise<void> {
    this.#search ??= this.#searchAll().finally(() => (this.#search = undefined));
    await this.#search;
  }

  async #searchAll(): Promise<void> {
    const wait = this.#searchedAt + probeEveryMs - performance.now();
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    this.#searchedAt = performance.now();
    // The first that is one: a host that is down may take its time to say so.
    const found = await Promise.any(
      this.#addresses.map(async address => {
        const pool = this.#poolOf(address, probeTimeoutMs);
        try {
          (await pool.connect()).release();
          return address;
        } finally {
          await pool.end();
        }
      }),
    ).catch((error: unknown) => {
      const causes = error instanceof AggregateError ? error.errors : [error];
      // That of the primary that is on its way tells more than that of its followers.
      throw causes.find(one => !isFollower(one)) ?? causes[0];
    });
    if (this.#isClosed) return;
    const before = this.#pool;
    this.#pool = this.#poolOf(found);
    this.#isDoubted = false;
    const end = before.end().finally(() => this.#ending.delete(end));
    this.#ending.add(end);
  }

  #poolOf(connectionString: string, connectionTimeoutMillis?: number): Pool {
    return watchedPool({
      ...this.#config,
      connectionString,
      ...(connectionTimeoutMillis === undefined ? {} : {connectionTimeoutMillis}),
      ...(this.#addresses.length > 1 ? {verify: refuseFollower} : {}),
    } as PoolConfig);
  }
}

/** As PostgreSQL answers a change that is sent to a follower. */
const readOnlyState = '25006';

function refuseFollower(client: PoolClient, settle: (error?: Error) => void): void {
  client
    .query<{is: boolean}>(
      "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS is",
    )
    .then(
      ({rows}) =>
        rows[0]?.is === true
          ? settle(Object.assign(new Error('this host is a follower'), {code: readOnlyState}))
          : settle(),
      settle,
    );
}

function isFollower(error: unknown): boolean {
  return (error as {code?: unknown}).code === readOnlyState;
}

/** Whether a statement failed since it was sent to a follower. */
export function wasFollower(error: unknown): boolean {
  return error instanceof Error && (isFollower(error) || wasFollower(error.cause));
}

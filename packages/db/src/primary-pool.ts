import type {Pool, PoolClient, PoolConfig, QueryConfig} from 'pg';
import {isAway, isBusy, watchedPool} from './lost-connection.ts';

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
  /** Which host the pool leads to. */
  #address: string;
  /** Of each connection that was handed out. */
  readonly #poolOfClient = new WeakMap<PoolClient, Pool>();
  /** Tell those who wait for a connection that there is another pool. */
  readonly #moves = new Set<() => void>();
  #search: Promise<void> | undefined;
  #searchedAt = -Infinity;
  /** That a connection of the pool turned out to lead to a follower. */
  #isDoubted = false;
  #isClosed = false;
  /** What is still to be given back to pools of earlier primaries, and hosts still being asked. */
  readonly #ending = new Set<Promise<unknown>>();

  /** @param addresses of the same database, one for each host */
  constructor(addresses: readonly string[], config: PoolConfig) {
    this.#config = config;
    this.#addresses = addresses;
    [this.#address = ''] = addresses;
    this.#pool = this.#poolOf(this.#address);
  }

  /** @throws what the driver says where no primary can be had */
  async connect(): Promise<PoolClient> {
    if (this.#addresses.length === 1) return await this.#pool.connect();
    if (this.#isDoubted) await this.#find();
    try {
      return await this.#take();
    } catch (error) {
      if (!isAway(error)) throw error;
      const before = this.#pool;
      await this.#find();
      // It is the primary still, and has waited for long enough.
      if (before === this.#pool && isBusy(error)) throw error;
      return await this.#take();
    }
  }

  /** The answer to a statement said that this connection leads to a follower. */
  doubt(client: PoolClient): void {
    if (this.#poolOfClient.get(client) === this.#pool) this.#isDoubted = true;
  }

  /** One statement, wherever the primary is taken to be. */
  async query<Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
    timeoutMs?: number,
  ): Promise<Row[]> {
    const client = await this.#take();
    try {
      const asked = {text: sql, values: [...values], query_timeout: timeoutMs} as QueryConfig;
      const {rows} = await client.query<Row>(asked);
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#search, this.#pool.end(), ...this.#ending]);
  }

  /** A pool that is ended serves none of those who wait for it: they go on at the next one. */
  async #take(): Promise<PoolClient> {
    for (;;) {
      const pool = this.#pool;
      const attempt = pool.connect();
      const moved = Promise.withResolvers<undefined>();
      const move = () => moved.resolve(undefined);
      this.#moves.add(move);
      try {
        const client = await Promise.race([attempt, moved.promise]);
        if (client !== undefined) {
          this.#poolOfClient.set(client, pool);
          return client;
        }
      } finally {
        this.#moves.delete(move);
      }
      void attempt.then(
        late => late.release(),
        () => undefined,
      );
    }
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
    const answers = this.#addresses.map(async address => {
      const pool = this.#poolOf(address, probeTimeoutMs);
      try {
        (await pool.connect()).release();
        return address;
      } finally {
        await pool.end();
      }
    });
    this.#endLater(Promise.allSettled(answers));
    // The first that is one: a host that is down may take its time to say so.
    const found = await Promise.any(answers).catch((error: unknown) => {
      const causes = error instanceof AggregateError ? error.errors : [error];
      // That of the primary that is on its way tells more than that of its followers.
      throw causes.find(one => !isFollower(one)) ?? causes[0];
    });
    if (this.#isClosed || (found === this.#address && !this.#isDoubted)) return;
    const before = this.#pool;
    this.#pool = this.#poolOf(found);
    this.#address = found;
    this.#isDoubted = false;
    for (const move of this.#moves) move();
    this.#endLater(before.end());
  }

  #endLater(work: Promise<unknown>): void {
    const end = work.finally(() => this.#ending.delete(end));
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

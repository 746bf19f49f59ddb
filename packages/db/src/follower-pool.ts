import type {Pool, PoolClient, PoolConfig} from 'pg';
import {watchedPool} from './lost-connection.ts';
import type {PrimaryPool} from './primary-pool.ts';

/** How long a read waits for a follower, and for what was committed before to reach it. */
const waitMs = 50;
const askAgainMs = 2;
/** A follower that was away or too far behind is not asked for so long. */
const restMs = 1000;

/** Up to where the primary's log is safe, and in which history: each fail-over begins another. */
type Position = {readonly lsn: string; readonly timeline: number};

/** Where a read takes place. */
export type Connection = {
  readonly client: PoolClient;
  /** One statement on another connection to the same host. */
  query(sql: string, values: readonly unknown[]): Promise<unknown>;
};

/**
 * Connections to the followers of a database, for reads that miss nothing: the primary is asked how
 * far it has got when a read begins, and a follower that has got as far takes the read. So whoever
 * reads finds all that was acknowledged to anybody, at whichever node, before.
 */
export class FollowerPool {
  readonly #primary: PrimaryPool;
  readonly #followers: readonly Follower[];
  #turn = 0;
  /** The question that was sent last, and the next one, for all who came since. */
  #asked: Promise<unknown> = Promise.resolve();
  #next: Promise<Position> | undefined;

  /** @param addresses one for each host; which of them are followers is found out */
  constructor(primary: PrimaryPool, addresses: readonly string[], config: PoolConfig) {
    this.#primary = primary;
    this.#followers = addresses.map(address => new Follower(address, config));
  }

  /** @returns undefined where the primary has to be asked */
  async connect(): Promise<Connection | undefined> {
    if (!this.#followers.some(one => one.isFree)) return undefined;
    // A primary that is away or does not answer is the read's to tell.
    const wanted = await within(waitMs, this.#position()).catch(() => undefined);
    // Others may have taken connections meanwhile.
    return wanted === undefined ? undefined : await this.#choose()?.connect(wanted);
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#asked, ...this.#followers.map(one => one.close())]);
  }

  #choose(): Follower | undefined {
    const count = this.#followers.length;
    this.#turn = (this.#turn + 1) % count;
    const inTurn = Array.from({length: count}, (_, n) => this.#followers[(this.#turn + n) % count]);
    return inTurn.find(one => one?.isFree === true);
  }

  /**
   * One question is under way at a time, unless it takes long; it tells nothing to those who came
   * after it was sent.
   */
  #position(): Promise<Position> {
    this.#next ??= this.#asked.then(() => {
      this.#next = undefined;
      const answer = this.#primary.query<Position>(position, [], restMs);
      this.#asked = within(restMs, answer).catch(() => undefined);
      return answer.then(([one]) => {
        if (one === undefined) throw new Error('the primary did not tell how far it has got');
        return one;
      });
    });
    return this.#next;
  }
}

const position = `SELECT pg_current_wal_flush_lsn()::text AS lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline`;

/**
 * A follower that has gone on in a history that a fail-over has ended may be further than the new
 * primary, and have something else.
 */
const reached = `SELECT (SELECT received_tli FROM pg_stat_wal_receiver) AS timeline,
  pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"`;

/** @throws Error for the operator, where no follower would tell what it follows */
export async function requireStatistics(client: PoolClient): Promise<void> {
  const {rows} = await client.query<{role: string; has: boolean}>(
    "SELECT current_user AS role, pg_has_role('pg_read_all_stats', 'USAGE') AS has",
  );
  if (rows[0]?.has !== true)
    throw new Error(
      `Reads on followers need a permission: GRANT pg_read_all_stats TO "${rows[0]?.role ?? ''}"`,
    );
}

/** A host that may be a follower. */
class Follower {
  readonly #pool: Pool;
  readonly #max: number;
  #restsUntil = -Infinity;

  constructor(connectionString: string, config: PoolConfig) {
    this.#max = config.max ?? 10;
    // Nobody waits as long as others do for a primary; what is not there by then is of no use.
    this.#pool = watchedPool({...config, connectionString, connectionTimeoutMillis: restMs});
  }

  /**
   * Nobody stands in line at a follower: where all its connections are in use, others serve. Those
   * who wait have what is idle as good as taken.
   */
  get isFree(): boolean {
    const {idleCount, totalCount, waitingCount} = this.#pool;
    const free = idleCount + this.#max - totalCount - waitingCount;
    return performance.now() >= this.#restsUntil && free > 0;
  }

  /** @returns undefined where it does not get there soon */
  async connect(wanted: Position): Promise<Connection | undefined> {
    // After a rest one read at a time tries it, until one has found it of use.
    if (this.#restsUntil > -Infinity) this.#rest();
    const attempt = this.#reach(wanted).catch(() => undefined);
    const client = await within(waitMs, attempt);
    if (client === undefined) {
      this.#rest();
      void attempt.then(late => late?.release());
      return undefined;
    }
    this.#restsUntil = -Infinity;
    return {client, query: (sql, values) => this.#pool.query(sql, [...values])};
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #rest(): void {
    this.#restsUntil = performance.now() + restMs;
  }

  async #reach({lsn, timeline}: Position): Promise<PoolClient | undefined> {
    const client = await this.#pool.connect();
    try {
      for (const end = performance.now() + waitMs; performance.now() < end;) {
        const {rows} = await client.query<{timeline: number | null; isThere: boolean | null}>({
          text: reached,
          values: [lsn],
          query_timeout: restMs,
        } as {text: string; values: unknown[]});
        if (rows[0]?.timeline !== timeline) break;
        if (rows[0].isThere === true) return client;
        await new Promise(resolve => setTimeout(resolve, askAgainMs));
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return undefined;
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => over.resolve(undefined), ms);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

import {randomUUID} from 'node:crypto';
import type {Database} from '@gazetteer/db';
import type {Log} from '@gazetteer/server';
import {SqlError} from '../engine/sql-engine.ts';

/** What a node asks of the one that has a statement. */
export type Wanted = 'rows' | 'cancel' | 'close';

export type Asked = {
  readonly uuid: string;
  readonly userName: string;
  readonly wanted: Wanted;
};

export type NodesOptions = {
  readonly db: Database;
  readonly log: Log;
  readonly beatMs?: number;
  /** How long a node that says nothing counts as one that is there. */
  readonly aliveMs?: number;
};

const longGoneMs = 86_400_000;

/**
 * Editors that share a database and the rows of results, by the clock of the database, and which of
 * them has which statement: one alone asks the server for its rows.
 */
export class Nodes {
  readonly id = randomUUID();
  readonly #db: Database;
  readonly #log: Log;
  readonly #aliveMs: number;
  readonly #timer: NodeJS.Timeout;
  /** By a clock that nobody sets. */
  #beatAt = performance.now();
  #beating: Promise<void> | undefined;
  /** Hears what others ask of a statement of this node. */
  onWanted: ((asked: Asked) => Promise<void>) | undefined;
  /** Hears which statements others have taken over, as this node was not heard of. */
  onTaken: ((isOwn: (uuid: string) => boolean) => Promise<void>) | undefined;

  private constructor({db, log, beatMs = 1000, aliveMs = 10_000}: NodesOptions) {
    this.#db = db;
    this.#log = log;
    this.#aliveMs = aliveMs;
    this.#timer = setInterval(() => void this.#beat(), beatMs).unref();
  }

  static async open(options: NodesOptions): Promise<Nodes> {
    const nodes = new Nodes(options);
    await nodes.#tellAlive();
    await options.db.write(db =>
      db.run(`DELETE FROM editor_node WHERE seen_at < ${db.dialect.now} - ${longGoneMs}`),
    );
    return nodes;
  }

  /**
   * Takes charge of a statement, unless a node that is there has it.
   * @returns whether it is this node's
   */
  async claim(statement: number): Promise<boolean> {
    return await this.#db.write(async db => {
      const {now} = db.dialect;
      const aliveMs = this.#aliveMs;
      const count = await db.run(
        `UPDATE editor_statement SET owner = ? WHERE id = ? AND (owner = ? OR NOT EXISTS
           (SELECT 1 FROM editor_node n WHERE n.id = editor_statement.owner
            AND n.seen_at BETWEEN ${now} - ${aliveMs} AND ${now} + ${aliveMs}))`,
        [this.id, statement, this.id],
      );
      return count > 0;
    });
  }

  /**
   * To be called before the server is asked for rows.
   * @throws {SqlError} where others may have taken over what this node has, and ask for them
   */
  mustBeHeardOf(): void {
    if (performance.now() - this.#beatAt < this.#aliveMs * 0.8) return;
    const why = 'The database does not answer, so that another node may have the statement by now';
    throw new SqlError('refused', why);
  }

  /** Tells the node that has it, which looks each second. */
  async ask(statement: number, wanted: Wanted): Promise<void> {
    await this.#db.write(db =>
      db.run('UPDATE editor_statement SET wanted = ? WHERE id = ?', [wanted, statement]),
    );
  }

  /** Whoever wants a statement of this node can have it at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#db.write(db => db.run('DELETE FROM editor_node WHERE id = ?', [this.id]));
  }

  async #beat(): Promise<void> {
    this.#beating ??= this.#goOn()
      .catch((error: unknown) => this.#log.warn({error}, 'other editors do not hear of this one'))
      .finally(() => (this.#beating = undefined));
    await this.#beating;
  }

  async #goOn(): Promise<void> {
    const wasAway = performance.now() - this.#beatAt > this.#aliveMs;
    await this.#tellAlive();
    if (wasAway) await this.#onReturn();
    for (const asked of await this.#wanted()) {
      const {uuid, wanted} = asked;
      try {
        await this.onWanted?.(asked);
      } catch (error) {
        this.#log.warn({statement: uuid, wanted, error}, 'another editor asked in vain');
      }
    }
  }

  async #tellAlive(): Promise<void> {
    const startedAt = performance.now();
    await this.#db.write(db =>
      db.run(
        `INSERT INTO editor_node (id, seen_at) VALUES (?, ${db.dialect.now})
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
        [this.id],
      ),
    );
    this.#beatAt = startedAt;
  }

  async #onReturn(): Promise<void> {
    const rows = await this.#db.read(db =>
      db.all<{uuid: string}>(
        'SELECT uuid FROM editor_statement WHERE owner = ? AND session IS NOT NULL',
        [this.id],
      ),
    );
    const own = new Set(rows.map(({uuid}) => uuid));
    await this.onTaken?.(uuid => own.has(uuid));
  }

  async #wanted(): Promise<Asked[]> {
    const rows = await this.#db.read(db =>
      db.all<{uuid: string; user_name: string; wanted: Wanted}>(
        'SELECT uuid, user_name, wanted FROM editor_statement WHERE owner = ? AND wanted IS NOT NULL',
        [this.id],
      ),
    );
    return rows.map(({uuid, user_name: userName, wanted}) => ({uuid, userName, wanted}));
  }
}

import {randomUUID} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import type {Database, Dialect, Param} from '@gazetteer/db';
import type {Log} from '@gazetteer/server';
import {SqlError} from '../engine/sql-engine.ts';
import {unfinished} from '../store/schema.ts';
import {Reports} from './reports.ts';

/** What a node asks of the one that has a statement, the weakest first. */
const wishes = ['rows', 'cancel', 'close'] as const;

export type Wanted = (typeof wishes)[number];

export type Asked = {
  readonly id: number;
  readonly uuid: string;
  readonly userName: string;
  readonly wanted: Wanted;
};

export type NodesOptions = {
  readonly db: Database;
  /** A connection for beats alone, which is closed at the end; absent: that of `db`. */
  readonly beatDb?: Database | undefined;
  /** Keeps the id, so that the next process there knows that the one before it has gone. */
  readonly folder?: string;
  readonly log: Log;
  readonly beatMs?: number;
  /** How long a node that says nothing counts as one that is there. */
  readonly aliveMs?: number;
};

const longGoneMs = 86_400_000;
/** How long the end waits for the database. */
const stopMs = 3000;

/** That others may have taken over what this node has. */
export class NotHeardOf extends SqlError {
  constructor() {
    const why = 'The database does not answer, so that another node may have the statement by now';
    super('refused', why);
  }
}

/**
 * Editors that share a database and the rows of results, by the clock of the database, and which of
 * them has which statement: one alone asks the server for its rows. A node that could not say that
 * it is there asks for nothing, and hears with the first word that it can say again what others
 * have taken over.
 */
export class Nodes {
  readonly id = randomUUID();
  readonly reports: Reports;
  readonly #db: Database;
  readonly #beatDb: Database;
  readonly #ownDb: Database | undefined;
  readonly #log: Log;
  readonly #aliveMs: number;
  readonly #timer: NodeJS.Timeout;
  /** By a clock that nobody sets, and by one that goes on while the machine sleeps. */
  #beatAt = {steady: -Infinity, wall: -Infinity};
  #beating: Promise<void> | undefined;
  #isLooking = false;
  /** What others have asked for and is being done. */
  readonly #inHand = new Set<string>();
  #nextBeat = Promise.withResolvers<void>();
  /** Ids of the statements that this node asks servers about. */
  held: () => readonly string[] = () => [];
  /** Hears which of those others have taken over. */
  onTaken: (uuids: readonly string[]) => void = () => undefined;
  /** Hears what others ask of a statement of this node; false where it is to be asked again. */
  onWanted: (asked: Asked) => Promise<boolean> = async () => false;

  private constructor({db, beatDb, log, beatMs = 1000, aliveMs = 10_000}: NodesOptions) {
    this.#db = db;
    this.#beatDb = beatDb ?? db;
    this.#ownDb = beatDb;
    this.#log = log;
    this.reports = new Reports(db, this.id, log);
    this.#aliveMs = aliveMs;
    this.#timer = setInterval(() => this.#tick(), beatMs).unref();
  }

  static async open(options: NodesOptions): Promise<Nodes> {
    const nodes = new Nodes(options);
    const {db, folder} = options;
    if (folder !== undefined) await nodes.#follow(join(folder, 'node-id'));
    await nodes.#beat();
    await db.write(session =>
      session.run(
        `DELETE FROM editor_node WHERE seen_at < ${session.dialect.now} - ${longGoneMs} AND NOT EXISTS
           (SELECT 1 FROM editor_statement WHERE owner = editor_node.id
            AND ${unfinished})`,
      ),
    );
    return nodes;
  }

  /**
   * Takes charge of a statement, unless a node that is there has it.
   * @returns whether it is this node's
   */
  async claim(statement: number): Promise<boolean> {
    const {sql, params} = this.free(true);
    const asked = [statement, this.id, ...params];
    // Most are another's, or this node's already, which needs no lock.
    const [row] = await this.#db.read(db =>
      db.all<{owner: string | null}>(
        `SELECT owner FROM editor_statement WHERE id = ? AND (owner = ? OR ${sql})`,
        asked,
      ),
    );
    if (row === undefined || row.owner === this.id) return row !== undefined;
    return await this.#db.write(async db => {
      // Its beat waits for this claim, or this claim for its beat.
      await db.all(
        `SELECT id FROM editor_node WHERE id = (SELECT owner FROM editor_statement WHERE id = ?)${db.dialect.forUpdate}`,
        [statement],
      );
      const count = await db.run(
        `UPDATE editor_statement SET owner = ? WHERE id = ? AND (owner = ? OR ${sql})`,
        [this.id, ...asked],
      );
      return count > 0;
    });
  }

  /**
   * A condition of statements that this node may take: those of a node that has stopped, or is not
   * heard of while this one is. Where the database was away nobody was heard of, so that a node
   * waits until the others can have said that they are there.
   * @param withUnowned also those of a time when nodes did not share
   */
  free(withUnowned: boolean): {readonly sql: string; readonly params: readonly Param[]} {
    const {dialect} = this.#db;
    const {now} = dialect;
    const own = `SELECT 1 FROM editor_node WHERE id = ? AND ${this.#isRecent(dialect, 'seen_at', this.#gapMs)}`;
    const owner = 'SELECT 1 FROM editor_node WHERE id = editor_statement.owner';
    const gone = `NOT EXISTS (${owner})`;
    const silent = `EXISTS (${own} AND steady_since <= ${now} - ${this.#aliveMs})
      AND NOT EXISTS (${owner} AND ${this.#isRecent(dialect, 'seen_at', this.#aliveMs)})`;
    return {
      sql: `(${withUnowned ? '' : 'owner IS NOT NULL AND '}EXISTS (${own}) AND (${gone} OR (${silent})))`,
      params: [this.id, this.id],
    };
  }

  /** Whether no other node can have taken over what this one has. */
  get isHeardOf(): boolean {
    const most = this.#aliveMs * 0.8;
    const {steady, wall} = this.#beatAt;
    return performance.now() - steady < most && Math.abs(Date.now() - wall) < most;
  }

  /**
   * To be called before the server is asked for rows.
   * @throws {NotHeardOf} where others may have taken over what this node has, and ask for them
   */
  mustBeHeardOf(): void {
    if (!this.isHeardOf) throw new NotHeardOf();
  }

  /** Ends when this node is heard of again. */
  async heard(): Promise<void> {
    if (!this.isHeardOf) await this.#nextBeat.promise;
  }

  /** Tells the node that has it, which looks each second. More is not undone by less. */
  async ask(statement: number, wanted: Wanted): Promise<void> {
    const less = wishes.slice(0, wishes.indexOf(wanted));
    await this.#db.write(db =>
      db.run(
        `UPDATE editor_statement SET wanted = ? WHERE id = ?
         AND (wanted IS NULL OR ${db.dialect.inList('wanted', 'text')})`,
        [wanted, statement, less],
      ),
    );
  }

  /** Whoever wants a statement of this node can have it at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const end = this.#leave().catch((error: unknown) =>
      this.#log.warn({error}, 'other editors do not hear that this one stops'),
    );
    await Promise.race([end, delay(stopMs, undefined, {ref: false})]);
  }

  async #leave(): Promise<void> {
    await this.#beating;
    try {
      await this.#beatDb.write(db => db.run('DELETE FROM editor_node WHERE id = ?', [this.id]));
    } finally {
      await this.#ownDb?.close();
    }
  }

  /** The folder is this process's alone: whoever had it before is not there any more. */
  async #follow(path: string): Promise<void> {
    const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    await this.#db.write(db => db.run('DELETE FROM editor_node WHERE id = ?', [before.trim()]));
    await writeFile(path, `${this.id}\n`, {mode: 0o600});
  }

  /** What others ask for is done beside the beats, which wait for nothing. */
  #tick(): void {
    this.#beating ??= this.#beat()
      .catch((error: unknown) => this.#log.warn({error}, 'other editors do not hear of this one'))
      .finally(() => (this.#beating = undefined));
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#look()
      .catch((error: unknown) => this.#log.warn({error}, 'other editors are not heard'))
      .finally(() => (this.#isLooking = false));
  }

  /** How long may be between two beats of a node that is there all the time. */
  get #gapMs(): number {
    return this.#aliveMs / 2;
  }

  #isRecent({now}: Dialect, time: string, ms: number): string {
    return `${time} BETWEEN ${now} - ${ms} AND ${now} + ${ms}`;
  }

  /**
   * Says that this node is there, and hears of what is not its any more: that is let go before the
   * beat counts. Others take nothing between the two, as they lock the row of the node first.
   */
  async #beat(): Promise<void> {
    const startedAt = {steady: performance.now(), wall: Date.now()};
    const held = this.held();
    const taken = await this.#beatDb.write(async db => {
      const {dialect} = db;
      const {now} = dialect;
      const wasThere = this.#isRecent(dialect, 'editor_node.seen_at', this.#gapMs);
      await db.run(
        `INSERT INTO editor_node (id, seen_at, steady_since) VALUES (?, ${now}, ${now})
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, steady_since =
           CASE WHEN ${wasThere} THEN editor_node.steady_since ELSE excluded.steady_since END`,
        [this.id],
      );
      if (held.length === 0) return [];
      return await db.all<{uuid: string}>(
        `SELECT uuid FROM editor_statement WHERE ${dialect.inList('uuid', 'text')} AND owner <> ?`,
        [held, this.id],
      );
    });
    if (taken.length > 0) this.onTaken(taken.map(({uuid}) => uuid));
    this.#beatAt = startedAt;
    this.#nextBeat.resolve();
    this.#nextBeat = Promise.withResolvers();
  }

  async #look(): Promise<void> {
    const rows = await this.#db.read(db =>
      db.all<{id: number; uuid: string; user_name: string; wanted: Wanted}>(
        'SELECT id, uuid, user_name, wanted FROM editor_statement WHERE owner = ? AND wanted IS NOT NULL',
        [this.id],
      ),
    );
    for (const {id, uuid, user_name: userName, wanted} of rows)
      void this.#do({id: Number(id), uuid, userName, wanted});
    await this.reports.tell();
  }

  /** Once, whether it comes to something or not: whoever asked can ask again. */
  async #do(asked: Asked): Promise<void> {
    const {id, uuid, wanted} = asked;
    const key = `${wanted} ${uuid}`;
    if (this.#inHand.has(key)) return;
    this.#inHand.add(key);
    try {
      const isDone = await this.onWanted(asked).catch((error: unknown) => {
        this.#log.warn({statement: uuid, wanted, error}, 'another editor asked in vain');
        return true;
      });
      if (isDone)
        await this.#db.write(db =>
          db.run(
            'UPDATE editor_statement SET wanted = NULL WHERE id = ? AND owner = ? AND wanted = ?',
            [id, this.id, wanted],
          ),
        );
    } catch (error) {
      this.#log.warn({statement: uuid, wanted, error}, 'what was asked for is asked for still');
    } finally {
      this.#inHand.delete(key);
    }
  }
}

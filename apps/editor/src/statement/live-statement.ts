import {setTimeout as delay} from 'node:timers/promises';
import type {Session} from '@gazetteer/db';
import type {Log} from '@gazetteer/server';
import type {Column} from '../engine/column.ts';
import {isOver, type Page, type Progress} from '../engine/sql-engine.ts';
import {FetchedResult, type Rows} from './fetched-result.ts';
import type {ResultSpool} from './results/result-store.ts';
import {type FindOnServer, type OnServer, ServerSide} from './server-side.ts';
import type {Statement} from './statement.ts';
import {StatementLog} from './statement-log.ts';
import {type Nodes, NotHeardOf} from './nodes.ts';
import type {StatementStore} from './statement-store.ts';

/** Most statements are short: asked at once, again soon, and less and less often. */
const watchMs = {first: 20, last: 5000};
/** How long an answer on its way is waited for before it is given up. */
const leaveMs = 5000;
/**
 * How long a cancel, and the state of a statement that is being cancelled, wait for a slow server.
 */
const cancelMs = 500;

export type LiveParts = {
  readonly statement: Statement;
  /** Undefined when the server has nothing of it any more. */
  readonly server: OnServer | FindOnServer | undefined;
  readonly spool: ResultSpool;
  readonly store: StatementStore;
  readonly log: Log;
  /**
   * True for all but the last statement of a text: the next one wants the session with its
   * settings.
   */
  readonly hasSuccessor: boolean;
  /** What is written down with the end of one that went well. */
  readonly noted?:
    | ((statement: Statement) => ((db: Session) => Promise<void>) | undefined)
    | undefined;
  /** Where nodes share rows of results, and may take over what one of them is not heard of for. */
  readonly nodes?: Pick<Nodes, 'isHeardOf' | 'mustBeHeardOf' | 'heard'> | undefined;
  /** Whether another node can go on with it on its server. */
  readonly canMove?: boolean;
  /** Whether the rows are those of another node, which may have more. */
  readonly isOfOther?: boolean;
  /** Hears that it is over and has rows. */
  readonly onResult: (live: LiveStatement) => void;
};

/**
 * A statement that the server knows. What is asked of the server is asked once at a time, and the
 * answers are kept.
 */
export class LiveStatement {
  readonly statement: Statement;
  /** When a client last asked for it, in epoch milliseconds. */
  usedAt = Date.now();
  readonly #parts: LiveParts;
  readonly #server: ServerSide;
  readonly #result: FetchedResult;
  readonly #log = new StatementLog();
  readonly #stopped = new AbortController();
  #progress: Progress;
  #asking: Promise<Progress> | undefined;
  #cancelling: Promise<void> | undefined;
  /** While the log is read to its end behind that of the statement. */
  #readingRest: Promise<void> | undefined;
  #isSaved = false;
  /** Whether another node has it. */
  #isTaken = false;
  #touchedAt = 0;
  /** Whether the rows here are all that there will be, and the other nodes do not have them yet. */
  #owesRows = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.statement = parts.statement;
    const {state, hasResultSet, id} = parts.statement;
    this.#server = new ServerSide(parts.server, {
      beforeEnd: async () => await this.#readingRest,
      mayEnd: () => parts.canMove !== true || (!this.#isTaken && (parts.nodes?.isHeardOf ?? true)),
      onGone: () => parts.store.released(id),
      log: parts.log,
    });
    const {spool, hasSuccessor, isOfOther} = parts;
    this.#result = new FetchedResult(spool, this.#server, {
      hasSuccessor,
      isOfOther,
      mayFetch: () => this.#mustBeOwn(),
    });
    this.#isSaved = isOver(state);
    this.#progress = {state: state === 'sending' ? 'starting' : state, hasResultSet};
    if (state === 'available' && hasResultSet) parts.onResult(this);
  }

  /** Of the session that it runs in, in the pool; undefined when that was given back. */
  get sessionId(): string | undefined {
    return this.#server.held?.lease.id;
  }

  /** The server's name of that session. */
  get sessionGuid(): string | undefined {
    return this.#server.held?.lease.session.handle.guid;
  }

  /** Whether its server may have something of it that is not here. */
  get isWithServer(): boolean {
    return this.#server.isKnown;
  }

  /** True when the connection to the server has ended; the statement may live on there. */
  get isLost(): boolean {
    return this.#server.isLost;
  }

  /** As the server told it last. */
  get lastProgress(): Progress {
    return this.#progress;
  }

  get isOver(): boolean {
    return isOver(this.#progress.state);
  }

  /** Whether the server was told to end it and has not said that it did. */
  get isCancelling(): boolean {
    return this.#cancelling !== undefined && !this.isOver;
  }

  /** Undefined until all have been fetched. */
  get knownRowCount(): number | undefined {
    const {isAtEnd, rowCount} = this.#parts.spool;
    return isAtEnd ? rowCount : undefined;
  }

  /** Bytes of the rows that are here. */
  get size(): number {
    return this.#parts.spool.size;
  }

  /** Whether its server has rows that are not here. */
  get isUnread(): boolean {
    const {state, hasResultSet} = this.#progress;
    return state === 'available' && hasResultSet && !this.#parts.spool.isAtEnd;
  }

  /**
   * Whether its session could be given to others at the price of the rows that are not here: nobody
   * reads them, and nothing runs.
   */
  get canGiveUpRest(): boolean {
    return (
      this.isOver &&
      this.sessionId !== undefined &&
      !this.#parts.hasSuccessor &&
      !this.#result.isRead
    );
  }

  /**
   * Follows it to its end, whether a client asks or not, so that its session is given back and its
   * end is known.
   */
  async watch(onFailure: (error: unknown) => void): Promise<void> {
    const {signal} = this.#stopped;
    for (
      let pauseMs = watchMs.first;
      !this.isOver && !signal.aborted;
      pauseMs = Math.min(pauseMs * 1.5, watchMs.last)
    ) {
      try {
        await this.#ask();
        // It tells engines how far the statement is, and whoever comes later what was. A server
        // that keeps none says so to who asks.
        if (!this.isOver) await this.readLog().catch(() => undefined);
      } catch (error) {
        if (!signal.aborted) onFailure(error);
        // A lost connection does not come back; anything else may pass.
        if (this.isLost) return;
      }
      if (!this.isOver) await delay(pauseMs, undefined, {signal}).catch(() => undefined);
    }
  }

  /** How it is now. Callers at the same time share one question to the server. */
  async progress(): Promise<Progress> {
    if (!this.isCancelling) return await this.#ask();
    // A server that is slow to end it is as slow to say so.
    const asked = this.#ask();
    return await Promise.race([
      asked,
      delay(cancelMs, undefined, {ref: false}).then(() => this.#progress),
    ]);
  }

  /** Whether the server may have more to say. */
  get isLogOpen(): boolean {
    return !this.isOver || this.#readingRest !== undefined;
  }

  /** What has been read of the server's log. */
  get log(): StatementLog {
    return this.#log;
  }

  /** The server's log so far. */
  async readLog(): Promise<StatementLog> {
    const read = this.#log.read(this.#server.held?.running);
    // What was said by the end is here, and the server may have forgotten the statement by now.
    await (this.isOver ? read.catch(() => undefined) : read);
    return this.#log;
  }

  async columns(): Promise<readonly Column[]> {
    return await this.#result.columns();
  }

  /** The next `count` rows, or those from the first on. */
  async rows(count: number, startOver: boolean): Promise<Rows> {
    return await this.#result.rows(count, startOver);
  }

  /**
   * Rows by their place, fetched as far as they are asked for. Where a client reads on stays where
   * it is.
   */
  async rowsAt(first: number, count: number): Promise<Rows> {
    return await this.#result.rowsAt(first, count);
  }

  /** How many rows are here, and whether those are all. */
  get fetched(): {readonly rowCount: number; readonly isComplete: boolean} {
    const {rowCount, isAtEnd} = this.#parts.spool;
    return {rowCount, isComplete: isAtEnd};
  }

  /**
   * All rows from the first on, page by page, fetched as somebody reads. Others may read meanwhile.
   */
  async *pages(): AsyncGenerator<Page> {
    for await (const page of this.#result.pages()) {
      this.usedAt = Date.now();
      yield page;
    }
  }

  /**
   * Brings rows from the server until `count` are here or there are no more. Others may read
   * meanwhile.
   */
  async fetchUpTo(count: number): Promise<void> {
    this.usedAt = Date.now();
    await this.#result.fetchUpTo(count);
    this.usedAt = Date.now();
  }

  /** Brings rows from the server as long as `hasRoom` says so, and there are more. */
  async drain(hasRoom: () => boolean): Promise<void> {
    while (!this.#stopped.signal.aborted && !this.#parts.spool.isAtEnd && hasRoom()) {
      try {
        await this.#result.more();
      } catch (error) {
        if (this.#isTaken || !(error instanceof NotHeardOf)) throw error;
        await this.#parts.nodes?.heard();
      }
    }
  }

  /** Gives other nodes the rows that are here, and all when there are all. */
  async show(): Promise<void> {
    const {rowCount, isAtEnd} = this.#parts.spool;
    if (rowCount > 0 && !isAtEnd) await this.#parts.spool.publish();
  }

  /** The rows that are here, in a file for another process. */
  async withFile<T>(work: (path: string) => Promise<T>): Promise<T> {
    return await this.#parts.spool.withFile(work);
  }

  /** Whether its rows are for other nodes as well, and stay when this one lets go of it. */
  get isPublished(): boolean {
    return this.#parts.spool.isPublished;
  }

  /** Tells other nodes that its rows are used, at most so often. */
  async touch(everyMs: number): Promise<void> {
    if (this.isOver && this.usedAt <= this.#touchedAt) return;
    if (Date.now() - this.#touchedAt < everyMs) return;
    const now = Date.now();
    await this.#parts.spool.touch();
    this.#touchedAt = now;
  }

  /**
   * Tells the server to end it, and waits a moment for that.
   * @throws {SqlError} what the server says to it by then
   */
  async cancel(): Promise<void> {
    if (this.isOver) return;
    this.#cancelling ??= this.#cancel();
    const cancelling = this.#cancelling;
    await Promise.race([cancelling, delay(cancelMs, undefined, {ref: false})]);
  }

  /** Ends it on the server and gives the session back. Rows fetched so far stay, and are all. */
  async close(): Promise<void> {
    this.#owesRows = this.#parts.spool.rowCount > 0;
    await this.#end();
    await this.publishOwed();
  }

  /** Whether `publishOwed` has something to do. */
  get owesRows(): boolean {
    return this.#owesRows;
  }

  /** Gives other nodes the rows of one that is closed. It says where that fails, to be tried again. */
  async publishOwed(): Promise<void> {
    if (!this.#owesRows) return;
    const {spool, log, statement} = this.#parts;
    try {
      await spool.publish();
      this.#owesRows = false;
    } catch (error) {
      log.warn({statement: statement.uuid, error}, 'rows are not published yet');
    }
  }

  /** Lets go of it without a word to the server, where it stays to be found again. */
  async leave(): Promise<void> {
    this.#stopped.abort();
    const answered = Promise.allSettled([
      this.#asking,
      this.#result.settled(),
      this.#log.settled(),
    ]);
    await Promise.race([answered, delay(leaveMs, undefined, {ref: false})]);
    await this.#parts.spool.close();
  }

  /** Another node has it, which its server goes on to know. */
  async leaveToOther(): Promise<void> {
    this.#isTaken = true;
    try {
      await this.#end();
    } finally {
      await this.leave();
    }
  }

  async removeResult(): Promise<void> {
    await this.#end();
    await this.#parts.spool.remove();
  }

  async #end(): Promise<void> {
    this.#stopped.abort();
    await this.#server.giveBack();
  }

  /** @throws {NotHeardOf} */
  #mustBeOwn(): void {
    if (this.#isTaken) throw new NotHeardOf();
    this.#parts.nodes?.mustBeHeardOf();
  }

  async #cancel(): Promise<void> {
    try {
      await this.#server.held?.running.cancel();
      await this.#ask();
    } catch (error) {
      this.#cancelling = undefined;
      this.#parts.log.warn(
        {statement: this.statement.uuid, error},
        'statement could not be cancelled',
      );
      throw error;
    }
  }

  async #ask(): Promise<Progress> {
    if (this.isOver) return this.#progress;
    this.#asking ??= this.#askServer().finally(() => (this.#asking = undefined));
    return await this.#asking;
  }

  async #askServer(): Promise<Progress> {
    const {store, statement, hasSuccessor, onResult} = this.#parts;
    const server = this.#server.held;
    if (server === undefined) return this.#progress;
    server.lease.touch();
    const progress = await server.running.progress();
    if (isOver(progress.state) && !this.#isSaved) {
      // As others see it, it runs until that is written.
      this.#isSaved = this.#parts.nodes === undefined;
      // Its last lines go with it.
      await this.readLog().catch(() => undefined);
      this.#readingRest ??= this.#log
        .readRest(server.running, this.#stopped.signal)
        .catch(() => undefined)
        .finally(() => (this.#readingRest = undefined));
      const {state, hasResultSet, error} = progress;
      const also = state === 'available' ? this.#parts.noted?.(statement) : undefined;
      const outcome = {state, hasResultSet, ...(error && {message: error.message})};
      await store.finished(statement.id, outcome, also);
      this.#isSaved = true;
    }
    this.#progress = progress;
    if (!this.isOver) return progress;
    const hasRows = progress.state === 'available' && progress.hasResultSet;
    if (hasRows) onResult(this);
    else if (progress.state !== 'available' || !hasSuccessor) {
      const given = this.#server.giveBack();
      // Nobody waits for the end of a long log.
      if (this.#readingRest === undefined) await given;
      else
        given.catch((error: unknown) =>
          this.#parts.log.warn(
            {statement: statement.uuid, error},
            'session could not be given back',
          ),
        );
    }
    return progress;
  }
}

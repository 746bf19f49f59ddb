import {setTimeout as delay} from 'node:timers/promises';
import {AppError} from '@gazetteer/model';
import type {Log} from '@gazetteer/server';
import {type ResultBudget, Drains} from './drains.ts';
import {
  isOver,
  SqlError,
  type RunningStatement,
  type SessionHandle,
  type SqlEngine,
} from '../engine/sql-engine.ts';
import type {Lease} from '../session/lease.ts';
import type {SessionPool} from '../session/session-pool.ts';
import {LiveStatement, type LiveParts} from './live-statement.ts';
import {type Asked, type Nodes, NotHeardOf, type Wanted} from './nodes.ts';
import type {Report} from './reports.ts';
import type {FindOnServer} from './server-side.ts';
import type {ResultSpool, ResultStore} from './results/result-store.ts';
import type {Statement} from './statement.ts';
import {restMs} from './statement-log.ts';
import type {StatementStore} from './statement-store.ts';
import {WaitingStatements} from './waiting.ts';

export type LiveStatementsOptions = {
  readonly engines: ReadonlyMap<string, SqlEngine>;
  readonly pool: SessionPool;
  readonly store: StatementStore;
  /** Where the rows of results are. */
  readonly results: ResultStore;
  /** Where nodes share them: who has which statement. */
  readonly nodes?: Nodes | undefined;
  readonly log: Log;
  /** A finished statement that nobody asks for is closed after this time, and its rows are gone. */
  readonly idleMs: number;
  /** How much is fetched of results that nobody reads. */
  readonly budget?: ResultBudget;
  /** What is written down with the end of a statement that went well. */
  readonly noted?: LiveParts['noted'];
  /** Ids of statements whose rows stay though nobody asks for them. */
  readonly keptStatements?: () => Promise<ReadonlySet<string>>;
  /** Hears of each statement whose rows are gone. */
  readonly onRemoved?: (uuid: string) => Promise<void>;
};

const sweepMs = 30_000;
/** How long the rows of a statement that another node has are waited for, and between looks. */
const elsewhereMs = {most: 10_000, firstLook: 100, look: 1000};
const notClosed = 'statement could not be closed';
/** Files of results that no statement at hand has are looked at less often. */
const oldFilesMs = 10 * 60_000;
/** A session whose result nobody reads on is kept as long as one that nobody uses at all. */
const unreadMs = 15 * 60_000;

/** Statements that servers know, those of an earlier process of this editor included. */
export class LiveStatements {
  /** Those that servers do not know yet. */
  readonly waiting = new WaitingStatements();
  readonly #options: LiveStatementsOptions;
  readonly #live = new Map<string, LiveStatement>();
  /** Two clients that ask for a statement of an earlier process find it once. */
  readonly #resuming = new Map<string, Promise<LiveStatement>>();
  /** Those of this node that are not at hand yet. */
  readonly #coming = new Set<string>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #drains: Drains;
  /** That those of an earlier process are still to be asked for. */
  #isBehind = false;
  #isTakingUp = false;

  private constructor(options: LiveStatementsOptions) {
    this.#options = options;
    const {pool, budget, log} = options;
    this.#drains = new Drains(
      {
        heldBytes: userName => this.ofUser(userName).reduce((sum, {size}) => sum + size, 0),
        onEnd: live => this.#yield(live),
        log,
      },
      budget,
    );
    const {nodes} = options;
    if (nodes !== undefined) {
      nodes.held = () => [
        ...this.all().flatMap(live => (live.isWithServer ? live.statement.uuid : [])),
        ...this.#coming,
        ...this.waiting.ids,
      ];
      nodes.onWanted = asked => this.#doWanted(asked);
      nodes.reports.read = uuid => this.#report(uuid);
      nodes.onTaken = uuids => this.#letOthers(uuids);
    }
    pool.onShortage = (userName, engine) => this.#makeRoom(userName, engine);
    const every = (ms: number, work: () => Promise<void>) => {
      let isRunning = false;
      return setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        work()
          .catch((error: unknown) => log.warn({error}, 'results are not looked at'))
          .finally(() => (isRunning = false));
      }, ms).unref();
    };
    this.#timers = [
      every(sweepMs, () => this.#sweep()),
      ...(options.results.isShared ? [every(sweepMs, () => this.#tellUse())] : []),
      ...(nodes === undefined ? [] : [every(sweepMs, () => nodes.reports.forget())]),
      every(oldFilesMs, () => this.#removeOldResults()),
    ];
  }

  /** Statements that this process has at hand. */
  get count(): number {
    return this.#live.size;
  }

  static async open(options: LiveStatementsOptions): Promise<LiveStatements> {
    const statements = new LiveStatements(options);
    const removed = statements.#removeOldResults();
    // Nobody waits for a store that other nodes clear up as well.
    if (options.results.isShared)
      removed.catch((error: unknown) => options.log.warn({error}, 'results are not looked at'));
    else await removed;
    return statements;
  }

  /** Takes charge of a statement that the server has just accepted. */
  async add(statement: Statement, running: RunningStatement, lease: Lease): Promise<LiveStatement> {
    this.#coming.add(statement.uuid);
    try {
      const spool = await this.#options.results.begin(statement.uuid);
      return this.#take(statement, {running, lease}, spool);
    } finally {
      this.#coming.delete(statement.uuid);
    }
  }

  /** @throws {SqlError} where no server may be asked, as another node may do so */
  mayAsk(): void {
    this.#options.nodes?.mustBeHeardOf();
  }

  /** One that can be asked without finding it first. */
  known(uuid: string): LiveStatement | undefined {
    const live = this.#live.get(uuid);
    return live?.isLost === true ? undefined : live;
  }

  /**
   * The statement on its server.
   * @throws {SqlError} `statement-expired` when the server has forgotten it, or why the server
   * cannot be asked; `refused` while it waits, which says nothing of its end
   */
  async find(statement: Statement): Promise<LiveStatement> {
    const live = this.known(statement.uuid);
    if (live !== undefined) {
      live.usedAt = Date.now();
      return live;
    }
    if (this.waiting.has(statement.uuid))
      throw new SqlError('refused', 'The statement is not with its server yet');
    let resuming = this.#resuming.get(statement.uuid);
    if (resuming === undefined) {
      resuming = this.#findAgain(statement).finally(() => this.#resuming.delete(statement.uuid));
      this.#resuming.set(statement.uuid, resuming);
    }
    return await resuming;
  }

  /** Whether its server is asked by another node, which is there. */
  async isElsewhere({id, state, session, uuid}: Statement): Promise<boolean> {
    const {nodes} = this.#options;
    const isWithServer = session !== undefined || !isOver(state);
    if (nodes === undefined || !isWithServer || this.#live.has(uuid)) return false;
    return !(await nodes.claim(id));
  }

  /**
   * What its server has said to the node that has it, or had it. Undefined where this is that one,
   * and before its first word.
   */
  async reportOf({id, state, session, owner, finishedAt}: Statement): Promise<Report | undefined> {
    const {nodes} = this.#options;
    if (nodes === undefined || owner === nodes.id) return undefined;
    // Its last lines come behind its end, if that node has not stopped before.
    const isOld = isOver(state) && Date.now() - (finishedAt ?? 0) > restMs.most;
    const report = await nodes.reports.of(id, !isOld || session !== undefined);
    return report && {...report, isOpen: report.isOpen && !isOld};
  }

  /** Asks the node that has it, which does it within seconds. False where this is no other one. */
  async askOther(statement: Statement, wanted: Wanted): Promise<boolean> {
    if (!(await this.isElsewhere(statement))) return false;
    await this.#options.nodes?.ask(statement.id, wanted);
    return true;
  }

  /** How long rows are kept after somebody has asked for them last. */
  get keptMs(): number {
    return this.#options.idleMs;
  }

  /** Ids of all whose rows are kept, or those of some. */
  async storedResults(among?: readonly string[]): Promise<ReadonlySet<string>> {
    return await this.#options.results.stored(among);
  }

  /** Those of everybody that this process knows. */
  all(): LiveStatement[] {
    return [...this.#live.values()];
  }

  /** Those of this user that this process knows. */
  ofUser(userName: string): LiveStatement[] {
    return [...this.#live.values()].filter(({statement}) => statement.userName === userName);
  }

  /**
   * Fetches what earlier statements of a session found and nobody has read yet: the next one there
   * takes its place. Engines that keep it beside others have theirs fetched as soon as it is there.
   * Asked for within a turn of the session, where nobody else sends anything.
   */
  async fetchUnread(engine: SqlEngine, sessionId: string): Promise<void> {
    if (engine.features.holdsRows === true) return;
    const earlier = this.all().filter(live => live.sessionId === sessionId);
    await Promise.all(earlier.map(live => this.#fetchNow(live)));
  }

  async #fetchNow(live: LiveStatement): Promise<void> {
    try {
      // It may have ended since its server was asked last.
      await live.progress();
    } catch (error) {
      const statement = live.statement.uuid;
      this.#options.log.info({statement, error}, 'rows could not be fetched ahead');
    }
    if (live.isUnread) await this.#drains.now(live);
  }

  /** Closes it on its server and forgets its rows. One that still runs ends with that. */
  async close(live: LiveStatement): Promise<void> {
    const {results} = this.#options;
    await this.#forget(live);
    // Also what another node has of it.
    if (results.isShared) await results.remove(live.statement.uuid);
  }

  /** The same for what is here. */
  async #forget(live: LiveStatement): Promise<void> {
    const {store, onRemoved} = this.#options;
    const {id, uuid} = live.statement;
    this.#live.delete(uuid);
    await onRemoved?.(uuid);
    await live.removeResult();
    if (!live.isOver) await store.finished(id, {state: 'canceled', hasResultSet: false});
  }

  /** Nobody asks for it any more: its rows are forgotten unless they are kept for a schedule. */
  async giveUp(live: LiveStatement): Promise<void> {
    await ((await this.#kept()).has(live.statement.uuid) ? this.#letGo(live) : this.close(live));
  }

  /** Forgets rows that are not kept any more, unless somebody may be looking at them. */
  async drop(uuid: string): Promise<void> {
    if (this.#live.has(uuid)) return;
    await this.#options.onRemoved?.(uuid);
    await this.#options.results.remove(uuid);
  }

  /**
   * Follows statements of an earlier process that may still run. A store that is away just then is
   * asked again at each look at the results.
   */
  resumeAll(): void {
    this.#takeUp(true);
  }

  /** @param withUnowned also what was run before nodes shared rows of results */
  #takeUp(withUnowned: boolean): void {
    if (this.#isTakingUp) return;
    this.#isTakingUp = true;
    void this.#resumeAll(withUnowned)
      .catch((error: unknown) => {
        this.#isBehind ||= withUnowned;
        this.#options.log.warn({error}, 'statements are not taken up again yet');
      })
      .finally(() => (this.#isTakingUp = false));
  }

  async #resumeAll(withUnowned: boolean): Promise<void> {
    const {store, log, nodes} = this.#options;
    this.#isBehind &&= !withUnowned;
    for (const statement of await store.unfinished(nodes?.free(withUnowned))) {
      // What has lost its connection is found again; the rest of this node's is being sent or at hand.
      const {owner, session, uuid} = statement;
      const isAtHand = session === undefined || this.waiting.has(uuid) || this.known(uuid);
      if (nodes !== undefined && owner === nodes.id && isAtHand) continue;
      try {
        if (!(await this.isElsewhere(statement))) await this.find(statement);
      } catch (error) {
        log.warn(
          {statement: statement.uuid, engine: statement.engine, error},
          'statement cannot be taken up again',
        );
      }
    }
  }

  /** Everything stays on its server. Returns the ids of sessions that must live on for it. */
  async stop(): Promise<ReadonlySet<string>> {
    for (const timer of this.#timers) clearInterval(timer);
    const {nodes} = this.#options;
    if (nodes !== undefined) nodes.onWanted = async () => await Promise.resolve(false);
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
    const published = await this.#ofOtherNode(statement);
    if (published !== undefined) return this.#take(statement, undefined, published, true);
    this.#coming.add(statement.uuid);
    try {
      return await this.#resume(statement);
    } finally {
      this.#coming.delete(statement.uuid);
    }
  }

  async #resume(given: Statement): Promise<LiveStatement> {
    const {store, results, nodes} = this.#options;
    // The node that had it may have written more of it before this one took it over.
    const statement = (nodes && (await store.byId(given.id))) ?? given;
    const {session, handle, id, state} = statement;
    if (nodes !== undefined && session !== undefined && statement.owner !== nodes.id)
      throw new NotHeardOf();
    if (session === undefined || handle === undefined) {
      if (state !== 'sending') return await this.#fromSpool(statement);
      const message =
        'The editor was stopped while it sent the statement; whether the server ran it is not known';
      await store.finished(id, {state: 'failed', hasResultSet: false, message});
      throw new SqlError('refused', message);
    }
    const find: FindOnServer = async () => {
      const lease = await this.#adopt(statement, session);
      return lease && {running: lease.session.resume(handle), lease};
    };
    // Rows that are here are read without the server; it is asked for those behind them.
    if (state === 'available') {
      const spool = await results.open(statement.uuid);
      return this.#take(statement, spool.isPublished ? undefined : find, spool);
    }
    const server = await find();
    if (server === undefined) return await this.#forgotten(given);
    // Nobody has asked for rows of one that is not over.
    return this.#take(statement, server, await results.begin(statement.uuid));
  }

  /**
   * Rows of a statement that another node asks the server for, as soon as they are there.
   * Undefined when this node has it, or has it now.
   * @throws CONFLICT while there are none
   */
  async #ofOtherNode(statement: Statement): Promise<ResultSpool | undefined> {
    const {results, nodes} = this.#options;
    const hasRows = statement.state === 'available' && statement.hasResultSet;
    const until = performance.now() + elsewhereMs.most;
    let pauseMs = elsewhereMs.firstLook;
    for (let isFirst = true; await this.isElsewhere(statement); isFirst = false) {
      if (!hasRows) throw new AppError('CONFLICT', ['The statement runs at another node']);
      const spool = await results.reopen(statement.uuid);
      if (spool !== undefined) return spool;
      if (isFirst) await nodes?.ask(statement.id, 'rows');
      if (performance.now() > until)
        throw new AppError('CONFLICT', [
          'Another node is still fetching the rows of this result. Try again in a moment',
        ]);
      await delay(pauseMs);
      pauseMs = Math.min(2 * pauseMs, elsewhereMs.look);
    }
    return undefined;
  }

  async #report(uuid: string): Promise<Report | undefined> {
    const live = this.known(uuid);
    if (live === undefined) return undefined;
    const {percent} = await live.progress();
    // A server that keeps none says so to who asks.
    await live.readLog().catch(() => undefined);
    return {percent, log: live.log, isOpen: live.isLogOpen};
  }

  /** What another node asks. False where it is with its server soon, and can be asked then. */
  async #doWanted({id, uuid, userName, wanted}: Asked): Promise<boolean> {
    if (this.known(uuid) === undefined && this.waiting.has(uuid))
      return wanted === 'rows' || this.waiting.cancel(userName, uuid);
    const statement = await this.#options.store.byId(id);
    if (statement === undefined || (isOver(statement.state) && statement.session === undefined))
      return true;
    const live = await this.find(statement);
    if (wanted === 'cancel') await live.cancel();
    else if (wanted === 'close') await this.giveUp(live);
    else {
      // As much as for nobody, since who asks may be gone by now, but some.
      await live.fetchUpTo(1);
      if (live.isUnread) await this.#drains.now(live);
      // Less is there where the server has failed, which is asked again for who asks again.
      if (!this.#drains.hasRoom(live)) await live.show();
    }
    return true;
  }

  /** Nothing was heard of this node for so long that others have what was its. */
  #letOthers(uuids: readonly string[]): void {
    const {log} = this.#options;
    for (const uuid of uuids) {
      this.#coming.delete(uuid);
      const live = this.#live.get(uuid);
      if (live === undefined) this.waiting.giveUp(uuid);
      if (live?.isWithServer !== true) continue;
      log.info({statement: uuid}, 'another node has taken over a statement');
      this.#live.delete(uuid);
      live.leaveToOther().catch((error: unknown) => log.warn({statement: uuid, error}, notClosed));
    }
  }

  async #adopt(
    {engine: name, userName}: Statement,
    session: SessionHandle,
  ): Promise<Lease | undefined> {
    const {engines, pool} = this.#options;
    const engine = engines.get(name);
    if (engine === undefined)
      throw new SqlError('misconfigured', `There is no engine ${name} any more`);
    return engine.features.resume ? await pool.adopt(engine, {name: userName}, session) : undefined;
  }

  /** The session is gone, and the statement with it. */
  async #forgotten(statement: Statement): Promise<never> {
    const {store, nodes} = this.#options;
    await store.released(statement.id);
    const message =
      nodes !== undefined && statement.owner !== nodes.id
        ? 'The node that ran this statement has stopped, and the statement with it. Run it again'
        : 'The server does not know the session of this statement any more';
    await store.finished(statement.id, {state: 'expired', hasResultSet: false, message});
    throw new SqlError('statement-expired', message);
  }

  /** All that is left are the rows that were fetched. */
  async #fromSpool(statement: Statement): Promise<LiveStatement> {
    const {results} = this.#options;
    const {uuid, state, hasResultSet} = statement;
    // Of one without rows another node has nothing.
    const hasRows = !results.isShared || (state === 'available' && hasResultSet);
    const spool = hasRows ? await results.reopen(uuid) : await results.begin(uuid);
    if (spool === undefined) throw new SqlError('statement-expired', 'The result has expired');
    return this.#take(statement, undefined, spool);
  }

  #take(
    statement: Statement,
    server: LiveParts['server'],
    spool: ResultSpool,
    isOfOther = false,
  ): LiveStatement {
    const {store, log, engines, noted, nodes} = this.#options;
    const hasSuccessor = statement.place < statement.count - 1;
    const features = engines.get(statement.engine)?.features;
    const onResult = (live: LiveStatement) => {
      if (features?.holdsRows === true) void this.#drains.add(live);
    };
    const isOwn = this.#coming.has(statement.uuid);
    const live = new LiveStatement({
      statement,
      server,
      spool,
      store,
      log,
      hasSuccessor,
      noted,
      nodes,
      canMove: features?.resume === true,
      isOfOther,
      onResult,
    });
    if (nodes !== undefined && server !== undefined && !isOwn) {
      live
        .leaveToOther()
        .catch((error: unknown) => log.warn({statement: statement.uuid, error}, notClosed));
      throw new NotHeardOf();
    }
    this.#live.set(statement.uuid, live);
    void live.watch(error =>
      log.warn({statement: statement.uuid, error}, 'statement cannot be followed'),
    );
    return live;
  }

  /**
   * Gives back the session of the result that nobody has read for longest. False when there is
   * none.
   */
  async #makeRoom(userName: string, engine: string): Promise<boolean> {
    const [oldest] = this.ofUser(userName)
      .filter(
        live => live.statement.engine === engine && live.canGiveUpRest && !this.#drains.has(live),
      )
      .sort((a, b) => a.usedAt - b.usedAt);
    if (oldest === undefined) return false;
    await this.#giveUpRest(oldest);
    return true;
  }

  /** There may be rows that the budget has no room for, and others who wait for the session. */
  #yield(live: LiveStatement): void {
    const {userName, engine} = live.statement;
    if (!this.#options.pool.isShort(userName, engine) || !live.canGiveUpRest) return;
    this.#giveUpRest(live).catch((error: unknown) =>
      this.#options.log.warn({statement: live.statement.uuid, error}, notClosed),
    );
  }

  async #giveUpRest(live: LiveStatement): Promise<void> {
    const {statement} = live;
    this.#options.log.info(
      {statement: statement.uuid, ...live.fetched},
      'session of an unread result is given back',
    );
    await live.close();
  }

  async #sweep(): Promise<void> {
    // Where nodes share them, also those of a node that has gone.
    const {idleMs, log, nodes} = this.#options;
    if (this.#isBehind || nodes !== undefined) this.#takeUp(this.#isBehind);
    for (const live of this.#live.values()) {
      await live.publishOwed();
      // A store that is away for one is so for all.
      if (live.owesRows) break;
    }
    const unused = [...this.#live.values()].filter(
      live => live.isOver && Date.now() - live.usedAt >= Math.min(idleMs, unreadMs),
    );
    if (unused.length === 0) return;
    const kept = await this.#kept();
    for (const live of unused) {
      const unusedMs = Date.now() - live.usedAt;
      try {
        // Others may use what is published: it goes by its age in the store.
        if (unusedMs >= idleMs)
          await (live.isPublished || kept.has(live.statement.uuid)
            ? this.#letGo(live)
            : this.#forget(live));
        else if (live.canGiveUpRest && !this.#drains.has(live)) await this.#giveUpRest(live);
      } catch (error) {
        log.warn({statement: live.statement.uuid, error}, notClosed);
      }
    }
  }

  /** What is used here is not old for the other nodes. */
  async #tellUse(): Promise<void> {
    const everyMs = this.#options.idleMs / 4;
    // A store that is away for one is so for all.
    for (const live of this.#live.values()) await live.touch(everyMs);
  }

  async #kept(): Promise<ReadonlySet<string>> {
    return (await this.#options.keptStatements?.()) ?? new Set();
  }

  /** Its rows stay, to be found again. */
  async #letGo(live: LiveStatement): Promise<void> {
    this.#live.delete(live.statement.uuid);
    await live.close();
    if (live.owesRows && !this.#live.has(live.statement.uuid)) {
      this.#live.set(live.statement.uuid, live);
      return;
    }
    await live.leave();
    if (live.isPublished) await this.#options.onRemoved?.(live.statement.uuid);
  }

  async #removeOldResults(): Promise<void> {
    const {results, idleMs} = this.#options;
    const kept = await this.#kept();
    await results.removeUnused(
      idleMs,
      uuid => kept.has(uuid) || this.#live.has(uuid) || this.#resuming.has(uuid),
    );
  }
}

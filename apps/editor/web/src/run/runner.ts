import {splitStatements} from '@gazetteer/sql';
import {messageOf, toast} from '@gazetteer/ui';
import {ApiFailure, ask} from '../api/request.ts';
import type {Input} from '../api/wire.ts';
import type {TabStore} from '../editor/tab-store.ts';
import {forgetRows, keepRows} from './held-rows.ts';
import {
  currentOf,
  isOver,
  isRunning,
  labelOf,
  type Failure,
  type Run,
  type StatementRun,
} from './run.ts';
import {shapeOf} from './statement-shape.ts';
import {type LogNews, StatementLogs} from './statement-logs.ts';
import {isFor, readWaiting} from './waiting.ts';

/** What is to be run. */
export type ExecuteRequest = {
  readonly engine: string;
  readonly dialect: string;
  readonly database: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Fields about the session that it shall run in. */
  readonly session?: Readonly<Record<string, unknown>>;
};

type Fields = NonNullable<Input<'POST /api/editor/execute'>['body']>;

/** Short statements are told within a blink, and long ones cost a question every few seconds. */
const pollMs = {first: 25, last: 2500};
/** Runs texts of tabs and follows them. Everything that a reload needs to go on is in the tab. */
export class Runner {
  readonly #tabs: TabStore;
  readonly #onDone: (engine: string, label: string) => void;
  readonly #logs = new StatementLogs((operationId, from) =>
    ask('POST /api/editor/get_logs', {body: {operationId, from, size: 0}}),
  );
  /** Runs that this page follows: two followers of one would both send what comes behind it. */
  readonly #following = new Set<string>();
  readonly #listeners = new Set<() => void>();
  /** What was sent last in a sheet, statement by statement; not kept beyond this page. */
  readonly #sent = new Map<string, {readonly run: string; readonly texts: readonly string[]}>();
  /** A failure that the contract wants as a popup. */
  #popup: string | undefined;

  /**
   * @param onDone told of each statement that ended well while this page looked, by how it begins
   */
  constructor(tabs: TabStore, onDone: (engine: string, label: string) => void = () => undefined) {
    this.#tabs = tabs;
    this.#onDone = onDone;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly popup = (): string | undefined => this.#popup;
  /** What the server said about a statement so far. */
  readonly logOf = (uuid: string | undefined): string =>
    uuid === undefined ? '' : (this.#logs.textOf(uuid) ?? '');

  /** A statement as it was written when it was sent by this page. */
  textOf(tabId: string, run: Run, index: number): string | undefined {
    const sent = this.#sent.get(tabId);
    return sent?.run === run.id ? sent.texts[index] : undefined;
  }

  closePopup(): void {
    this.#popup = undefined;
    this.#tell();
  }

  /**
   * A tab runs one text at a time; what it ran before is let go of. The first request has the whole
   * text, from which the server cuts the statements, so that a page that is loaded anew needs no
   * text to go on.
   */
  async start(
    tabId: string,
    {engine, dialect, database, text, variables, session}: ExecuteRequest,
  ): Promise<void> {
    if (isRunning(this.#tabs.tab(tabId)?.run)) return;
    const texts = splitStatements(text, dialect).map(({statement}) => statement);
    const statements = texts.map((statement): StatementRun => ({
      label: labelOf(statement),
      state: 'queued',
    }));
    if (statements.length === 0) return;
    void forgetRows(this.#tabs.tab(tabId)?.run);
    const run: Run = {id: crypto.randomUUID(), engine, database, statements, shown: 0};
    this.#sent.set(tabId, {run: run.id, texts});
    this.#tabs.change(tabId, {run});
    const values = Object.entries(variables).map(([name, value]) => ({name, value}));
    await this.#goOn(tabId, run.id, {
      ...session,
      statement: text,
      database,
      snippet: {type: engine, statement: text, database, variables: values},
    });
  }

  /**
   * Follows what runs in a tab that was read from storage, and asks for the log of what is over.
   */
  async resume(tabId: string): Promise<void> {
    const run = this.#tabs.tab(tabId)?.run;
    if (run === undefined || this.#following.has(run.id)) return;
    const index = currentOf(run);
    if (index < 0) return;
    const statement = run.statements[index];
    if (statement?.uuid === undefined) {
      this.#stop(tabId, index, {
        message:
          'The page was closed while the statement was being sent. The history shows whether the server received it.',
      });
      return;
    }
    this.#following.add(run.id);
    const isFine = await this.#follow(tabId, run.id, index, statement.uuid);
    this.#following.delete(run.id);
    if (isFine) await this.next(tabId);
  }

  /** Runs the statements that were not sent: after a reload, or after one that failed. */
  async next(tabId: string): Promise<void> {
    const run = this.#tabs.tab(tabId)?.run;
    const last = run?.statements.findLastIndex(one => one.uuid !== undefined) ?? -1;
    const uuid = run?.statements[last]?.uuid;
    if (run === undefined || uuid === undefined || run.statements[last + 1] === undefined) return;
    await this.#goOn(tabId, run.id, behind(uuid), last + 1);
  }

  /** Stops what runs; what was not sent is not sent. */
  async cancel(tabId: string): Promise<void> {
    const run = this.#tabs.tab(tabId)?.run;
    if (run === undefined) return;
    const current = run.statements[currentOf(run)];
    const uuid = current?.uuid;
    this.#tabs.change(tabId, {
      run: {
        ...run,
        statements: run.statements.map(one =>
          one.state === 'queued' ? {...one, state: 'stopped'} : one,
        ),
      },
    });
    if (uuid === undefined) {
      if (current?.state === 'sending') await this.#cancelWaiting(run, current);
      return;
    }
    this.#changeByUuid(tabId, uuid, {isUnwanted: true});
    try {
      await ask('POST /api/editor/cancel_statement', {body: {operationId: uuid}});
    } catch (error) {
      this.#changeByUuid(tabId, uuid, {isUnwanted: false, failure: failureOf(error)});
    }
  }

  /** Reads the log of a statement that is over, for whoever comes back to it. */
  async readLog(uuid: string): Promise<void> {
    if (this.#logs.textOf(uuid) !== undefined) return;
    this.#logs.set(uuid, '');
    try {
      await this.#logs.readRest(uuid, () => this.#tell());
    } catch (error) {
      this.#logs.set(uuid, messageOf(error));
    }
    this.#tell();
  }

  /** One that waits for a session is never sent then; the answer to its sending says so. */
  async #cancelWaiting({engine}: Run, {label}: StatementRun): Promise<void> {
    try {
      const waiting = (await readWaiting()).find(one => isFor(one, engine, label));
      if (waiting !== undefined)
        await ask('POST /api/v1/queries/{uuid}/cancel', {path: {uuid: waiting.uuid}});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t cancel the query', error});
    }
  }

  /**
   * One statement after the other, each behind the one before it in the same session, until one
   * fails or is cancelled. `from` is sent even where it was stopped: that is what somebody asks for
   * who runs the rest.
   */
  async #goOn(tabId: string, runId: string, first: Fields, from = 0): Promise<void> {
    this.#following.add(runId);
    try {
      let fields = first;
      const count = this.#runOf(tabId, runId)?.statements.length ?? 0;
      for (let index = from; index < count; index++) {
        const isWanted = this.#runOf(tabId, runId)?.statements[index]?.state;
        if (isWanted === undefined || (isWanted === 'stopped' && index > from)) return;
        const uuid = await this.#send(tabId, runId, index, fields);
        if (uuid === undefined || !(await this.#follow(tabId, runId, index, uuid))) {
          this.#stop(tabId, index + 1);
          return;
        }
        if (
          index < count - 1 &&
          this.#runOf(tabId, runId)?.statements[index]?.hasResultSet === true
        )
          this.#change(tabId, runId, index, await keepRows(uuid));
        fields = behind(uuid);
      }
    } finally {
      this.#following.delete(runId);
    }
  }

  /** The statement's uuid; undefined where the server refused it, which is written down then. */
  async #send(
    tabId: string,
    runId: string,
    index: number,
    fields: Fields,
  ): Promise<string | undefined> {
    this.#show(tabId, runId, index);
    this.#change(tabId, runId, index, {state: 'sending', startedAt: Date.now()});
    // The first one is written down before it is sent: a reload must know. Those behind it are sent
    // once, however often they are asked for, and a long text is not written for each of them.
    if (index === 0) this.#tabs.save();
    try {
      const {history_uuid: uuid, handle} = await ask('POST /api/editor/execute', {body: fields});
      this.#noteSession(tabId, handle.session_guid);
      this.#change(tabId, runId, index, {
        state: 'starting',
        uuid,
        label: labelOf(handle.statement),
        shape: shapeOf(handle.statement),
      });
      return uuid;
    } catch (error) {
      // Told twice, in the tab and above it, as clients of this API are used to.
      if (error instanceof ApiFailure && error.isPopup) this.#popup = error.message;
      const uuid = error instanceof ApiFailure ? error.uuid : undefined;
      const isCancelled =
        error instanceof ApiFailure && error.body.query_status?.status === 'canceled';
      this.#change(tabId, runId, index, {
        state: isCancelled ? 'canceled' : 'failed',
        endedAt: Date.now(),
        ...(!isCancelled && {failure: failureOf(error)}),
        ...(uuid !== undefined && {uuid}),
      });
      this.#tell();
      return undefined;
    }
  }

  /**
   * A session of a sheet's own may have ended: then the server opened another one, and what was set
   * up in the old one is not there.
   */
  #noteSession(tabId: string, guid: string | undefined): void {
    const tab = this.#tabs.tab(tabId);
    const {session, run} = tab ?? {};
    if (
      guid === undefined ||
      session === undefined ||
      session.engine !== run?.engine ||
      session.guid === guid
    )
      return;
    this.#tabs.change(tabId, {session: undefined});
    toast({
      kind: 'note',
      title: 'The session had ended',
      text: 'The statement runs in a new session. Temporary views and variables of the old session are lost.',
    });
  }

  /** True when it ended well. A connection that is gone for a moment does not end it. */
  async #follow(tabId: string, runId: string, index: number, uuid: string): Promise<boolean> {
    for (let pauseMs = pollMs.first; ; pauseMs = Math.min(pauseMs * 1.4, pollMs.last)) {
      const known = this.#runOf(tabId, runId)?.statements[index];
      // The tab was closed or runs something else: the statement goes on, and the history has it.
      if (known === undefined) return false;
      try {
        const [{query_status}, hasMoreNews] = await Promise.all([
          ask('POST /api/editor/check_status', {body: {operationId: uuid}}),
          this.#readNews(tabId, runId, index, uuid),
        ]);
        const {status, has_result_set: hasResultSet} = query_status;
        const isFresh = known.state !== status;
        if (isOver(status)) {
          if (hasMoreNews)
            void this.#logs
              .readRest(uuid, news => this.#hear(tabId, runId, index, news))
              .catch(() => undefined);
          this.#change(tabId, runId, index, {
            state: status,
            hasResultSet,
            percent: 100,
            endedAt: Date.now(),
          });
          if (status !== 'available') return false;
          this.#onDone(this.#runOf(tabId, runId)?.engine ?? '', known.label);
          return true;
        }
        if (isFresh) this.#change(tabId, runId, index, {state: status, hasResultSet});
        // Somebody else may have asked for its end, or this page before it was loaded anew.
        if (query_status.is_cancelling === true && known.isUnwanted !== true) {
          this.#change(tabId, runId, index, {isUnwanted: true});
        }
      } catch (error) {
        if (error instanceof ApiFailure) {
          // What the server forgot did not fail: it may well have ended, and can be run again.
          const state = error.envelope === -3 ? 'expired' : 'failed';
          this.#change(tabId, runId, index, {
            state,
            endedAt: Date.now(),
            failure: failureOf(error),
          });
          return false;
        }
        // No answer at all: the network, or a server that is restarted. The statement goes on
        // there.
        this.#change(tabId, runId, index, {failure: failureOf(error)});
      }
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
  }

  /** The log is an extra: whatever is wrong with it, the statement goes on. */
  async #readNews(tabId: string, runId: string, index: number, uuid: string): Promise<boolean> {
    const news = await this.#logs.read(uuid).catch(() => undefined);
    if (news !== undefined) this.#hear(tabId, runId, index, news);
    return news?.has_more === true;
  }

  #hear(tabId: string, runId: string, index: number, {progress: percent, jobs}: LogNews): void {
    const known = this.#runOf(tabId, runId)?.statements[index];
    if (
      known !== undefined &&
      (known.percent !== percent || (known.jobs?.length ?? 0) !== jobs.length)
    )
      this.#change(tabId, runId, index, {percent, jobs}, false);
    this.#tell();
  }

  /** Whatever was not sent from here on is not; `failure` is of the first of them. */
  #stop(tabId: string, from: number, failure?: Failure): void {
    const run = this.#tabs.tab(tabId)?.run;
    if (run === undefined) return;
    const statements = run.statements.map((one, index): StatementRun => {
      if (index < from || isOver(one.state)) return one;
      return {...one, state: 'stopped', ...(index === from && failure !== undefined && {failure})};
    });
    this.#tabs.change(tabId, {run: {...run, statements}});
  }

  #show(tabId: string, runId: string, shown: number): void {
    const run = this.#runOf(tabId, runId);
    if (run !== undefined) this.#tabs.change(tabId, {run: {...run, shown}});
  }

  /**
   * Undefined as soon as the tab is closed or runs something else: nothing is written into a run
   * that is not there any more.
   */
  #runOf(tabId: string, runId: string): Run | undefined {
    const run = this.#tabs.tab(tabId)?.run;
    return run?.id === runId ? run : undefined;
  }

  /** @param isKept false for what the server tells again */
  #change(
    tabId: string,
    runId: string,
    index: number,
    fields: Partial<StatementRun>,
    isKept = true,
  ): void {
    const run = this.#runOf(tabId, runId);
    if (run === undefined) return;
    const one = run.statements[index];
    if (one === undefined) return;
    const changed = {run: {...run, statements: run.statements.with(index, {...one, ...fields})}};
    if (isKept) this.#tabs.change(tabId, changed);
    else this.#tabs.show(tabId, changed);
  }

  #changeByUuid(tabId: string, uuid: string, fields: Partial<StatementRun>): void {
    const run = this.#tabs.tab(tabId)?.run;
    const index = run?.statements.findIndex(one => one.uuid === uuid) ?? -1;
    if (run !== undefined && index >= 0) this.#change(tabId, run.id, index, fields);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Another browser may follow the same text: whichever comes first runs it, and both look at it. */
function behind(uuid: string): Readonly<Record<string, unknown>> {
  return {operationId: uuid, once: true};
}

function failureOf(error: unknown): Failure {
  const diagnosis = error instanceof ApiFailure ? error.diagnosis : undefined;
  return {message: messageOf(error), ...(diagnosis && {diagnosis})};
}

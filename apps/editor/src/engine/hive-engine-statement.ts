import type {
  ColumnInfo,
  HiveClient,
  OperationHandle,
  OperationState,
  OperationStatus,
} from '@gazetteer/thrift';
import {toStatementHandle} from './hive-engine-handles.ts';
import {pageOf} from './hive-engine-page.ts';
import {withoutStack} from './hive-engine-errors.ts';
import {giveUp, translated} from './hive-engine-wait.ts';
import type {Column} from './column.ts';
import {SqlError, type Page, type Progress, type RunningStatement} from './sql-engine.ts';
import type {StatementHandle} from './sql-engine.ts';

const states: Readonly<Record<OperationState, Progress['state']>> = {
  INITIALIZED: 'starting',
  PENDING: 'waiting',
  RUNNING: 'running',
  FINISHED: 'available',
  CANCELED: 'canceled',
  CLOSED: 'expired',
  ERROR: 'failed',
  TIMEDOUT: 'failed',
  UNKNOWN: 'failed',
};

const empty: Page = {columns: [], rowCount: 0};

/** The line of the log with which Tez or Spark begins to tell how far it is. */
const jobLine = /Status: Running \(/;

/**
 * Lines of the log that come at a time, and how often more are asked for at once: not more than are
 * kept, or who follows it would miss some.
 */
const logPageLines = 5000;
const mostLogPages = 3;

/** Makes a call that must not wait for what else the session asks. */
export type Urgently = (call: (client: HiveClient) => Promise<void>) => Promise<void>;

/** A statement on a server of Hive's kind. */
export class HiveStatement implements RunningStatement {
  readonly #client: HiveClient;
  readonly #operation: OperationHandle;
  readonly #urgently: Urgently;
  /** As the server said last: it may know better once the statement has run. */
  #claimsResult: boolean;
  #columns: Promise<readonly Column[]> | undefined;
  /**
   * Rows on their way. Kept when whoever waits gives up, since the server will not send them again.
   */
  #batch: Promise<Page> | undefined;
  #isAtEnd = false;
  #rowsFrom: 'first' | 'next' = 'next';
  /** The log was read by an earlier process, too, when this one takes the statement up. */
  #logFrom: 'first' | 'next' = 'first';
  #runsJob = false;

  constructor(
    client: HiveClient,
    operation: OperationHandle,
    urgently: Urgently = call => call(client),
  ) {
    this.#client = client;
    this.#urgently = urgently;
    this.#operation = operation;
    this.#claimsResult = operation.hasResultSet;
  }

  get handle(): StatementHandle {
    return toStatementHandle(this.#operation);
  }

  async progress(signal?: AbortSignal): Promise<Progress> {
    let status: OperationStatus;
    try {
      // Before a job has begun Hive would let the answer wait for one, 30 seconds where a statement
      // runs none, and a cancel behind it.
      const hasProgress = this.#runsJob;
      status = await translated(
        this.#client.operationStatus(this.#operation, {hasProgress}, {signal}),
      );
    } catch (error) {
      if (!(error instanceof SqlError) || error.kind !== 'statement-expired') throw error;
      return {state: 'expired', hasResultSet: false, error: {message: error.message}};
    }
    const state = states[status.state];
    this.#claimsResult = status.hasResultSet ?? this.#claimsResult;
    // Spark claims a result for statements that have none; only the columns tell.
    const hasResultSet =
      this.#claimsResult && (state !== 'available' || (await this.columns(signal)).length > 0);
    return {state, hasResultSet, ...percentOf(status, state), ...errorOf(status, state)};
  }

  async newLogLines(signal?: AbortSignal): Promise<readonly string[]> {
    const lines: string[] = [];
    // A full page has more behind it.
    for (let page = 0, isFull = true; isFull && page < mostLogPages; page++) {
      const ask = {from: this.#logFrom, maxLines: logPageLines};
      const next = await translated(this.#client.fetchLog(this.#operation, ask, {signal}));
      this.#logFrom = 'next';
      for (const line of next) lines.push(line);
      isFull = next.length >= logPageLines;
    }
    this.#runsJob ||= lines.some(line => jobLine.test(line));
    return lines;
  }

  async columns(signal?: AbortSignal): Promise<readonly Column[]> {
    // Hive answers the question with a crash where there is no result.
    if (!this.#claimsResult) return [];
    // Asked once, whoever gives up waiting; a failure is not kept.
    this.#columns ??= this.#readColumns();
    const asked = this.#columns;
    asked.catch(() => {
      if (this.#columns === asked) this.#columns = undefined;
    });
    return await giveUp(asked, signal);
  }

  async nextPage(maxRows: number, signal?: AbortSignal): Promise<Page> {
    if (this.#isAtEnd) return empty;
    if ((await this.columns(signal)).length === 0) return this.#end();
    const asked = (this.#batch ??= this.#fetch(maxRows));
    const batch = await giveUp(asked, signal);
    // Another reader was there first: these rows are its own.
    if (this.#batch !== asked) return await this.nextPage(maxRows, signal);
    if (batch.rowCount === 0) return this.#end();
    this.#batch = undefined;
    return batch;
  }

  startOver(): void {
    this.#batch = undefined;
    this.#isAtEnd = false;
    this.#rowsFrom = 'first';
  }

  async cancel(): Promise<void> {
    await translated(this.#urgently(client => client.cancelOperation(this.#operation)));
  }

  async close(): Promise<void> {
    this.#isAtEnd = true;
    this.#batch = undefined;
    try {
      await translated(this.#client.closeOperation(this.#operation));
    } catch (error) {
      // What the server has forgotten is closed.
      if (!(error instanceof SqlError) || !error.kind.endsWith('-expired')) throw error;
    }
  }

  /**
   * Spark says that statements without rows had a column `Result`, as a query might have one. The
   * rows tell them apart: those of a query come in a column even where there are none. No row is
   * asked for, and so none is lost.
   */
  async #readColumns(): Promise<readonly Column[]> {
    const columns = (await translated(this.#client.resultColumns(this.#operation))).map(columnOf);
    const [only, second] = columns;
    if (second !== undefined || only?.name !== 'Result' || only.type !== 'string') return columns;
    const nothing = await translated(this.#client.fetch(this.#operation, {maxRows: 0}));
    return nothing.columns.length === 0 ? [] : columns;
  }

  #end(): Page {
    this.#isAtEnd = true;
    this.#batch = undefined;
    return empty;
  }

  /**
   * Never ahead of who reads, who keeps account of the rows that are on their way when the editor
   * stops. A failed fetch stays failed: the place in the result is lost, and to ask again without
   * starting over would leave rows out.
   */
  #fetch(maxRows: number): Promise<Page> {
    const from = this.#rowsFrom;
    this.#rowsFrom = 'next';
    const batch = translated(this.#client.fetch(this.#operation, {maxRows, from})).then(pageOf);
    // Thrown where it is awaited, which is never when nobody reads on.
    batch.catch(() => undefined);
    return batch;
  }
}

function columnOf({name, type, comment}: ColumnInfo): Column {
  return {name, type, ...(comment === undefined ? {} : {comment})};
}

function percentOf({progress}: OperationStatus, state: Progress['state']): {percent?: number} {
  if (state === 'available') return {percent: 100};
  // Servers without progress send an empty table and 0.
  if (progress === undefined || (progress.done === 0 && progress.headers.length === 0)) return {};
  return {percent: Math.floor(progress.done * 100)};
}

function errorOf(
  {error, state}: OperationStatus,
  shown: Progress['state'],
): Pick<Progress, 'error'> {
  if (shown !== 'failed' && shown !== 'canceled') return {};
  if (error === undefined)
    return shown === 'canceled' ? {} : {error: {message: `The server says ${state}, not why`}};
  const {sqlState, errorCode} = error;
  return {
    error: {
      message: withoutStack(error.message),
      ...(sqlState === undefined ? {} : {sqlState}),
      ...(errorCode === undefined ? {} : {code: errorCode}),
    },
  };
}

import type {LivyClient, LivyStatement as Answer} from '../../livy/livy-client.ts';
import type {Column} from '../column.ts';
import {
  SqlError,
  type Page,
  type Progress,
  type RunningStatement,
  type StatementHandle,
} from '../sql-engine.ts';
import {failureIn, tableOf, type Table} from './livy-output.ts';
import {livyError} from './livy-error.ts';

const states: Readonly<Record<Answer['state'], Progress['state']>> = {
  waiting: 'waiting',
  running: 'running',
  available: 'available',
  error: 'failed',
  cancelling: 'running',
  cancelled: 'canceled',
};

export type LivyStatementOptions = {
  readonly client: LivyClient;
  readonly user: string;
  readonly session: number;
  readonly id: number;
};

/**
 * A statement in a Spark session. The server keeps what it has put out, and tells it as often as it
 * is asked.
 */
export class LivyStatement implements RunningStatement {
  readonly handle: StatementHandle;
  readonly #options: LivyStatementOptions;
  #table: Table | undefined;
  #given = 0;
  #isOver = false;

  constructor(options: LivyStatementOptions) {
    this.#options = options;
    const {session, id} = options;
    this.handle = {guid: guidOf(session, id), secret: '', kind: 0, hasResultSet: true};
  }

  async progress(): Promise<Progress> {
    const answer = await this.#read();
    const isFailure = answer.state === 'error' || answer.output?.status === 'error';
    const state = isFailure ? 'failed' : states[answer.state];
    this.#isOver = state === 'failed' || state === 'available' || state === 'canceled';
    const percent = Math.round((answer.progress ?? 0) * 100);
    const hasResultSet = state === 'available' && tableOf(answer.output).columns.length > 0;
    if (isFailure) return {state, hasResultSet, error: {message: failureIn(answer.output)}};
    return {state, hasResultSet, percent: state === 'available' ? 100 : Math.min(99, percent)};
  }

  async newLogLines(): Promise<readonly string[]> {
    return [];
  }

  async columns(): Promise<readonly Column[]> {
    return (await this.#output()).columns;
  }

  async nextPage(maxRows: number, _signal?: AbortSignal, from = this.#given): Promise<Page> {
    const {page} = await this.#output();
    const to = Math.min(from + maxRows, page.rowCount);
    this.#given = to;
    return {
      columns: page.columns.map(values => values.slice(from, to)),
      rowCount: Math.max(0, to - from),
    };
  }

  async cancel(): Promise<void> {
    const {client, user, session, id} = this.#options;
    if (this.#isOver) return;
    await livyError(client.cancel(user, session, id));
  }

  /** The server forgets it with its session. */
  async close(): Promise<void> {
    await this.cancel();
  }

  async #output(): Promise<Table> {
    this.#table ??= tableOf((await this.#read()).output);
    return this.#table;
  }

  async #read(): Promise<Answer> {
    const {client, user, session, id} = this.#options;
    const answer = await livyError(client.statement(user, session, id));
    if (answer === undefined)
      throw new SqlError('statement-expired', 'The Spark session of this statement is over');
    return answer;
  }
}

/** Sessions and statements are numbers on their server; as ids they have the form of all others. */
export function guidOf(session: number, statement: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(BigInt(session), 0);
  bytes.writeBigUInt64LE(BigInt(statement), 8);
  return bytes.toString('base64');
}

export function numbersIn(guid: string): {session: number; statement: number} {
  const bytes = Buffer.from(guid, 'base64');
  return {session: Number(bytes.readBigUInt64LE(0)), statement: Number(bytes.readBigUInt64LE(8))};
}

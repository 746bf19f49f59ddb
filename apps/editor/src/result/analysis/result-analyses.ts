import {mkdir, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Log} from '@gazetteer/server';
import {PackedPage} from '../../engine/packed-page.ts';
import type {ResultAnswer, ResultQuestion} from '../../engine/duckdb/duckdb-calls.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import {DuckDbProcess} from '../../engine/duckdb/duckdb-process.ts';
import type {Column} from '../../engine/column.ts';
import type {LiveStatement} from '../../statement/live-statement.ts';

/** All results together. What does not fit goes to disk. */
const limits: DuckDbLimits = {
  memoryLimit: '512MB',
  maxTempSize: '8GB',
  threads: 2,
  timeoutMs: 60_000,
  graceMs: 30_000,
};
/** More are not brought from the server to be asked again; the answer says so. */
export const maxRows = 10_000_000;
/** How long the process stays when nobody asks. */
const idleMs = 5 * 60_000;

export type Prepared = {
  /** Of the statement, and of its table in the engine. */
  readonly uuid: string;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** False when the result has more rows than are asked. */
  readonly isWhole: boolean;
  /** As the rows of the answer. */
  readonly ask: (question: Omit<ResultQuestion, 'timeoutMs'>) => Promise<ResultAnswer>;
};

/**
 * Fetched results as tables of the embedded engine, in a process beside the editor's, so that they
 * are sorted, searched and counted as a whole without a word to the server that they came from.
 */
export class ResultAnalyses {
  readonly #folder: string;
  readonly #log: Log;
  readonly #preparing = new Map<string, Promise<Prepared>>();
  /** In which process a result is a table. */
  readonly #loaded = new Map<string, DuckDbProcess>();
  #process: DuckDbProcess | undefined;
  #working = 0;
  #idle: NodeJS.Timeout | undefined;

  private constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** @param results ids of the results that are there; tables of others are removed */
  static async open(
    folder: string,
    results: ReadonlySet<string>,
    log: Log,
  ): Promise<ResultAnalyses> {
    await mkdir(folder, {recursive: true, mode: 0o700});
    for (const name of await readdir(folder)) {
      const uuid = /^([\da-f-]{36})\.duckdb$/.exec(name)?.[1];
      if (uuid === undefined || !results.has(uuid))
        await rm(join(folder, name), {recursive: true, force: true});
    }
    return new ResultAnalyses(folder, log);
  }

  /**
   * Brings all rows of the result here and makes a table of them, once. Callers at the same time
   * share the work.
   * @throws {SqlError} what the server says, or `misconfigured` where the engine is not installed
   */
  async prepare(live: LiveStatement): Promise<Prepared> {
    const {uuid} = live.statement;
    const known = this.#preparing.get(uuid);
    if (known !== undefined && (this.#loaded.get(uuid)?.isRunning ?? true)) return await known;
    const preparing = this.#load(live);
    this.#preparing.set(uuid, preparing);
    try {
      return await preparing;
    } catch (error) {
      if (this.#preparing.get(uuid) === preparing) this.#preparing.delete(uuid);
      throw error;
    }
  }

  /** The table goes with the result. */
  async remove(uuid: string): Promise<void> {
    const preparing = this.#preparing.get(uuid);
    if (preparing === undefined) {
      await rm(this.#fileOf(uuid), {force: true});
      return;
    }
    this.#preparing.delete(uuid);
    await preparing.catch(() => undefined);
    const process = this.#loaded.get(uuid);
    this.#loaded.delete(uuid);
    if (process?.isRunning === true) await process.call('dropResult', uuid);
    await rm(this.#fileOf(uuid), {force: true});
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#process?.stop();
  }

  async #load(live: LiveStatement): Promise<Prepared> {
    const {uuid} = live.statement;
    await live.fetchUpTo(maxRows);
    const columns = await live.columns();
    const {rowCount: fetched, isComplete} = live.fetched;
    const rowCount = Math.min(fetched, maxRows);
    const startedAt = performance.now();
    const temporary = join(this.#folder, 'temporary');
    const source = {rowCount, columns, database: this.#fileOf(uuid), temporary};
    if (this.#process?.isRunning !== true) this.#process = new DuckDbProcess();
    const process = this.#process;
    await this.#work(() =>
      live.withFile(spool => process.call('loadResult', uuid, {...source, spool}, limits)),
    );
    this.#loaded.set(uuid, process);
    const ms = Math.round(performance.now() - startedAt);
    this.#log.info({statement: uuid, rowCount, ms}, 'result can be asked');
    const ask: Prepared['ask'] = async question => {
      live.usedAt = Date.now();
      const {timeoutMs} = limits;
      const {packed, ...answer} = await this.#work(() =>
        process.call('askResult', uuid, {...question, timeoutMs}),
      );
      return {...answer, page: PackedPage.from(packed)};
    };
    return {uuid, columns, rowCount, isWhole: isComplete && fetched <= maxRows, ask};
  }

  #fileOf(uuid: string): string {
    return join(this.#folder, `${uuid}.duckdb`);
  }

  /** Nobody ends the process meanwhile. */
  async #work<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    this.#working++;
    try {
      return await work();
    } finally {
      if (--this.#working === 0) this.#idle = setTimeout(() => void this.#rest(), idleMs).unref();
    }
  }

  /** Gives the memory back; the tables stay in their files. */
  async #rest(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#preparing.clear();
    this.#loaded.clear();
    try {
      await process?.stop();
    } catch (error) {
      this.#log.warn({error}, 'the process with the results did not end');
    }
  }
}

import {randomUUID} from 'node:crypto';
import {setTimeout as delay} from 'node:timers/promises';
import type {Log} from '@gazetteer/server';
import {AppError} from '@gazetteer/model';

/** At a time, of one person and of all. */
const most = {ofPerson: 2, ofAll: 16};
/** Ended ones of one person that are remembered. */
const remembered = 10;
/** How long an editor that stops waits for all of them. */
const stopMs = 10_000;

export type LoadTarget = {
  readonly engine: string;
  readonly database: string;
  readonly table: string;
};

/** A file on its way into a table of an engine elsewhere. What changes is told by the worker. */
export type FileLoad = LoadTarget & {
  readonly uuid: string;
  readonly startedAt: number;
  phase: 'reading' | 'sending' | 'running' | 'finished' | 'failed' | 'canceled';
  /** Rows of the table, once they are counted. */
  rows?: number;
  /** Bytes that are staged, and how many there will be. */
  sentBytes: number;
  totalBytes: number;
  /** Id of the statement that runs, or ran last. */
  statement?: string;
  /** Why it failed. */
  message?: string;
  /** What could not be removed afterwards. */
  leftOver?: string;
};

type Kept = {readonly userName: string; readonly load: FileLoad};
type Running = {readonly stop: AbortController; readonly done: Promise<void>};

class Canceled extends Error {}
/** Tells what is left of an import, also of one that was canceled. */
export class Unfinished extends Error {}

/**
 * Imports that this process works on, and the last ones that have ended. They do not outlive it:
 * what they have staged is removed by the next import of the same person.
 */
export class FileLoads {
  /** What is staged right now, by the ids that folders have. */
  readonly staged = new Set<string>();
  readonly #log: Log;
  readonly #loads = new Map<string, Kept>();
  readonly #running = new Map<string, Running>();
  #isStopped = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Begins one, which goes on when nobody waits for it any more.
   * @param work ends when nothing of it is left but the table
   * @throws CONFLICT where as many are in progress as there may be
   */
  start(
    userName: string,
    target: LoadTarget,
    work: (load: FileLoad, signal: AbortSignal) => Promise<void>,
  ): FileLoad {
    this.#checkRoom(userName);
    const load: FileLoad = {
      ...target,
      uuid: randomUUID(),
      startedAt: Date.now(),
      phase: 'reading',
      sentBytes: 0,
      totalBytes: 0,
    };
    const stop = new AbortController();
    this.#loads.set(load.uuid, {userName, load});
    const done = this.#run(userName, load, stop.signal, work).finally(() => {
      this.#running.delete(load.uuid);
      this.#forget(userName);
    });
    this.#running.set(load.uuid, {stop, done});
    return load;
  }

  /** Those of a person, the latest first. */
  of(userName: string): readonly FileLoad[] {
    const own = [...this.#loads.values()].filter(kept => kept.userName === userName);
    return own.map(({load}) => load).toReversed();
  }

  /** Ends when nothing of it runs any more. @throws NOT_FOUND */
  async cancel(userName: string, uuid: string): Promise<void> {
    if (this.#loads.get(uuid)?.userName !== userName)
      throw new AppError('NOT_FOUND', [`You have no import ${uuid} here`]);
    const running = this.#running.get(uuid);
    running?.stop.abort(new Canceled('The import was canceled.'));
    await running?.done;
  }

  /** Cancels all, and waits some seconds for them to remove what they staged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const why = new Error('The editor was stopped during the import.');
    for (const {stop} of this.#running.values()) stop.abort(why);
    const done = Promise.all([...this.#running.values()].map(one => one.done));
    await Promise.race([done, delay(stopMs, undefined, {ref: false})]);
  }

  async #run(
    userName: string,
    load: FileLoad,
    signal: AbortSignal,
    work: (load: FileLoad, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const {uuid, engine} = load;
    try {
      await work(load, signal);
      load.phase = 'finished';
    } catch (failure) {
      const isCanceled = signal.aborted && signal.reason instanceof Canceled;
      load.phase = isCanceled ? 'canceled' : 'failed';
      const error: unknown =
        failure instanceof Unfinished || !signal.aborted ? failure : signal.reason;
      load.message = (error as Error).message;
      this.#log.info({module: 'import', error, uuid, userName, engine}, 'A file was not imported');
    }
  }

  #checkRoom(userName: string): void {
    if (this.#isStopped) throw new AppError('CONFLICT', ['The editor is being stopped']);
    const running = [...this.#running.keys()].map(uuid => this.#loads.get(uuid));
    const own = running.filter(kept => kept?.userName === userName).length;
    if (own >= most.ofPerson)
      throw new AppError('CONFLICT', [
        `You have ${own} imports in progress. Wait until one has finished, or cancel one.`,
      ]);
    if (running.length >= most.ofAll)
      throw new AppError('CONFLICT', [
        `${running.length} imports are in progress, which is the maximum. Try again later.`,
      ]);
  }

  #forget(userName: string): void {
    const ended = this.of(userName).filter(({uuid}) => !this.#running.has(uuid));
    for (const {uuid} of ended.slice(remembered)) this.#loads.delete(uuid);
  }
}

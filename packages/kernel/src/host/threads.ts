import {Worker} from 'node:worker_threads';
import type {AnyOperation} from '../operation.ts';
import {FairQueue, patienceMs} from './fair-queue.ts';
import type {Runner} from './host.ts';
import type {Log, Outcome, Who} from './outcome.ts';
import {sharedStop} from './stopping.ts';

/** A thread that has not given up its call by then is replaced. */
const stopWithinMs = 2_000;

/**
 * A call as it goes to a thread, where the operation is looked up by its name: all is plain data.
 */
export type ThreadCall = {id: number; name: string; caller: unknown; args: unknown};
export type ThreadReply = {id: number; outcome: Outcome};

export type ThreadsOptions<Caller> = {
  /** The file that a thread runs: `serveCalls` with the server's operations. */
  readonly file: URL;
  /**
   * Plain data that a thread is started with, beside its role and `toStop`, which a `Stopping` of
   * it reads.
   */
  readonly data: object;
  /** What runs operations that stay in this thread. */
  readonly here: Runner<Caller>;
  /** One of them is kept free of searches; there are two at least. */
  readonly readers: number;
  readonly log: Log;
};

/**
 * Operations in threads, for a store that works in the thread that calls it: all writes in one,
 * searches in some, one at a time in each, other reads that may be long in another, point reads
 * here. Slow searches then stop nobody else, and concurrent writes share commits.
 */
export class Threads<Caller extends Who> implements Runner<Caller> {
  readonly #here: Runner<Caller>;
  readonly #writer: Thread;
  /** For what is asked of some entities, which never waits for a search. */
  readonly #reader: Thread;
  readonly #searchers: readonly Thread[];
  /** Started for who waits for the searches of others, so that one person never takes all. */
  readonly #reserve: Thread;
  readonly #searches: FairQueue<Thread>;
  /** A reader for what takes long; it is started when something does. */
  readonly #background: Thread;

  constructor({here, file, data, readers, log}: ThreadsOptions<Caller>) {
    const thread = (role: 'writer' | 'reader') => new Thread(file, {...data, role}, log);
    this.#here = here;
    this.#writer = thread('writer');
    this.#background = thread('reader');
    this.#reader = thread('reader');
    this.#searchers = Array.from({length: Math.max(1, readers - 1)}, () => thread('reader'));
    this.#reserve = thread('reader');
    this.#searches = new FairQueue(this.#searchers, {one: this.#reserve, afterMs: patienceMs});
    this.#writer.prepare();
  }

  async run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const {on, name} = operation;
    if (on === 'main') return await this.#here.run(operation, caller, args);
    if (on === 'reader' || on === 'search') this.#prepareReaders();
    if (on === 'search') {
      const {userName} = caller.actor;
      return await this.#searches.use(userName, signal, thread =>
        thread.call({name, caller, args}, signal),
      );
    }
    const thread =
      on === 'writer' ? this.#writer : on === 'background' ? this.#background : this.#reader;
    return await thread.call({name, caller, args});
  }

  /**
   * A thread has some 40 MiB and costs a third of a second of CPU to start: none is started before
   * somebody reads, and then the two that whoever reads on needs; further ones wait until the first
   * has its hands full.
   */
  #prepareReaders(): void {
    this.#reader.prepare();
    this.#searchers[0]?.prepare();
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.#writer, this.#background, this.#reader, this.#reserve, ...this.#searchers].map(
        thread => thread.close(),
      ),
    );
    await this.#here.close();
  }
}

/**
 * A worker thread, started by its first call, and the calls that wait for it. One that dies fails
 * them; the next call starts it anew.
 */
class Thread {
  readonly #file: URL;
  readonly #data: {readonly role: string};
  readonly #log: Log;
  readonly #calls = new Map<number, PromiseWithResolvers<Outcome>>();
  #worker: Worker | undefined;
  #toStop = sharedStop();
  #nextId = 1;

  constructor(file: URL, data: {readonly role: string}, log: Log) {
    this.#file = file;
    this.#data = data;
    this.#log = log;
  }

  /** Before the first call, so that it need not wait. */
  prepare(): void {
    this.#worker ??= this.#start();
  }

  /** @param signal to give it up; only where the thread has no other call meanwhile */
  async call(what: Omit<ThreadCall, 'id'>, signal?: AbortSignal): Promise<Outcome> {
    const id = this.#nextId++;
    const call = Promise.withResolvers<Outcome>();
    this.#calls.set(id, call);
    this.#worker ??= this.#start();
    this.#worker.postMessage({id, ...what} satisfies ThreadCall);
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      Atomics.store(this.#toStop, 0, id);
      timer = setTimeout(() => this.#abandon(), stopWithinMs);
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, {once: true});
    try {
      return await call.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  /**
   * A statement that cannot be stopped goes on in a thread that ends with it; the next call has a
   * new one.
   */
  #abandon(): void {
    const {role} = this.#data;
    this.#log.warn({thread: role}, 'store thread did not stop in time and is replaced');
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail(new Error(`store thread ${role} was replaced`));
    void worker?.terminate();
  }

  #fail(error: Error): void {
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
  }

  async close(): Promise<void> {
    await Promise.allSettled(Array.from(this.#calls.values(), call => call.promise));
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise(resolve => worker.once('exit', resolve));
    worker.postMessage('close');
    await exited;
  }

  #start(): Worker {
    const {role} = this.#data;
    this.#toStop = sharedStop();
    const worker = new Worker(this.#file, {
      workerData: {...this.#data, toStop: this.#toStop},
      name: role,
    });
    worker.on('message', (reply: ThreadReply) => {
      this.#calls.get(reply.id)?.resolve(reply.outcome);
      this.#calls.delete(reply.id);
    });
    worker.on('error', error => this.#log.error({error, thread: role}, 'store thread failed'));
    worker.on('exit', code => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      this.#fail(new Error(`store thread ${role} ended with code ${code}`));
    });
    return worker;
  }
}

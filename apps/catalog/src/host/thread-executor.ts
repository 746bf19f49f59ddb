import {Worker} from 'node:worker_threads';
import type {Log, Settings} from '../catalog.ts';
import {operations, type OperationName} from '../operations.ts';
import type {Asker} from './asker.ts';
import type {Engine} from './engine.ts';
import type {Outcome} from './outcome.ts';
import {settle, type Executor} from './executor.ts';

/** What a thread is started with: everything it needs is plain data. */
export type ThreadOptions = {file: string; role: 'writer' | 'reader'; settings: Settings};
export type ThreadCall = {id: number; name: OperationName; asker: Asker; args: unknown};
export type ThreadReply = {id: number; outcome: Outcome};

/**
 * SQLite in threads: all writes in one, searches and long reads in others, point reads here, where the engine given for
 * them lives. One slow search then stops nobody else, and concurrent writes share commits.
 */
export class ThreadExecutor implements Executor {
  readonly #here: Engine;
  readonly #writer: Thread;
  readonly #readers: readonly Thread[];
  /** A reader for what takes long; it is started when something does. */
  readonly #background: Thread;
  readonly #log: Log;

  constructor(here: Engine, options: Omit<ThreadOptions, 'role'>, readers: number, log: Log) {
    this.#here = here;
    this.#log = log;
    this.#writer = new Thread({...options, role: 'writer'}, log);
    this.#background = new Thread({...options, role: 'reader'}, log);
    this.#readers = Array.from({length: readers}, () => new Thread({...options, role: 'reader'}, log));
    // Starting a thread costs a third of a second of CPU: further readers wait until the first has its hands full.
    this.#writer.prepare();
    this.#readers[0]?.prepare();
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<string | undefined> {
    const {on} = operations[name];
    if (on === 'main') return settle(await this.#here.run(name, asker, args), asker, this.#log);
    const thread = on === 'writer' ? this.#writer : on === 'background' ? this.#background : this.#idlest();
    return settle(await thread.call(name, asker, args), asker, this.#log);
  }

  async close(): Promise<void> {
    await Promise.all([this.#writer, this.#background, ...this.#readers].map(thread => thread.close()));
    await this.#here.close();
  }

  #idlest(): Thread {
    return this.#readers.reduce(
      (best, one) => (one.waiting < best.waiting ? one : best),
      this.#readers[0] ?? this.#writer,
    );
  }
}

/** A worker thread, started by its first call, and the calls that wait for it. One that dies fails them; the next call starts it anew. */
class Thread {
  readonly #options: ThreadOptions;
  readonly #log: Log;
  readonly #calls = new Map<number, PromiseWithResolvers<Outcome>>();
  #worker: Worker | undefined;
  #nextId = 1;

  constructor(options: ThreadOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** Before the first call, so that it need not wait. */
  prepare(): void {
    this.#worker ??= this.#start();
  }

  get waiting(): number {
    return this.#calls.size;
  }

  call(name: OperationName, asker: Asker, args: unknown): Promise<Outcome> {
    const id = this.#nextId++;
    const call = Promise.withResolvers<Outcome>();
    this.#calls.set(id, call);
    this.#worker ??= this.#start();
    this.#worker.postMessage({id, name, asker, args} satisfies ThreadCall);
    return call.promise;
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
    const {role} = this.#options;
    const worker = new Worker(new URL('./store-thread.ts', import.meta.url), {workerData: this.#options, name: role});
    worker.on('message', (reply: ThreadReply) => {
      this.#calls.get(reply.id)?.resolve(reply.outcome);
      this.#calls.delete(reply.id);
    });
    worker.on('error', error => this.#log.error({error, thread: role}, 'store thread failed'));
    worker.on('exit', code => {
      this.#worker = undefined;
      for (const call of this.#calls.values()) call.reject(new Error(`store thread ${role} ended with code ${code}`));
      this.#calls.clear();
    });
    return worker;
  }
}

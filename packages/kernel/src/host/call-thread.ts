import {Worker} from 'node:worker_threads';
import {addSpans, type Span, traceCall, type TraceCall} from '@gazetteer/server/trace';
import type {AnyOperation} from '../operation.ts';
import type {Runner} from './host.ts';
import type {Log, Outcome} from './outcome.ts';
import {sharedStop} from './stopping.ts';

/** A thread that has not given up its call by then is replaced. */
const stopWithinMs = 2_000;

/**
 * A call as it goes to a thread, where the operation is looked up by its name: all is plain data.
 */
export type ThreadCall = {
  id: number;
  name: string;
  caller: unknown;
  args: unknown;
  trace?: TraceCall | undefined;
};
export type ThreadReply = {id: number; outcome: Outcome; spans?: readonly Span[] | undefined};

/**
 * A worker thread, started by its first call, and the calls that wait for it. One that dies fails
 * them; the next call starts it anew.
 */
export class Thread implements Runner<unknown> {
  readonly #file: URL;
  readonly #data: {readonly role: string};
  readonly #log: Log;
  readonly #calls = new Map<number, PromiseWithResolvers<ThreadReply>>();
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
  async run(
    {name}: AnyOperation,
    caller: unknown,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const id = this.#nextId++;
    const call = Promise.withResolvers<ThreadReply>();
    this.#calls.set(id, call);
    this.#worker ??= this.#start();
    this.#worker.postMessage({id, name, caller, args, trace: traceCall()} satisfies ThreadCall);
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      Atomics.store(this.#toStop, 0, id);
      timer = setTimeout(() => this.#abandon(), stopWithinMs);
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, {once: true});
    try {
      const {outcome, spans} = await call.promise;
      addSpans(spans);
      return outcome;
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
    this.#log.warn({thread: role}, 'thread did not stop in time and is replaced');
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail(new Error(`thread ${role} was replaced`));
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
      this.#calls.get(reply.id)?.resolve(reply);
      this.#calls.delete(reply.id);
    });
    worker.on('error', error => this.#log.error({error, thread: role}, 'thread failed'));
    worker.on('exit', code => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      this.#fail(new Error(`thread ${role} ended with code ${code}`));
    });
    return worker;
  }
}

import {giveWay} from '@gazetteer/server';
import {type ChildProcess, fork} from 'node:child_process';
import {join} from 'node:path';
import {SqlError} from '../sql-engine.ts';
import type {CallName, DuckDbCalls, Request, Response} from './duckdb-calls.ts';

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
};

/**
 * The other process, as this one sees it. Once it has ended, every call fails: a new one is started
 * by whoever needs it.
 */
export class DuckDbProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #hasEnded = false;
  /** Why it was ended, for those who wait. */
  #reason: SqlError | undefined;

  /** @throws {SqlError} `misconfigured` where the engine's package was left out */
  constructor() {
    checkInstalled();
    // Of the environment nothing: statements of strangers run there. The heap is for rows on their
    // way.
    this.#child = fork(join(import.meta.dirname, 'duckdb-host.ts'), {
      serialization: 'advanced',
      env: {},
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (response: Response) => this.#checkpoint(response));
    this.#child.on('error', () => this.#end('could not be started'));
    this.#child.on('exit', (code, signal) => this.#end(`has ended (${signal ?? `code ${code}`})`));
    giveWay(this.#child.pid);
    this.#letParentEnd();
  }

  get isRunning(): boolean {
    return !this.#hasEnded;
  }

  /**
   * @throws {SqlError} what the engine says, or `connection-lost` when its process ended before it
   * answered
   */
  async call<Name extends CallName>(
    name: Name,
    ...args: Parameters<DuckDbCalls[Name]>
  ): Promise<Awaited<ReturnType<DuckDbCalls[Name]>>> {
    if (this.#hasEnded) throw new SqlError('session-expired', 'The embedded engine was restarted');
    const request: Request = {id: ++this.#lastId, name, args};
    const {promise, resolve, reject} = Promise.withResolvers<unknown>();
    this.#waiting.set(request.id, {resolve, reject});
    // Whoever waits for an answer keeps this process alive, an idle engine does not.
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(request, error => {
      if (error !== null) this.#end('cannot be reached');
    });
    return (await promise) as Awaited<ReturnType<DuckDbCalls[Name]>>;
  }

  /** Ends with the process, its database closed. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    this.#child.once('exit', () => resolve());
    this.#child.ref();
    this.#child.disconnect();
    await promise;
  }

  /**
   * A call that is answered in time, or that costs the process: work which the engine cannot be
   * asked to stop, such as reading a statement, ends with it.
   * @throws {SqlError} `timeout`, beside what `call` throws
   */
  async callWithin<Name extends CallName>(
    ms: number,
    name: Name,
    ...args: Parameters<DuckDbCalls[Name]>
  ): Promise<Awaited<ReturnType<DuckDbCalls[Name]>>> {
    const timer = setTimeout(() => {
      const message = `The embedded engine gave no answer within ${ms / 1000} s, so it was ended; what it had stored is there`;
      this.kill('SIGKILL', new SqlError('timeout', message));
    }, ms);
    try {
      return await this.call(name, ...args);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param reason what those hear who wait for an answer when it ends by this */
  kill(signal: NodeJS.Signals, reason?: SqlError): void {
    this.#reason ??= reason;
    this.#child.kill(signal);
  }

  #checkpoint(response: Response): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (this.#waiting.size === 0) this.#letParentEnd();
    if ('error' in response)
      waiting?.reject(new SqlError(response.error.kind, response.error.message));
    else waiting?.resolve(response.value);
  }

  #end(what: string): void {
    this.#hasEnded = true;
    for (const {reject} of this.#waiting.values()) {
      reject(
        this.#reason ??
          new SqlError('connection-lost', `The process of the embedded engine ${what}`),
      );
    }
    this.#waiting.clear();
  }

  #letParentEnd(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/**
 * Here, as the other process does not come as far as to say it: its files need the package to be
 * loaded.
 */
function checkInstalled(): void {
  try {
    import.meta.resolve('@duckdb/node-api');
  } catch (error) {
    const message =
      'The embedded engine is not installed: its package @duckdb/node-api is optional and was left out. ' +
      '`npm ci --include=optional` brings it, where there is one for this machine';
    throw new SqlError('misconfigured', message, {cause: error});
  }
}

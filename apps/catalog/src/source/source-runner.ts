import {AppError, type Guid} from '@gazetteer/model';
import {inMemory} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {randomUUID} from 'node:crypto';
import {catalogItself, type CatalogHost} from '../caller.ts';
import type {Log} from '../catalog.ts';
import type {RunLogin} from './run-login.ts';
import type {ReadOutcome} from './source-calls.ts';
import {carryOut} from './source-process.ts';
import {
  endSourceRun,
  hasSourcesToRead,
  keepSourceRun,
  leaveSourceRuns,
  takeSourceRuns,
  type RunToDo,
} from './source-runs.ts';

/** How often schedules are looked at, and the lease is prolonged. */
const pollMs = 3000;
/** How often it is noted how far a run is, and asked whether it goes on. */
const progressMs = 1000;
/** Sources that are read at a time. */
const maxRunning = 2;

/** Asks the editor in somebody's name; undefined where there is none. */
export type AskEditor = (who: {
  readonly userName: string;
  readonly groups: readonly string[];
}) => typeof fetch | undefined;

type Running = {
  readonly source: string;
  readonly stop: AbortController;
  readonly done: Promise<void>;
};

/** Reads sources in the background, each in a process of its own and as whoever it is read for. */
export class SourceRunner {
  readonly #host: CatalogHost;
  readonly #log: Log;
  readonly #login: RunLogin;
  readonly #askEditor: AskEditor;
  readonly #holder = randomUUID();
  readonly #itself = catalogItself('sources');
  readonly #running = new Map<Guid, Running>();
  #ask: ReturnType<typeof inMemory> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #isAwaited = false;
  #isClosed = false;

  /** @param askEditor asks the editor, where there is one */
  constructor(host: CatalogHost, login: RunLogin, log: Log, askEditor: AskEditor) {
    this.#askEditor = askEditor;
    this.#host = host;
    this.#login = login;
    this.#log = log;
  }

  /** @param app the server that is asked for what a run writes */
  start(app: FastifyInstance): void {
    this.#ask = inMemory(app);
    this.#timer = setInterval(() => this.wake(), pollMs);
    this.wake();
  }

  /** There may be something to read. */
  wake(): void {
    if (this.#isClosed || this.#ask === undefined) return;
    if (this.#turn !== undefined) {
      this.#isAwaited = true;
      return;
    }
    this.#turn = this.#startRuns()
      .catch((error: unknown) => this.#log.error({error}, 'sources are not read'))
      .finally(() => {
        this.#turn = undefined;
        if (this.#isAwaited) this.wake();
      });
  }

  /** Ends what is being read; another process, or the next one, reads it from its beginning. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#turn;
    const running = [...this.#running.keys()];
    for (const {stop} of this.#running.values()) stop.abort(new Error('The server ends.'));
    await Promise.all([...this.#running.values()].map(one => one.done));
    await this.#host
      .call(leaveSourceRuns, this.#itself, {holder: this.#holder, running})
      .catch((error: unknown) =>
        this.#log.warn({error}, 'sources that were being read wait until the lease ends'),
      );
  }

  async #startRuns(): Promise<void> {
    this.#isAwaited = false;
    // With a run under way the lease has to be prolonged, whatever there is to read.
    const isIdle = this.#running.size === 0;
    // Every few seconds, and in most catalogs for nothing: it only reads, and keeps no change
    // waiting.
    if (isIdle && !(await this.#host.call(hasSourcesToRead, this.#itself, undefined))) return;
    const runs = await this.#host.call(takeSourceRuns, this.#itself, {
      holder: this.#holder,
      running: Array.from(this.#running, ([guid, {source}]) => ({guid, source})),
      room: maxRunning - this.#running.size,
    });
    for (const run of runs) {
      const stop = new AbortController();
      const done = this.#run(run, stop).finally(() => {
        this.#running.delete(run.guid);
        this.wake();
      });
      this.#running.set(run.guid, {source: run.source.name, stop, done});
    }
  }

  async #run(run: RunToDo, stop: AbortController): Promise<void> {
    const {guid} = run;
    try {
      const outcome = await this.#read(run, stop);
      await this.#host.call(endSourceRun, this.#itself, {holder: this.#holder, guid, outcome});
    } catch (error) {
      // The run was given back when this server ended, and another one begins it anew.
      if (this.#isClosed) return;
      const failure = error instanceof Error ? error.message : String(error);
      if (!(error instanceof AppError)) this.#log.error({error}, 'a source could not be read');
      await this.#host
        .call(endSourceRun, this.#itself, {holder: this.#holder, guid, failure})
        .catch((reason: unknown) =>
          this.#log.error({error: reason}, 'the failure of a run could not be noted'),
        );
    }
  }

  async #read(
    {guid, source, userName, isRehearsal, maxDeletes}: RunToDo,
    stop: AbortController,
  ): Promise<ReadOutcome> {
    const groups = await this.#login.groupsOf(userName);
    const {authorization, close} = this.#login.open(userName, guid);
    let assets = 0;
    // Tells how far the run is, and hears in the answer whether somebody has canceled it.
    const timer = setInterval(() => {
      this.#host
        .call(keepSourceRun, this.#itself, {holder: this.#holder, guid, assets})
        .then(goesOn => goesOn || stop.abort(new Error('The run was canceled.')))
        .catch((error: unknown) => this.#log.warn({error}, 'how far a run is was not noted'));
    }, progressMs);
    const send = this.#ask ?? (() => Promise.reject(new Error('no server is asked yet')));
    try {
      return await carryOut<ReadOutcome>(
        {kind: 'read', source, isRehearsal, maxDeletes},
        {
          ask: (path, init) =>
            send(String(path), {
              ...init,
              headers: {
                ...(init?.headers as Record<string, string> | undefined),
                accept: 'application/json',
                authorization,
              },
            }),
          askEditor: this.#askEditor({userName, groups}),
          onProgress: count => void (assets = count),
          signal: stop.signal,
        },
      );
    } finally {
      clearInterval(timer);
      close();
    }
  }
}

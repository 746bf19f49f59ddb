// Runs cells of a notebook one after another, in one session of the person who looks.
import {messageOf} from '@gazetteer/ui';
import {ApiFailure, ask} from '../api/request.ts';
import {queries} from '../api/queries.ts';
import type {NotebookResult} from '../api/wire.ts';
import {isRunning} from '../dashboards/dashboard-queries.ts';
import {closeSession, openSession} from '../editor/open-session.ts';
import {sharedValue} from '../shared-value.ts';
import {StoredSession} from './stored-session.ts';
import {lookMs, problemOf, resultsChanged, resultsQuery, type Values} from './notebook-queries.ts';

export type Runs = {
  /** In their order; the first is the next. */
  readonly queued: readonly string[];
  /** The one at work. */
  readonly current: string | undefined;
  readonly isCanceling: boolean;
  /** Why cells could not be run, by their ids. */
  readonly problems: Readonly<Record<string, string>>;
  /** The cell that found its session ended, and all that were asked for with it. */
  readonly ended: {readonly cell: string; readonly asked: readonly string[]} | undefined;
};

/** What is to be run, asked for when its turn has come. */
type Now = {
  readonly engine: string;
  readonly values: Values;
  /** @throws why the notebook can't be saved: cells are run as they are saved */
  readonly save: () => Promise<void>;
};

export class CellRunner {
  readonly runs = sharedValue<Runs>({
    queued: [],
    current: undefined,
    isCanceling: false,
    problems: {},
    ended: undefined,
  });
  readonly #uuid: string;
  readonly #sessions: StoredSession;
  #now: Now | undefined;
  #asked: readonly string[] = [];

  constructor(uuid: string) {
    this.#uuid = uuid;
    this.#sessions = new StoredSession(uuid);
  }

  /** Behind those that are queued; one that fails keeps the others from being run. */
  run(cells: readonly string[], now: Now): void {
    this.#now = now;
    const {queued, current, problems} = this.runs.get();
    const fresh = cells.filter(one => !queued.includes(one) && one !== current);
    const left = Object.entries(problems).filter(([cell]) => !fresh.includes(cell));
    this.#asked = current === undefined ? fresh : [...this.#asked, ...fresh];
    this.#set({
      queued: [...queued, ...fresh],
      problems: Object.fromEntries(left),
      ended: undefined,
    });
    if (current === undefined) void this.#work();
  }

  /** Nothing more is run; what the server has not accepted yet is canceled as soon as it is known. */
  async stop(): Promise<void> {
    const {current} = this.runs.get();
    this.#set({queued: [], isCanceling: current !== undefined});
    if (current === undefined || this.#now === undefined) return;
    await this.#cancel((await this.#look(this.#now.values)).find(({cell}) => cell === current));
  }

  /** Forgets what cells have set and made for themselves. */
  async restart(): Promise<void> {
    await this.stop();
    const session = this.#sessions.get();
    this.forgetSession();
    if (session !== undefined) await closeSession(session);
  }

  /** The next cell opens another. */
  forgetSession(): void {
    this.#sessions.set(undefined);
    this.#set({ended: undefined});
  }

  async #work(): Promise<void> {
    for (;;) {
      const {queued} = this.runs.get();
      const [cell, ...rest] = queued;
      if (cell === undefined) break;
      this.#set({queued: rest, current: cell});
      const problem = await this.#runOne(cell).catch((error: unknown) => {
        if (isSessionEnded(error)) this.#set({ended: {cell, asked: this.#asked}});
        return messageOf(error);
      });
      if (problem !== undefined)
        this.#set({queued: [], problems: {...this.runs.get().problems, [cell]: problem}});
      this.#set({current: undefined, isCanceling: false});
    }
  }

  /** What it ended with, where that was no good end. */
  async #runOne(cell: string): Promise<string | undefined> {
    if (this.#now === undefined) return undefined;
    const {engine, values, save} = this.#now;
    await save();
    const session = await this.#sessionOn(engine);
    if (this.runs.get().isCanceling) return 'The statement was canceled.';
    const path = {uuid: this.#uuid, cell};
    const body = {variables: values, session};
    const sent = ask('POST /api/v1/notebooks/{uuid}/cells/{cell}/runs', {path, body});
    // Seen, and canceled, also while it waits for its session.
    void resultsChanged(this.#uuid);
    let result: NotebookResult | undefined = await sent.finally(() => resultsChanged(this.#uuid));
    if (this.runs.get().isCanceling) await this.#cancel(result);
    while (result !== undefined && isRunning(result)) {
      await new Promise(resolve => setTimeout(resolve, lookMs));
      result = (await this.#look(values)).find(one => one.cell === cell);
    }
    return result && problemOf(result);
  }

  async #sessionOn(engine: string): Promise<number> {
    const known = this.#sessions.get();
    if (known?.engine === engine) return known.id;
    if (known !== undefined) await closeSession(known);
    const {id} = await openSession(engine, undefined);
    this.#sessions.set({engine, id});
    return id;
  }

  async #look(values: Values): Promise<readonly NotebookResult[]> {
    return await queries.fetchQuery(resultsQuery(this.#uuid, values));
  }

  /** One that has ended in the meantime is over as well. */
  async #cancel(result: NotebookResult | undefined): Promise<void> {
    if (result?.statement === undefined || !isRunning(result)) return;
    try {
      await ask('POST /api/v1/queries/{uuid}/cancel', {path: {uuid: result.statement}});
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    }
  }

  #set(change: Partial<Runs>): void {
    this.runs.set({...this.runs.get(), ...change});
  }
}

function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiFailure && error.body.errorCode === 'GAZETTEER-410-00-003';
}

/** By the notebook: another page between does not end what runs, nor its session. */
const runners = new Map<string, CellRunner>();

export function runnerOf(uuid: string): CellRunner {
  const known = runners.get(uuid) ?? new CellRunner(uuid);
  runners.set(uuid, known);
  return known;
}

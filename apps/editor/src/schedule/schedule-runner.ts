import {randomUUID} from 'node:crypto';
import type {Log} from '@gazetteer/server';
import type {Onlooker} from '../config/sharing.ts';
import type {Editor} from '../editor.ts';
import {outsideOfRequests} from '../net/request-origin.ts';
import {CheckReports} from './check-reports.ts';
import {Courier, type CourierSettings} from './courier.ts';
import type {ScheduleDesk, ScheduleLimits} from './desk.ts';
import {runQuery} from './run-query.ts';
import type {RunEnd} from './schedule.ts';
import {endRun, hasWork, type IsLost, leaseMs, prolong, type Taken, takeRuns} from './turn.ts';

/** How often it is looked whether something is due. */
const pollMs = 2000;
const prolongMs = 2000;

/** Somebody as they are now: with the groups, rights and engines that they have. */
export type Person = {readonly e: Editor; readonly actor: Onlooker};
/** Undefined where there is nobody of this name any more. */
export type PersonOf = (userName: string, requestId: string) => Promise<Person | undefined>;

type Running = {readonly stop: AbortController; readonly done: Promise<void>};

/**
 * Runs saved queries when their time comes, each as the person whose schedule it is. Processes that
 * share a database share the work: each run is started by one of them.
 */
export class ScheduleRunner implements ScheduleDesk {
  readonly limits: ScheduleLimits;
  readonly #courier: Courier;
  readonly #reports = new CheckReports();
  readonly #log: Log;
  readonly #holder = randomUUID();
  readonly #running = new Map<string, Running>();
  /** Runs that look lost: since when, by this process' own clock, and until when they were held. */
  readonly #suspects = new Map<string, {readonly since: number; readonly busyUntil: number}>();
  #parts: {readonly e: Editor; readonly personOf: PersonOf} | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #isAwaited = false;
  #isStopped = false;

  constructor(limits: ScheduleLimits, settings: CourierSettings, log: Log) {
    this.limits = limits;
    this.#log = log;
    this.#courier = new Courier(settings, log);
  }

  get hasMail(): boolean {
    return this.#courier.hasMail;
  }

  get hasWebhooks(): boolean {
    return this.#courier.hasWebhooks;
  }

  get kafkaTopics(): readonly string[] {
    return this.#courier.kafkaTopics;
  }

  mailProblem(address: string): string | undefined {
    return this.#courier.mailProblem(address);
  }

  start(e: Editor, personOf: PersonOf): void {
    this.#parts = {e, personOf};
    this.#timer = setInterval(() => this.wake(), pollMs).unref();
    this.wake();
  }

  wake(): void {
    const parts = this.#parts;
    if (this.#isStopped || parts === undefined) return;
    this.#isAwaited = this.#turn !== undefined;
    if (this.#isAwaited) return;
    // Not for whoever asks for a run: runs of others may be taken as well.
    this.#turn = outsideOfRequests(() => this.#look(parts.e))
      .catch((error: unknown) => this.#log.warn({error}, 'schedules wait'))
      .finally(() => {
        this.#turn = undefined;
        if (this.#isAwaited) this.wake();
      });
  }

  /** Ends what runs: the statements are canceled, and the runs have failed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#turn;
    const why = new Error('The editor was stopped during the run.');
    for (const {stop} of this.#running.values()) stop.abort(why);
    await Promise.all([...this.#running.values()].map(({done}) => done));
    await this.#courier.close();
    await this.#reports.stop();
  }

  async #look(e: Editor): Promise<void> {
    this.#reports.look(e);
    await this.#courier.deliver(e.db);
    if (!(await e.db.read(hasWork))) return;
    const room = this.limits.running - this.#running.size;
    const isLost: IsLost = (run, busyUntil) => this.#isLost(run, busyUntil);
    const taken = await e.db.write(session =>
      takeRuns(session, this.#holder, room, this.limits, isLost),
    );
    for (const one of taken) this.#start(one);
  }

  #start(taken: Taken): void {
    const {uuid} = taken.run;
    const stop = new AbortController();
    const done = this.#run(taken, stop).finally(() => {
      this.#running.delete(uuid);
      this.wake();
    });
    this.#running.set(uuid, {stop, done});
  }

  async #run({run, schedule}: Taken, stop: AbortController): Promise<void> {
    const parts = this.#parts;
    if (parts === undefined) return;
    const {db, live} = parts.e;
    const timer = setInterval(() => {
      db.write(session => prolong(session, this.#holder, run.uuid))
        .then(goesOn => goesOn || stop.abort(new Error('The run was canceled.')))
        .catch((error: unknown) =>
          this.#log.warn({error}, 'a run of a schedule was not prolonged'),
        );
    }, prolongMs).unref();
    try {
      const end = await this.#end(parts.personOf, {run, schedule}, stop.signal);
      const dropped = await db.write(session =>
        endRun(session, this.#holder, run.uuid, end, this.limits),
      );
      for (const statement of dropped) await live.drop(statement);
    } catch (error) {
      this.#log.error({error, run: run.uuid}, 'the end of a run could not be noted');
    } finally {
      clearInterval(timer);
    }
  }

  async #end(personOf: PersonOf, {run, schedule}: Taken, signal: AbortSignal): Promise<RunEnd> {
    try {
      const person = await personOf(schedule.owner, run.uuid);
      if (person === undefined)
        return {is: 'refused', why: `There is no user ${schedule.owner} any more.`};
      return await runQuery({...person, schedule, signal});
    } catch (error) {
      return {is: 'failed', why: (error as Error).message, statement: undefined};
    }
  }

  /**
   * A lease that is over by the database's clock, which may have jumped, has to be so for as long
   * again by the clock that only goes on.
   */
  #isLost(run: string, busyUntil: number): boolean {
    if (this.#running.has(run)) return false;
    const known = this.#suspects.get(run);
    const now = performance.now();
    if (known?.busyUntil === busyUntil && now - known.since >= leaseMs) {
      this.#suspects.delete(run);
      return true;
    }
    if (known?.busyUntil !== busyUntil) this.#suspects.set(run, {since: now, busyUntil});
    return false;
  }
}

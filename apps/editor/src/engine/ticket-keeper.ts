import {execFile} from 'node:child_process';
import {setTimeout as delay} from 'node:timers/promises';
import {promisify} from 'node:util';
import type {Log} from '@gazetteer/server';

export type TicketSettings = {
  readonly keytab: string;
  readonly principal: string;
  /** Where the ticket is kept; the Kerberos library of this process is told to look there. */
  readonly cache: string;
  readonly kinit: string;
  readonly everyMs: number;
  /** Between tries of one round. */
  readonly pauseMs: number;
};

/** Who fetches tickets, as far as those know it who want one. */
export type Tickets = {
  /** For a handshake that found no ticket: true when there is a new one. */
  readonly fetchNow: () => Promise<boolean>;
  /** Why there was none at the last try; undefined when there was one. */
  readonly problem: string | undefined;
};

const tries = 3;
/** The longest pause between rounds that got no ticket. */
const mostPauseMs = 60_000;
const run = promisify(execFile);

/**
 * Keeps a Kerberos ticket of the editor fresh. A round that fails is told in the log, and the next
 * one is tried after a pause that grows: the old ticket may still be good, servers without Kerberos
 * need none, and a KDC that is away comes back.
 */
export class TicketKeeper implements Tickets {
  readonly #settings: TicketSettings;
  readonly #log: Log;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #fetching: Promise<void> | undefined;
  #failedAt = -Infinity;
  #failedRounds = 0;
  #problem: string | undefined;

  private constructor(settings: TicketSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** With a first ticket, as far as there is one to be had. */
  static async open(settings: TicketSettings, log: Log): Promise<TicketKeeper> {
    process.env['KRB5CCNAME'] = settings.cache;
    const keeper = new TicketKeeper(settings, log);
    await keeper.#round();
    return keeper;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped.abort();
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** A KDC that has just refused or not answered is not asked again. */
  readonly fetchNow = async (): Promise<boolean> => {
    if (this.#stopped.signal.aborted || Date.now() - this.#failedAt < this.#settings.pauseMs)
      return false;
    try {
      await this.#fetch();
    } catch (error) {
      this.#note(error);
      return false;
    }
    return true;
  };

  async #round(): Promise<void> {
    const {signal} = this.#stopped;
    const {everyMs, pauseMs} = this.#settings;
    for (let attempt = 1; attempt <= tries && !signal.aborted; attempt++) {
      try {
        await this.#fetch();
        this.#failedRounds = 0;
        break;
      } catch (error) {
        if (signal.aborted) return;
        this.#note(error);
        if (attempt < tries) await delay(pauseMs, undefined, {signal}).catch(() => undefined);
        else this.#failedRounds++;
      }
    }
    if (signal.aborted) return;
    const growing = Math.min(mostPauseMs, pauseMs * 2 ** this.#failedRounds);
    const nextMs = this.#failedRounds === 0 ? everyMs : Math.min(everyMs, growing);
    this.#timer = setTimeout(() => void this.#round(), nextMs).unref();
  }

  #note(error: unknown): void {
    this.#failedAt = Date.now();
    const said = (error as {stderr?: string}).stderr?.trim() || (error as Error).message;
    this.#problem = said;
    this.#log.error({module: 'kt_renewer'}, `No ticket for ${this.#settings.principal}: ${said}`);
  }

  /** Once at a time, whoever wants it. */
  async #fetch(): Promise<void> {
    this.#fetching ??= this.#runKinit().finally(() => (this.#fetching = undefined));
    await this.#fetching;
  }

  async #runKinit(): Promise<void> {
    const {kinit, keytab, cache, principal} = this.#settings;
    await run(kinit, ['-k', '-t', keytab, '-c', cache, principal], {
      signal: this.#stopped.signal,
      timeout: 60_000,
    });
    this.#problem = undefined;
    this.#log.info({module: 'kt_renewer', cache}, `Ticket for ${principal} fetched`);
  }
}

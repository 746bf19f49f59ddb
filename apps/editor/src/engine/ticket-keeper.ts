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

const tries = 3;
const run = promisify(execFile);

/**
 * Keeps a Kerberos ticket of the editor fresh. A round that fails is told in the log and the next one is tried in its time:
 * the old ticket may still be good, and servers without Kerberos need none.
 */
export class TicketKeeper {
  readonly #settings: TicketSettings;
  readonly #log: Log;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;

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

  async #round(): Promise<void> {
    const {signal} = this.#stopped;
    for (let attempt = 1; attempt <= tries && !signal.aborted; attempt++) {
      try {
        await this.#fetch(signal);
        break;
      } catch (error) {
        if (signal.aborted) return;
        const said = (error as {stderr?: string}).stderr?.trim() || (error as Error).message;
        this.#log.error({module: 'kt_renewer', attempt, tries}, `No ticket for ${this.#settings.principal}: ${said}`);
        if (attempt < tries) await delay(this.#settings.pauseMs, undefined, {signal}).catch(() => undefined);
      }
    }
    if (!signal.aborted) this.#timer = setTimeout(() => void this.#round(), this.#settings.everyMs).unref();
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    const {kinit, keytab, cache, principal} = this.#settings;
    await run(kinit, ['-k', '-t', keytab, '-c', cache, principal], {signal, timeout: 60_000});
    this.#log.info({module: 'kt_renewer', cache}, `Ticket for ${principal} fetched`);
  }
}

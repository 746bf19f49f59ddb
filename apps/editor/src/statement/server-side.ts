import type {Log} from '@gazetteer/server';
import type {RunningStatement} from '../engine/sql-engine.ts';
import type {Lease} from '../session/lease.ts';

/** A statement on its server, and the session that it is in. */
export type OnServer = {readonly running: RunningStatement; readonly lease: Lease};

export type FindOnServer = () => Promise<OnServer | undefined>;

/**
 * What a server has of a statement until that is given back. One of an earlier process is looked
 * for when it is first needed.
 */
export class ServerSide {
  readonly #log: Log;
  readonly #onGone: () => Promise<void>;
  readonly #beforeEnd: () => Promise<void>;
  readonly #mayEnd: () => boolean;
  #held: OnServer | undefined;
  #find: FindOnServer | undefined;
  #finding: Promise<OnServer | undefined> | undefined;

  /**
   * @param given undefined where the server has nothing of it any more
   * @param beforeEnd what is still asked of the server before it is ended there
   * @param mayEnd false where another node may have it by now: it stays on its server then
   * @param onGone hears that the server has nothing of it any more
   */
  constructor(
    given: OnServer | FindOnServer | undefined,
    {
      beforeEnd,
      mayEnd,
      onGone,
      log,
    }: {
      beforeEnd: () => Promise<void>;
      mayEnd: () => boolean;
      onGone: () => Promise<void>;
      log: Log;
    },
  ) {
    this.#log = log;
    this.#beforeEnd = beforeEnd;
    this.#mayEnd = mayEnd;
    this.#onGone = onGone;
    if (typeof given === 'function') this.#find = given;
    else this.#held = given;
  }

  /** Whether the server may have something of it. */
  get isKnown(): boolean {
    return this.#held !== undefined || this.#find !== undefined;
  }

  /** Undefined also while nobody has looked for it. */
  get held(): OnServer | undefined {
    return this.#held;
  }

  /** True when the connection has ended; the statement may live on there. */
  get isLost(): boolean {
    return this.#held !== undefined && !this.#held.lease.session.isOpen;
  }

  /**
   * Undefined when the server has nothing of it any more.
   * @throws {SqlError} why the server cannot be asked
   */
  async get(): Promise<OnServer | undefined> {
    if (this.#held !== undefined || this.#find === undefined) return this.#held;
    this.#finding ??= this.#look(this.#find).finally(() => (this.#finding = undefined));
    return await this.#finding;
  }

  /**
   * Ends it there and gives the session back. What the server says to that changes nothing for
   * anybody here.
   */
  async giveBack(): Promise<void> {
    const [held, find] = [this.#held, this.#find];
    this.#held = this.#find = undefined;
    if (!this.#mayEnd()) return await held?.lease.leave();
    if (held !== undefined) await this.#end(held);
    // Nobody waits for a server that may not be there.
    else if (find !== undefined)
      void find().then(async found => found && (await this.#end(found)), this.#note);
    else return;
    await this.#onGone();
  }

  async #look(find: FindOnServer): Promise<OnServer | undefined> {
    const found = await find();
    // Somebody may have given it back meanwhile.
    if (this.#find !== find) {
      if (found !== undefined) await this.#end(found);
      return undefined;
    }
    this.#find = undefined;
    this.#held = found;
    if (found === undefined) await this.#onGone();
    return found;
  }

  async #end({running, lease}: OnServer): Promise<void> {
    if (!this.#mayEnd()) return await lease.leave();
    await this.#beforeEnd();
    try {
      await running.close();
    } catch (error) {
      this.#note(error);
    }
    await lease.release();
  }

  readonly #note = (error: unknown): void =>
    this.#log.warn({error}, 'a statement could not be ended on its server');
}

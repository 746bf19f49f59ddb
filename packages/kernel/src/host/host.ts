import type {AnyOperation, Callable} from '../operation.ts';
import {fromFailure, type Log, type Outcome, type Who} from './outcome.ts';
import type {Telemetry} from './telemetry.ts';

/** Runs operations where their store lives. */
export interface Runner<Caller> {
  /**
   * Its answer is JSON text when it leaves its thread: what talks to clients passes it on.
   * @param signal to give up a search
   */
  run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome>;
  /** Waits for what runs; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** That a caller may ask for an operation. */
export type Allowance<Caller> = {
  /** With what they are given. */
  readonly caller: Caller;
  /** Told what came of it, for the record of decisions. */
  readonly answered?: () => void;
  readonly failed?: (error: unknown) => void;
};

export type HostParts<Caller> = {
  readonly runner: Runner<Caller>;
  /** @throws when the caller may not ask for this at all */
  readonly allow: (operation: AnyOperation, caller: Caller) => Allowance<Caller>;
  readonly telemetry: Telemetry;
  /** Told of each operation that may have changed something. */
  readonly wake: (operation: AnyOperation) => void;
  readonly log: Log;
  /** How long a search may take, waiting for its turn included; any time when absent. */
  readonly searchLimitMs?: number;
};

/**
 * Asks for operations. Each is allowed, timed, run in its thread, and who waits for changes is
 * woken: in this order, here.
 */
export class Host<Caller extends Who> {
  readonly #parts: HostParts<Caller>;

  constructor(parts: HostParts<Caller>) {
    this.#parts = parts;
  }

  /** @throws what the operation threw */
  async call<Args, Answer>(
    operation: Callable<Args, Answer>,
    caller: Caller,
    args: Args,
  ): Promise<Answer> {
    const {json} = await this.#ask(operation, caller, args);
    return (json === undefined ? undefined : JSON.parse(json)) as Answer;
  }

  /**
   * The answer as JSON text, undefined when there is no content.
   * @param signal that nobody waits for it any more
   */
  async text<Args>(
    operation: Callable<Args, unknown>,
    caller: Caller,
    args: Args,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    return (await this.#ask(operation, caller, args, signal)).json;
  }

  async close(): Promise<void> {
    await this.#parts.runner.close();
    this.#parts.telemetry.close();
  }

  async #ask(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const {telemetry, wake} = this.#parts;
    const run = (ending?: AbortSignal) => this.#allowed(operation, caller, args, ending);
    const outcome = await telemetry.measure(operation, caller, run, {
      signal,
      limitMs: this.#limitOf(operation, caller),
    });
    const mayHaveChanged =
      operation.on === 'writer' && caller.isDryRun !== true && !operation.isQuiet;
    if (mayHaveChanged) wake(operation);
    return outcome;
  }

  #limitOf({on}: AnyOperation, {timeoutMs = Infinity}: Caller): number | undefined {
    const limit =
      on === 'search' ? Math.min(timeoutMs, this.#parts.searchLimitMs ?? Infinity) : Infinity;
    return limit === Infinity ? undefined : limit;
  }

  async #allowed(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    ending: AbortSignal | undefined,
  ): Promise<Outcome> {
    const {allow, runner, log} = this.#parts;
    const allowance = allow(operation, caller);
    try {
      const outcome = settled(
        await runner.run(operation, allowance.caller, args, ending),
        caller,
        log,
      );
      allowance.answered?.();
      return outcome;
    } catch (error) {
      allowance.failed?.(error);
      throw error;
    }
  }
}

/** Writes what an operation logged under its request. @throws what the operation threw */
function settled(outcome: Outcome, {actor, requestId}: Who, log: Log): Outcome {
  for (const {level, fields, message} of outcome.log)
    log[level]({...fields, requestId, user: actor.userName}, message);
  if (outcome.failure !== undefined) throw fromFailure(outcome.failure);
  return outcome;
}

import {traced} from '@gazetteer/server/trace';
import type {AnyOperation, Callable} from '../operation.ts';
import type {KeptAnswers} from './kept-answers.ts';
import {fromFailure, type Log, type Outcome, type Who} from './outcome.ts';
import type {Telemetry} from './telemetry.ts';

/** Runs operations in one place: in a thread, or in this one. */
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
}

/** The places where operations run. */
export interface Runners<Caller> {
  of(operation: AnyOperation): Runner<Caller>;
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

export type HostParts<Caller extends Who> = {
  readonly runners: Runners<Caller>;
  /** Answers that need not be made anew; none are kept when absent. */
  readonly kept?: KeptAnswers<Caller> | undefined;
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
    const {json} = await this.answer(operation, caller, args);
    return (json === undefined ? undefined : JSON.parse(json)) as Answer;
  }

  /**
   * The answer as JSON text, undefined when there is no content, with the id that takes back what
   * was changed.
   * @param signal that nobody waits for it any more
   */
  async answer<Args>(
    operation: Callable<Args, unknown>,
    caller: Caller,
    args: Args,
    signal?: AbortSignal,
  ): Promise<Pick<Outcome, 'json' | 'changeId'>> {
    const {telemetry, wake} = this.#parts;
    const limitMs = this.#limitOf(operation, caller);
    const asked = telemetry.begin(operation, caller, {signal, limitMs});
    // What is given up goes on until the store has noticed, and tells the log how it ended.
    const work = () => this.#allowed(operation, caller, args, asked.ending);
    const about = {'gazetteer.runs.on': operation.on};
    const outcome = await asked.answerOf(traced(operation.name, about, work));
    const mayHaveChanged =
      operation.on === 'writer' && caller.isDryRun !== true && !operation.isQuiet;
    if (mayHaveChanged) wake(operation);
    return outcome;
  }

  async close(): Promise<void> {
    await this.#parts.runners.close();
    this.#parts.telemetry.close();
  }

  #limitOf({on}: AnyOperation, {timeoutMs = Infinity}: Caller): number | undefined {
    const limit =
      on === 'search' ? Math.min(timeoutMs, this.#parts.searchLimitMs ?? Infinity) : Infinity;
    return limit === Infinity ? undefined : limit;
  }

  async #allowed(
    operation: AnyOperation,
    asking: Caller,
    args: unknown,
    ending: AbortSignal | undefined,
  ): Promise<Outcome> {
    const {allow, kept, runners, log} = this.#parts;
    const {caller, answered, failed} = allow(operation, asking);
    try {
      const answer = kept?.of(operation, caller, args);
      let outcome = answer?.known;
      if (outcome === undefined) {
        outcome = await runners.of(operation).run(operation, caller, args, ending);
        answer?.keep(outcome);
      }
      tell(outcome, asking, log);
      if (outcome.failure !== undefined) throw fromFailure(outcome.failure);
      answered?.();
      return outcome;
    } catch (error) {
      failed?.(error);
      throw error;
    }
  }
}

/** Writes what an operation logged under its request. */
function tell(outcome: Outcome, {actor, requestId}: Who, log: Log): void {
  for (const {level, fields, message} of outcome.log)
    log[level]({...fields, requestId, user: actor.userName}, message);
}

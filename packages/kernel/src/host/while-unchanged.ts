import type {AnyOperation} from '../operation.ts';
import type {Runner} from './host.ts';
import type {LogEntry, Outcome, Who} from './outcome.ts';

export type UnchangedOptions<Caller> = {
  /** Another number as soon as anything was stored, whoever stored it. */
  readonly version: () => number;
  /** What of a caller an answer depends on; undefined for one whose answers are not kept. */
  readonly rightsOf: (caller: Caller) => string | undefined;
  /** Characters of all answers that are kept. */
  readonly maxChars: number;
};

type Known = {readonly json: string; readonly log: readonly LogEntry[]};

/**
 * Keeps answers of operations that say so (`keptFor`) for as long as nothing is stored: asked for
 * again by somebody with the same rights they need neither a thread nor a statement. Failures are
 * never kept, nor what depends on the time. Where something was logged on the way, an answer is
 * kept only if it is for its caller alone, and the same is logged again each time.
 */
export class WhileUnchanged<Caller extends Who> implements Runner<Caller> {
  readonly #runner: Runner<Caller>;
  readonly #options: UnchangedOptions<Caller>;
  #version = Number.NaN;
  /**
   * What was asked for lately, and what before: when the first is full it becomes the second, whose
   * answers are let go.
   */
  #recent = new Map<string, Known>();
  #older = new Map<string, Known>();
  #chars = 0;

  constructor(runner: Runner<Caller>, options: UnchangedOptions<Caller>) {
    this.#runner = runner;
    this.#options = options;
  }

  async run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const {name, keptFor} = operation;
    const rights = keptFor === undefined ? undefined : this.#options.rightsOf(caller);
    if (rights === undefined) return await this.#runner.run(operation, caller, args, signal);
    // Seen before the answer is made: what is stored meanwhile makes it one of a version that is
    // over.
    const version = this.#renewed();
    const key = JSON.stringify([
      name,
      rights,
      keptFor === 'caller' ? caller.actor.userName : null,
      args,
    ]);
    const known = this.#find(key);
    if (known !== undefined) return {json: known.json, log: [...known.log]};
    const outcome = await this.#runner.run(operation, caller, args, signal);
    const {json, failure, log, isPassing = false} = outcome;
    const holds = json !== undefined && failure === undefined && !isPassing;
    if (holds && version === this.#version && (keptFor === 'caller' || log.length === 0)) {
      this.#keep(key, {json, log});
    }
    return outcome;
  }

  async close(): Promise<void> {
    await this.#runner.close();
  }

  #renewed(): number {
    const version = this.#options.version();
    if (version !== this.#version) {
      this.#version = version;
      this.#recent = new Map();
      this.#older = new Map();
      this.#chars = 0;
    }
    return version;
  }

  #find(key: string): Known | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.#keep(key, older);
    return older;
  }

  #keep(key: string, known: Known): void {
    const half = this.#options.maxChars / 2;
    const logged = known.log.reduce((sum, one) => sum + one.message.length, 0);
    const chars = key.length + known.json.length + logged;
    // One that would push out many others is not worth it.
    if (chars > half / 8 || this.#recent.has(key)) return;
    if (this.#chars + chars > half) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#chars = 0;
    }
    this.#recent.set(key, known);
    this.#chars += chars;
  }
}

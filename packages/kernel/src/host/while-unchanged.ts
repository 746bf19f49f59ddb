import type {AnyOperation} from '../operation.ts';
import type {Runner} from './host.ts';
import type {Outcome, Who} from './outcome.ts';

export type UnchangedOptions<Caller> = {
  /** Another number as soon as anything was stored, whoever stored it. */
  readonly version: () => number;
  /** What of a caller an answer depends on; undefined for one whose answers are not kept. */
  readonly rightsOf: (caller: Caller) => string | undefined;
  /** Characters of all answers that are kept. */
  readonly maxChars: number;
};

/**
 * Keeps answers of operations that say so (`isKept`) for as long as nothing is stored: asked for
 * again by somebody with the same rights they need neither a thread nor a statement. Failures are
 * never kept, nor answers on the way to which something was logged.
 */
export class WhileUnchanged<Caller extends Who> implements Runner<Caller> {
  readonly #runner: Runner<Caller>;
  readonly #options: UnchangedOptions<Caller>;
  #version = Number.NaN;
  /**
   * What was asked for lately, and what before: when the first is full it becomes the second, whose
   * answers are let go.
   */
  #recent = new Map<string, string>();
  #older = new Map<string, string>();
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
    const rights = operation.isKept ? this.#options.rightsOf(caller) : undefined;
    if (rights === undefined) return await this.#runner.run(operation, caller, args, signal);
    // Seen before the answer is made: what is stored meanwhile makes it one of a version that is
    // over.
    const version = this.#renewed();
    const key = JSON.stringify([operation.name, rights, args]);
    const known = this.#find(key);
    if (known !== undefined) return {json: known, log: []};
    const outcome = await this.#runner.run(operation, caller, args, signal);
    const {json, failure, log} = outcome;
    if (
      json !== undefined &&
      failure === undefined &&
      log.length === 0 &&
      version === this.#version
    ) {
      this.#keep(key, json);
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

  #find(key: string): string | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.#keep(key, older);
    return older;
  }

  #keep(key: string, json: string): void {
    const half = this.#options.maxChars / 2;
    const chars = key.length + json.length;
    // One that would push out many others is not worth it.
    if (chars > half / 8 || this.#recent.has(key)) return;
    if (this.#chars + chars > half) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#chars = 0;
    }
    this.#recent.set(key, json);
    this.#chars += chars;
  }
}

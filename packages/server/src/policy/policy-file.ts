import {readFileSync, statSync} from 'node:fs';
import {parseJson, JsonError, readPolicy, type Policy} from '@gazetteer/model';
import type {Log} from '../log.ts';

/**
 * Which policy holds, and since when; `problem` when the file says something else by now that
 * cannot be read.
 */
export type PolicyState = {
  readonly file: string;
  readonly loadedAt: number;
  /** Rises with every policy that was taken. */
  readonly version: number;
  readonly problem: string | undefined;
};

/** A stat for every request would be wasted; a second is soon enough for a changed policy. */
const defaultCheckEveryMs = 1000;

/**
 * The policy of a file, as it is now. A new version that cannot be read changes nothing: the one
 * before goes on, since neither letting everybody in nor shutting everybody out is what somebody
 * means who forgot a comma.
 */
export class PolicyFile {
  readonly #file: string;
  readonly #log: Log;
  readonly #checkEveryMs: number;
  #policy: Policy;
  #state: PolicyState;
  #seen = '';
  #checkedAt: number;

  /** @throws an Error for the operator when there is no policy to begin with */
  constructor(file: string, log: Log, checkEveryMs = defaultCheckEveryMs) {
    this.#file = file;
    this.#log = log;
    this.#checkEveryMs = checkEveryMs;
    this.#checkedAt = performance.now();
    try {
      this.#seen = this.#stamp();
      this.#policy = this.#read();
    } catch (error) {
      throw new Error(`the policy file ${file} cannot be used: ${told(error)}`, {cause: error});
    }
    this.#state = {file, loadedAt: Date.now(), version: 1, problem: undefined};
  }

  get policy(): Policy {
    this.#refresh();
    return this.#policy;
  }

  get state(): PolicyState {
    this.#refresh();
    return this.#state;
  }

  #refresh(): void {
    const now = performance.now();
    if (now - this.#checkedAt < this.#checkEveryMs) return;
    this.#checkedAt = now;
    const stamp = this.#stamp();
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    try {
      this.#policy = this.#read();
      this.#state = {
        file: this.#file,
        loadedAt: Date.now(),
        version: this.#state.version + 1,
        problem: undefined,
      };
      this.#log.info({file: this.#file}, 'a new policy holds');
    } catch (error) {
      this.#state = {...this.#state, problem: told(error)};
      this.#log.error(
        {file: this.#file, problem: told(error)},
        'the policy file cannot be used: the policy before it holds',
      );
    }
  }

  #stamp(): string {
    const stat = statSync(this.#file, {throwIfNoEntry: false});
    return stat === undefined ? 'none' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
  }

  #read(): Policy {
    const {policy, warnings} = readPolicy(parseJson(readFileSync(this.#file, 'utf8')));
    for (const warning of warnings) this.#log.warn({file: this.#file}, `policy: ${warning}`);
    return policy;
  }
}

function told(error: unknown): string {
  if (error instanceof JsonError) return `no JSON: ${error.message}`;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return 'it does not exist; correct --policy-file';
  return error instanceof Error ? error.message : String(error);
}

import type {Log} from '../catalog.ts';
import type {OperationName} from '../operations.ts';
import type {Asker} from './asker.ts';
import type {Engine} from './engine.ts';
import {fromFailure, type Outcome} from './outcome.ts';

/** Runs an operation wherever its store lives. */
export interface Executor {
  /** JSON text of the answer, undefined when there is no content. @throws what the operation threw */
  run(name: OperationName, asker: Asker, args: unknown): Promise<string | undefined>;
  /** Waits for what runs; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** Everything in this thread: for a database that does its work in processes of its own. */
export class LocalExecutor implements Executor {
  readonly #engine: Engine;
  readonly #log: Log;

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<string | undefined> {
    return settle(await this.#engine.run(name, asker, args), asker, this.#log);
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }
}

/** Writes what an operation logged under its request, then answers or throws. */
export function settle(outcome: Outcome, {actor, requestId}: Asker, log: Log): string | undefined {
  for (const {level, fields, message} of outcome.log) log[level]({...fields, requestId, user: actor.userName}, message);
  if (outcome.failure !== undefined) throw fromFailure(outcome.failure);
  return outcome.json;
}

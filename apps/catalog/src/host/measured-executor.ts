import type {OperationName} from '../operations.ts';
import type {Asker} from './asker.ts';
import type {Executor} from './executor.ts';
import type {Telemetry} from './telemetry.ts';

/** An executor whose operations are counted and timed, waiting for their thread included. */
export class MeasuredExecutor implements Executor {
  readonly #executor: Executor;
  readonly #telemetry: Telemetry;

  constructor(executor: Executor, telemetry: Telemetry) {
    this.#executor = executor;
    this.#telemetry = telemetry;
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<string | undefined> {
    const who = {userName: asker.actor.userName, requestId: asker.requestId};
    return await this.#telemetry.measure(name, who, () => this.#executor.run(name, asker, args));
  }

  async close(): Promise<void> {
    await this.#executor.close();
    this.#telemetry.close();
  }
}

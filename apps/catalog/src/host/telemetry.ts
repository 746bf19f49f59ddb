import {ServerMetrics, Timing} from '@gazetteer/server';
import type {OperationName} from '../operations.ts';

/** An operation that runs now. */
export type ActiveOperation = {
  readonly name: OperationName;
  readonly userName: string;
  readonly requestId: string;
  readonly startedAt: number;
  /** Answers whoever waits for it with a failure; what it has begun in the store ends by itself. */
  readonly giveUp: (failure: Error) => void;
};

/** What this process knows of its own work since it started; it lives on the thread that talks to clients. */
export class Telemetry {
  readonly server = new ServerMetrics();
  readonly operations = new Map<OperationName, {timing: Timing; failures: number}>();
  /** Calls of the API by the names that the reference counts them under. */
  readonly calls = new Map<string, Timing>();
  readonly active = new Set<ActiveOperation>();

  /** Runs `work` as one of the active operations and counts how long it took and whether it failed. */
  async measure<T>(
    name: OperationName,
    asker: {userName: string; requestId: string},
    work: () => Promise<T>,
  ): Promise<T> {
    const given = Promise.withResolvers<never>();
    const active: ActiveOperation = {name, ...asker, startedAt: Date.now(), giveUp: given.reject};
    const start = performance.now();
    this.active.add(active);
    let failed = true;
    try {
      const answer = await Promise.race([work(), given.promise]);
      failed = false;
      return answer;
    } finally {
      this.active.delete(active);
      const known = this.operations.get(name) ?? {timing: new Timing(), failures: 0};
      known.timing.add(performance.now() - start);
      if (failed) known.failures += 1;
      this.operations.set(name, known);
    }
  }

  countCall(name: string, ms: number): void {
    const timing = this.calls.get(name) ?? new Timing();
    timing.add(ms);
    this.calls.set(name, timing);
  }

  close(): void {
    this.server.close();
  }
}

import type {Telemetry} from '../host/telemetry.ts';

export type DebugMetrics = {
  name: string;
  numops: number;
  minTime: number;
  maxTime: number;
  stdDevTime: number;
  avgTime: number;
};

/** GET /admin/debug/metrics: how often each operation ran since the start and how long it took, in milliseconds. */
export function readDebugMetrics({operations}: Telemetry): Record<string, DebugMetrics> {
  const rounded = (ms: number) => Math.round(ms * 1000) / 1000;
  return Object.fromEntries(
    Array.from(operations, ([name, {timing}]) => [
      name,
      {
        name,
        numops: timing.count,
        minTime: rounded(timing.minMs),
        maxTime: rounded(timing.maxMs),
        stdDevTime: rounded(timing.deviationMs),
        avgTime: rounded(timing.averageMs),
      },
    ]),
  );
}

import type {Timing} from '@gazetteer/server';
import type {Telemetry} from '@gazetteer/kernel/host';

export type DebugMetrics = {
  name: string;
  numops: number;
  minTime: number;
  maxTime: number;
  stdDevTime: number;
  avgTime: number;
};

/**
 * GET /admin/debug/metrics: how often each operation ran since the start and how long it took, in
 * milliseconds; and the same of calls of the API by the names of the reference, such as
 * `EntityREST_createOrUpdate`.
 */
export function readDebugMetrics({operations, calls}: Telemetry): Record<string, DebugMetrics> {
  const timings = [
    ...Array.from(operations, ([name, {timing}]): [string, Timing] => [name, timing]),
    ...calls,
  ];
  return Object.fromEntries(timings.map(([name, timing]) => [name, metricsOf(name, timing)]));
}

function metricsOf(name: string, timing: Timing): DebugMetrics {
  const rounded = (ms: number) => Math.round(ms * 1000) / 1000;
  return {
    name,
    numops: timing.count,
    minTime: rounded(timing.minMs),
    maxTime: rounded(timing.maxMs),
    stdDevTime: rounded(timing.deviationMs),
    avgTime: rounded(timing.averageMs),
  };
}

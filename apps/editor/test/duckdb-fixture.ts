import {DiskRoom, type Log} from '@gazetteer/server';
import type {DuckDbLimits} from '../src/config/embedded-engine.ts';
import {DuckDbEngine, type DuckDbEngineOptions} from '../src/engine/duckdb/duckdb-engine.ts';

const limits: DuckDbLimits = {
  memoryLimit: '200MB',
  maxTempSize: '50MB',
  threads: 2,
  timeoutMs: 60_000,
  graceMs: 60_000,
};

/** An embedded engine with little of everything. */
export function duckDbForTests(
  folder: string,
  log: Log,
  {
    limits: own,
    ...more
  }: Partial<Omit<DuckDbEngineOptions, 'limits'>> & {readonly limits?: Partial<DuckDbLimits>} = {},
): DuckDbEngine {
  const disk = new DiskRoom(folder, 0);
  const usual = {
    id: 'duckdb',
    displayName: 'DuckDB',
    quotaBytes: 1e9,
    maxPeople: 4,
    folder,
    disk,
    log,
  };
  return new DuckDbEngine({...usual, ...more, limits: {...limits, ...own}});
}

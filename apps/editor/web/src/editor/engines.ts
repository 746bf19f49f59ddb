import type {Engine} from '../api/wire.ts';

/**
 * Where a new sheet starts. The embedded engine calls its first database `main`. All others are
 * servers of Hive's family, whose first database is `default`.
 */
export function startDatabase({dialect}: Engine): string {
  return dialect === 'duckdb' ? 'main' : 'default';
}

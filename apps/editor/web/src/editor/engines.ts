import type {Engine} from '../api/wire.ts';

/** Where a new sheet starts. The embedded engine calls its first database `main`. */
export function startDatabase({dialect}: Engine): string {
  return dialect === 'duckdb' ? 'main' : 'default';
}

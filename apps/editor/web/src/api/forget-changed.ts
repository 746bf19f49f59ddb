import {changeOf} from './change-of.ts';
import {queries} from './queries.ts';

/** What stands in the rows, or is counted from them. */
const aboutTables = new Set<unknown>(['describe', 'sample', 'partitions', 'stats']);

/** What is known of an engine's tables, and with `names` which there are, is asked for anew. */
export async function forgetTables(engine: string, change: 'names' | 'rows'): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({queryKey: [kind, of]}) =>
      of === engine &&
      (aboutTables.has(kind) || (change === 'names' && (kind === 'names' || kind === 'relations'))),
  });
}

/**
 * After a statement has done its work: what is known of an engine and may not be true any more is
 * asked for anew where it is shown.
 */
export function forgetChanged(engine: string, statement: string): void {
  const change = changeOf(statement);
  if (change !== undefined) void forgetTables(engine, change);
}

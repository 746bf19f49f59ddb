import {changeOf} from './change-of.ts';
import {queries} from './queries.ts';

const aboutTables = new Set<unknown>(['describe', 'sample', 'partitions', 'stats']);

/**
 * After a statement has done its work: what is known of an engine and may not be true any more is
 * asked for anew where it is shown.
 */
export function forgetChanged(engine: string, statement: string): void {
  const change = changeOf(statement);
  if (change === undefined) return;
  void queries.invalidateQueries({
    predicate: ({queryKey: [kind, of]}) =>
      of === engine && (aboutTables.has(kind) || (change === 'names' && kind === 'names')),
  });
}

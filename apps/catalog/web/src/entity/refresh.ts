import {queries} from '../api/queries.ts';

/**
 * Types and the session stay, and what was rehearsed has happened. Types are asked for anew by
 * those who change them: they are some hundred kilobytes.
 */
const lasting = new Set<unknown>(['session', 'types', 'rehearsal']);

/** After a change: whatever may show it is asked for again. */
export async function refresh(): Promise<void> {
  await queries.invalidateQueries({
    predicate: query => !lasting.has(query.queryKey[0]),
  });
}

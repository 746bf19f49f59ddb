import {queries} from '../api/queries.ts';

/** After a change: whatever may show it is asked for again. Types and the session stay. */
export async function refresh(): Promise<void> {
  await queries.invalidateQueries({
    predicate: query => query.queryKey[0] !== 'session' && query.queryKey[0] !== 'types',
  });
}

import {indexHealth as probe, type IndexHealth} from '@gazetteer/store';
import {open} from '../access/needs.ts';
import {query} from '../operation.ts';

/** A real question to the search index. */
export const indexHealth = query({
  may: open,
  // Asked for at the start, when nobody has needed a reader yet.
  on: 'main',
  logAs: 'IndexHealthMonitor.probe',
  run: (graph): Promise<IndexHealth> => probe(graph),
});

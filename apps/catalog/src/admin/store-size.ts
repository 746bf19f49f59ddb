import type {EntityCount} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {query} from '../operation.ts';

/** Counters of the whole store, whoever asks: for the metrics of the process alone. */
export type EntityTally = {
  entities: EntityCount[];
  classifications: [string, number][];
  types: number;
};

/** What the store holds, from its counters: for monitoring. */
export const readStoreSize = query({
  may: internal,
  on: 'main',
  logAs: 'MetricsService.getStoreSize',
  run: async (graph): Promise<EntityTally> => ({
    entities: await graph.entityCounts(),
    classifications: [...(await graph.classificationCounts())],
    types: graph.types.defs.size,
  }),
});

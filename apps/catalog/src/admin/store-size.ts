import type {EntityCount} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

export type EntityTally = {entities: EntityCount[]; classifications: [string, number][]; types: number};

/** What the store holds, from its counters: for monitoring. */
export async function readStoreSize(c: Catalog): Promise<EntityTally> {
  return await c.read('MetricsService.getStoreSize', async graph => ({
    entities: await graph.entityCounts(),
    classifications: [...(await graph.classificationCounts())],
    types: graph.types.defs.size,
  }));
}

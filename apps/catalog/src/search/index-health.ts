import {indexHealth as probe, type IndexHealth} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

/** A real question to the search index. */
export async function indexHealth(c: Catalog): Promise<IndexHealth> {
  return await c.read('IndexHealthMonitor.probe', probe);
}

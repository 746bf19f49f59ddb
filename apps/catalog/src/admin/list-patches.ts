import {appliedMigrations} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

export type Patch = {id: string; description: string; type: string; action: string; status: 'APPLIED'};

/**
 * GET /admin/patches: changes of the tables that this store went through. Stock types need none: they are stored as they
 * are after all patches of the reference.
 */
export async function listPatches(c: Catalog): Promise<{patches: Patch[]}> {
  return await c.read('AtlasPatchManager.getAllPatches', async graph => ({
    patches: (await appliedMigrations(graph)).map(id => ({
      id: `SCHEMA_${String(id).padStart(4, '0')}`,
      description: id === 1 ? 'creates the tables' : `changes the tables to version ${id}`,
      type: 'SCHEMA',
      action: 'MIGRATE',
      status: 'APPLIED',
    })),
  }));
}

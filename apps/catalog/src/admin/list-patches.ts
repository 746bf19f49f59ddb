import {appliedMigrations} from '@gazetteer/store';
import {open} from '../access/needs.ts';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

export type Patch = {
  id: string;
  description: string;
  type: string;
  action: string;
  status: 'APPLIED';
};

/**
 * GET /admin/patches: changes of the tables that this store went through. Stock types need none:
 * they are stored as they are after all patches of the reference.
 */
export const listPatches = query('GET /admin/patches', {
  summary: 'Changes that were applied to the schema of the store',
  description: 'Each start applies those that are missing.',
  answer: shapes.patches,
  may: open,
  on: 'main',
  logAs: 'AtlasPatchManager.getAllPatches',
  run: async (graph): Promise<{patches: Patch[]}> => ({
    patches: (await appliedMigrations(graph)).map(id => ({
      id: `SCHEMA_${String(id).padStart(4, '0')}`,
      description: id === 1 ? 'creates the tables' : `changes the tables to version ${id}`,
      type: 'SCHEMA',
      action: 'MIGRATE',
      status: 'APPLIED',
    })),
  }),
});

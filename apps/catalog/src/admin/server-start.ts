import type {Catalog} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {recordAdminAudit} from './audit-entry.ts';

/** Writes down that a server has started and serves now. */
export async function recordServerStart(c: Catalog, {startTime}: {startTime: number}): Promise<void> {
  await c.write('AtlasAuditService.add', async tx => {
    const planning = planningOf(c);
    await recordAdminAudit(tx, planning, {operation: 'SERVER_START', startTime, resultCount: 0});
    await recordAdminAudit(tx, planning, {operation: 'SERVER_STATE_ACTIVE', startTime: planning.now, resultCount: 0});
  });
}

import {internal} from '../access/needs.ts';
import {planningOf} from '../entity/planning.ts';
import {change} from '../operation.ts';
import {recordAdminAudit} from '../entity/admin-audit.ts';

/** Writes down that a server has started and serves now. */
export const recordServerStart = change({
  may: internal,
  logAs: 'AtlasAuditService.add',
  run: async (tx, {startTime}: {startTime: number}, c): Promise<void> => {
    const planning = planningOf(c);
    await recordAdminAudit(tx, planning, {operation: 'SERVER_START', startTime, resultCount: 0});
    await recordAdminAudit(tx, planning, {
      operation: 'SERVER_STATE_ACTIVE',
      startTime: planning.now,
      resultCount: 0,
    });
  },
});

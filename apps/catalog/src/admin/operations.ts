import {explainAccess} from './explain-access.ts';
import {listAuditBatches, listAuditDetails, readAuditSummary} from './audit-details.ts';
import {checkPart, rebuildPart, repairPart, selectToCheck} from './check-state.ts';
import {noteIndexRecovery, readIndexRecovery} from './index-recovery.ts';
import {listAudits} from './list-audits.ts';
import {listPatches} from './list-patches.ts';
import {
  collectMetrics,
  listMetricsInRange,
  listMetricsStats,
  readMetricsCharts,
  readMetricsStat,
} from './metrics-history.ts';
import {countClassified, readMetrics} from './metrics.ts';
import {purgeBatch, recordPurgeRun} from './purge-batch.ts';
import {readServer} from './read-server.ts';
import {recordServerStart} from './server-start.ts';
import {readStoreSize} from './store-size.ts';
import {
  deleteTasks,
  failTaskPart,
  hasTasks,
  leaveTasks,
  listTasks,
  queueAgeOut,
  queueAgeOutWhenDue,
  rehearseAgeOut,
  runTaskPart,
  runTaskPartAlone,
} from './tasks.ts';

/** By subject: each list is served beside the streams of its subject. */
export const metricsOperations = {
  readMetrics,
  countClassified,
  listMetricsStats,
  readMetricsStat,
  listMetricsInRange,
  readMetricsCharts,
  collectMetrics,
  readStoreSize,
};
export const auditOperations = {
  listAudits,
  readAuditSummary,
  listAuditBatches,
  listAuditDetails,
  purgeBatch,
  recordPurgeRun,
};
export const taskOperations = {
  listTasks,
  deleteTasks,
  queueAgeOut,
  rehearseAgeOut,
  queueAgeOutWhenDue,
  hasTasks,
  runTaskPart,
  runTaskPartAlone,
  failTaskPart,
  leaveTasks,
};
export const indexOperations = {
  readIndexRecovery,
  noteIndexRecovery,
  selectToCheck,
  checkPart,
  repairPart,
  rebuildPart,
};
export const serverOperations = {readServer, listPatches, recordServerStart};

export const adminOperations = {
  explainAccess,
  ...metricsOperations,
  ...auditOperations,
  ...taskOperations,
  ...indexOperations,
  ...serverOperations,
};

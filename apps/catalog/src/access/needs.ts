import type {AdminPrivilege} from '@gazetteer/model';
import type {OperationName} from '../operations.ts';

/** What an operation needs of a policy, beside what the entities and types that it touches need by themselves. */
export type Need = {
  /** Asked for before anything is done. */
  readonly privilege?: AdminPrivilege;
  /** Whether it sees only what its user may read. */
  readonly reads: 'readable' | 'all';
  /** Whether its changes are those of its user, of types alone, or the catalog's own. */
  readonly writes: 'checked' | 'types' | 'free';
  /** Asked for by the catalog itself, never by a request: as a part of what its user was already allowed to do. */
  readonly isInternal?: true;
  /** It tells of everything at once, so its user must be allowed to read everything. */
  readonly wantsAll?: true;
};

const own = {reads: 'readable', writes: 'checked'} as const satisfies Need;
const types = {reads: 'all', writes: 'types'} as const satisfies Need;
/** It tells nothing of entities. */
const open = {reads: 'all', writes: 'free'} as const satisfies Need;
const internal = {...open, isInternal: true} as const satisfies Need;
const statistics = {...open, wantsAll: true} as const satisfies Need;
const audits = {...open, privilege: 'admin-audits'} as const satisfies Need;
const purge = {...open, privilege: 'admin-purge'} as const satisfies Need;
const imports = {...open, privilege: 'admin-import'} as const satisfies Need;

/** All that is not like `own`: it reads what its user may read and changes what its user may change. */
const others: Partial<Record<OperationName, Need>> = {
  createTypes: types,
  updateTypes: types,
  deleteTypes: types,
  deleteType: types,
  createOldTypes: types,
  updateOldTypes: types,
  // Its route knows who may ask about whom.
  explainAccess: open,
  indexHealth: open,
  readServer: open,
  listPatches: open,
  readIndexRecovery: open,
  listMetricsStats: statistics,
  readMetricsStat: statistics,
  listMetricsInRange: statistics,
  readMetricsCharts: statistics,
  listAudits: audits,
  readAuditSummary: audits,
  listAuditDetails: audits,
  listAuditBatches: audits,
  listTransfers: audits,
  purgeEntities: purge,
  listTasks: purge,
  deleteTasks: purge,
  queueAgeOut: purge,
  rehearseAgeOut: purge,
  noteIndexRecovery: purge,
  selectToCheck: purge,
  checkPart: purge,
  repairPart: purge,
  rebuildPart: purge,
  exportEntities: {reads: 'readable', writes: 'free', privilege: 'admin-export'},
  importTypes: imports,
  importBatch: imports,
  importPropagation: imports,
  registerImport: imports,
  abortImport: imports,
  listImports: imports,
  readImport: imports,
  readStoreSize: internal,
  settleChanges: internal,
  takePlace: internal,
  keepPlace: internal,
  trimOutbox: internal,
  receiveMessages: {...open, privilege: 'service-notification-post'},
  listFailedMessages: audits,
  replayFailedMessages: purge,
  dropFailedMessages: purge,
  nextAuditLines: internal,
  dropSentAuditLines: internal,
  hasWaiting: internal,
  nextMessages: internal,
  takeInMessages: internal,
  failMessage: internal,
  countInbox: internal,
  collectMetrics: internal,
  purgeBatch: internal,
  recordPurgeRun: internal,
  queueAgeOutWhenDue: internal,
  runTaskPart: internal,
  failTaskPart: internal,
  leaveTasks: internal,
  recordServerStart: internal,
  lockImports: internal,
  unlockImports: internal,
  updateImport: internal,
  listUnfinishedImports: internal,
  markReplicated: internal,
  recordTransfer: internal,
};

export function needOf(name: OperationName): Need {
  return others[name] ?? own;
}

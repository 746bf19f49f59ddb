import {auditLinesToSend, dropAuditLines, type Keeper, type KeptRecord} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change, query} from '../operation.ts';

/** Records of changes that the request audit has not got yet, the oldest. */
export const nextAuditLines = query({
  may: internal,
  on: 'main',
  logAs: 'AuditRelay.next',
  run: (graph, keeper: Keeper): Promise<KeptRecord[]> => auditLinesToSend(graph, keeper),
});

/** The request audit has got them. */
export const dropSentAuditLines = change({
  may: internal,
  isQuiet: true,
  logAs: 'AuditRelay.drop',
  run: (tx, ids: readonly number[]): Promise<void> => dropAuditLines(tx, ids),
});

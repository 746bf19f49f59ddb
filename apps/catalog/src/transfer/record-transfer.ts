import {integer, optionalInteger, text} from '@gazetteer/kernel/parameters';
import {list} from '@gazetteer/kernel/shape';
import type {EntityRecord, FilterCriteria, Guid} from '@gazetteer/model';
import {audits, internal} from '../access/needs.ts';
import {recordAdminAudit} from '../entity/admin-audit.ts';
import {saveRecord} from '../entity/save-record.ts';
import {findRecords} from '../admin/find-records.ts';
import {planningOf} from '../entity/planning.ts';
import {change, query} from '../operation.ts';
import {saveServer} from './other-server.ts';
import {transferAudit} from './shapes.ts';

export type Transfer = {
  operation: 'EXPORT' | 'IMPORT';
  startTime: number;
  /** Names of the catalogs; empty when it is not known. */
  source: string;
  target: string;
  /** Of the request. */
  options: Record<string, unknown>;
  result: Record<string, unknown> & {operationStatus: string};
  /** Number of items by type. */
  itemCounts: Record<string, number>;
  /** Up to when entities of another catalog were taken over. */
  marker?: {server: string; guid: Guid; time: number};
};

/**
 * Writes down that entities were exported or imported: for the list of transfers and for that of
 * all an operator did.
 */
export const recordTransfer = change({
  may: internal,
  logAs: 'ExportImportAuditService.add',
  run: async (tx, transfer: Transfer, c): Promise<void> => {
    const planning = planningOf(c);
    const {operation, startTime, source, target, options, result, itemCounts} = transfer;
    for (const name of new Set([source, target])) {
      const marker = transfer.marker?.server === name ? transfer.marker : undefined;
      if (name !== '') await saveServer(tx, planning, name, marker);
    }
    await saveRecord(tx, planning, '__ExportImportAuditEntry', {
      userName: planning.userName,
      operation,
      sourceServerName: source,
      targetServerName: target,
      operationParams: JSON.stringify(options),
      operationStartTime: startTime,
      operationEndTime: planning.now,
      resultSummary: JSON.stringify(result),
    });
    await recordAdminAudit(tx, planning, {
      operation,
      startTime,
      params: JSON.stringify({...options, operationStatus: result.operationStatus}),
      result: JSON.stringify(itemCounts),
      resultCount: Object.values(itemCounts).reduce((sum, count) => sum + count, 0),
    });
  },
});

export type TransferAudit = Record<string, unknown>;

/** GET /admin/expimp/audit: transfers, the newest first. A server's name is that of either side. */
export const listTransfers = query('GET /admin/expimp/audit', {
  summary: 'Exports and imports, the newest first',
  description: 'With the request and the result of each.',
  query: {
    serverName: text('Of the other catalog'),
    userName: text('Who did it'),
    operation: text('EXPORT or IMPORT'),
    startTime: optionalInteger('Not before this time, in milliseconds since 1970'),
    endTime: optionalInteger('Not after this time'),
    limit: integer('Length of the page; 0: the default', {default: 0, min: 0}),
    offset: integer('Passed over', {default: 0, min: 0}),
  },
  answer: list(transferAudit),
  may: audits,
  logAs: 'ExportImportAuditService.get',
  run: async (
    graph,
    {serverName, userName, operation, startTime, endTime, limit, offset},
    c,
  ): Promise<TransferAudit[]> => {
    const is = (
      attributeName: string,
      value: string | number | undefined,
      operator: '=' | '>=' | '<=' = '=',
    ) =>
      value === undefined || value === ''
        ? []
        : [{attributeName, operator, attributeValue: String(value)}];
    const sides = [...is('sourceServerName', serverName), ...is('targetServerName', serverName)];
    const criterion: FilterCriteria[] = [
      ...is('userName', userName),
      ...is('operation', operation),
      ...is('operationStartTime', startTime, '>='),
      ...is('operationEndTime', endTime, '<='),
      ...(sides.length === 0 ? [] : [{condition: 'OR' as const, criterion: sides}]),
    ];
    const {searchMaxLimit, searchDefaultLimit} = c.settings;
    const {records} = await findRecords(c, graph, '__ExportImportAuditEntry', {
      limit: limit < 1 || limit > searchMaxLimit ? searchDefaultLimit : limit,
      offset: Math.max(0, offset),
      sortBy: 'operationStartTime',
      sortOrder: 'DESCENDING',
      ...(criterion.length === 0 ? {} : {entityFilters: {condition: 'AND', criterion}}),
    });
    return records.map(auditJson);
  },
});

function auditJson({guid, attributes}: EntityRecord): TransferAudit {
  const {operationStartTime, operationEndTime, ...others} = attributes;
  return {guid, ...others, startTime: operationStartTime, endTime: operationEndTime ?? 0};
}

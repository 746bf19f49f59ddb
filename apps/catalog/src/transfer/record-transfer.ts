import type {EntityRecord, FilterCriteria, Guid} from '@gazetteer/model';
import {recordAdminAudit} from '../admin/audit-entry.ts';
import {findRecords, saveRecord} from '../admin/internal-records.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {saveServer} from './other-server.ts';

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

/** Writes down that entities were exported or imported: for the list of transfers and for that of all an operator did. */
export async function recordTransfer(c: Catalog, transfer: Transfer): Promise<void> {
  await c.write('ExportImportAuditService.add', async tx => {
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
  });
}

export type TransferQuery = {
  serverName: string | undefined;
  userName: string | undefined;
  operation: string | undefined;
  startTime: number | undefined;
  endTime: number | undefined;
  limit: number;
  offset: number;
};

export type TransferAudit = Record<string, unknown>;

/** GET /admin/expimp/audit: transfers, the newest first. A server's name is that of either side. */
export async function listTransfers(c: Catalog, query: TransferQuery): Promise<TransferAudit[]> {
  const {serverName, userName, operation, startTime, endTime, limit, offset} = query;
  const is = (attributeName: string, value: string | number | undefined, operator: '=' | '>=' | '<=' = '=') =>
    value === undefined || value === '' ? [] : [{attributeName, operator, attributeValue: String(value)}];
  const sides = [...is('sourceServerName', serverName), ...is('targetServerName', serverName)];
  const criterion: FilterCriteria[] = [
    ...is('userName', userName),
    ...is('operation', operation),
    ...is('operationStartTime', startTime, '>='),
    ...is('operationEndTime', endTime, '<='),
    ...(sides.length === 0 ? [] : [{condition: 'OR' as const, criterion: sides}]),
  ];
  const {searchMaxLimit, searchDefaultLimit} = c.settings;
  return await c.read('ExportImportAuditService.get', async graph => {
    const {records} = await findRecords(c, graph, '__ExportImportAuditEntry', {
      limit: limit < 1 || limit > searchMaxLimit ? searchDefaultLimit : limit,
      offset: Math.max(0, offset),
      sortBy: 'operationStartTime',
      sortOrder: 'DESCENDING',
      ...(criterion.length === 0 ? {} : {entityFilters: {condition: 'AND', criterion}}),
    });
    return records.map(auditJson);
  });
}

function auditJson({guid, attributes}: EntityRecord): TransferAudit {
  const {operationStartTime, operationEndTime, ...others} = attributes;
  return {guid, ...others, startTime: operationStartTime, endTime: operationEndTime ?? 0};
}

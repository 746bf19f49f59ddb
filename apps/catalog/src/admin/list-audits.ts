import {AppError, checkLimits, readSearchParameters, withPageSize, type FilterCriteria} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {auditAttributes, auditEntryJson, type AuditEntryJson} from './audit-entry.ts';
import {findRecords} from './internal-records.ts';
import {auditSearchParameters} from './shapes.ts';

const names: ReadonlySet<string> = new Set(auditAttributes);

/**
 * POST /admin/audits: what operators did, the newest first unless an order is asked for. Filters without a value restrict
 * nothing: pages send them so.
 * @throws UNKNOWN_ATTRIBUTE for a filter or an order by what entries do not have
 */
export async function listAudits(c: Catalog, {body}: {body: string}): Promise<AuditEntryJson[]> {
  const json = (parseBody(auditSearchParameters, body) ?? {}) as Record<string, unknown>;
  const form = {includeSubTypes: false};
  const parameters = readSearchParameters({...json, entityFilters: json['auditFilters']}, form);
  checkLimits(parameters, c.settings);
  const {limit, offset, sortBy, sortOrder, entityFilters} = withPageSize(parameters, c.settings);
  if (sortBy !== undefined && sortBy !== '') checkName(sortBy);
  const filter = entityFilters && withValues(entityFilters);
  return await c.read('AtlasAuditService.get', async graph => {
    const {records} = await findRecords(c, graph, '__MetaAuditEntry', {
      limit,
      offset,
      ...(sortBy === undefined || sortBy === '' ? {sortBy: 'startTime', sortOrder: 'DESCENDING'} : {sortBy}),
      ...(sortOrder === undefined ? {} : {sortOrder}),
      ...(filter === undefined ? {} : {entityFilters: filter}),
    });
    return records.map(auditEntryJson);
  });
}

function withValues(filter: FilterCriteria): FilterCriteria | undefined {
  if (filter.criterion !== undefined && (filter.criterion.length > 0 || filter.condition !== undefined)) {
    const criterion = filter.criterion.flatMap(one => withValues(one) ?? []);
    return criterion.length === 0 ? undefined : {...filter, criterion};
  }
  if (filter.attributeName !== undefined && filter.attributeName !== '') checkName(filter.attributeName);
  return filter.attributeValue === undefined || filter.attributeValue === '' ? undefined : filter;
}

function checkName(name: string): void {
  if (!names.has(name)) throw new AppError('UNKNOWN_ATTRIBUTE', [name, 'Atlas Audit Entry']);
}

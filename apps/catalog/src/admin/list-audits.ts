import {body} from '@gazetteer/kernel';
import {list, nullable} from '@gazetteer/kernel/shape';
import {
  AppError,
  checkLimits,
  readSearchParameters,
  withPageSize,
  type EntityRecord,
  type FilterCriteria,
  type SearchParameters,
} from '@gazetteer/model';
import {audits} from '../access/needs.ts';
import {query} from '../operation.ts';
import {findRecords, type RecordQuery} from './find-records.ts';
import * as shapes from './shapes.ts';

type AuditEntryJson = Record<string, unknown>;

/** Attributes that entries have; searches may name these. */
const attributeNames = [
  'userName',
  'operation',
  'params',
  'startTime',
  'endTime',
  'clientId',
  'result',
  'resultCount',
  'runId',
  'auditRowKind',
] as const;
const names: ReadonlySet<string> = new Set(attributeNames);

/**
 * POST /admin/audits: what operators did, the newest first unless an order is asked for. Filters
 * without a value restrict nothing: pages send them so.
 * @throws UNKNOWN_ATTRIBUTE for a filter or an order by what entries do not have
 */
export const listAudits = query('POST /admin/audits', {
  summary: 'Audit log of administrators, newest first',
  description:
    'Changes of types, purges, exports, imports and starts of the server, with who did them and what came of it.',
  body: body(nullable(shapes.auditSearchParameters), readAuditSearch),
  answer: list(shapes.auditEntry),
  errors: ['UNKNOWN_ATTRIBUTE', 'BAD_REQUEST'],
  may: audits,
  logAs: 'AtlasAuditService.get',
  read: ({body: parameters}, c): RecordQuery => {
    checkLimits(parameters, c.settings);
    const {limit, offset, sortBy, sortOrder, entityFilters} = withPageSize(parameters, c.settings);
    if (sortBy !== undefined && sortBy !== '') checkName(sortBy);
    const filter = entityFilters && withValues(entityFilters);
    return {
      limit,
      offset,
      ...(sortBy === undefined || sortBy === ''
        ? {sortBy: 'startTime', sortOrder: 'DESCENDING'}
        : {sortBy}),
      ...(sortOrder === undefined ? {} : {sortOrder}),
      ...(filter === undefined ? {} : {entityFilters: filter}),
    };
  },
  run: async (graph, asked, c): Promise<AuditEntryJson[]> =>
    (await findRecords(c, graph, '__MetaAuditEntry', asked)).records.map(auditEntryJson),
});

function readAuditSearch(json: unknown): SearchParameters {
  const {auditFilters, ...parameters} = (json ?? {}) as Record<string, unknown>;
  return readSearchParameters(
    {...parameters, entityFilters: auditFilters},
    {includeSubTypes: false},
  );
}

function withValues(filter: FilterCriteria): FilterCriteria | undefined {
  if (
    filter.criterion !== undefined &&
    (filter.criterion.length > 0 || filter.condition !== undefined)
  ) {
    const criterion = filter.criterion.flatMap(one => withValues(one) ?? []);
    return criterion.length === 0 ? undefined : {...filter, criterion};
  }
  if (filter.attributeName !== undefined && filter.attributeName !== '')
    checkName(filter.attributeName);
  return filter.attributeValue === undefined || filter.attributeValue === '' ? undefined : filter;
}

function checkName(name: string): void {
  if (!names.has(name)) throw new AppError('UNKNOWN_ATTRIBUTE', [name, 'Atlas Audit Entry']);
}

/** Members without a value are left out. */
function auditEntryJson({guid, attributes}: EntityRecord): AuditEntryJson {
  const known = attributeNames.filter(name => attributes[name] !== undefined);
  return {
    guid,
    ...Object.fromEntries(known.map(name => [name, attributes[name]])),
    resultCount: attributes['resultCount'] ?? 0,
  };
}

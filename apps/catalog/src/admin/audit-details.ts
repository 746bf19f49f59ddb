import {AppError, type EntityHeader, type EntityRecord, type Guid} from '@gazetteer/model';
import {lastKnown} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readHeaders} from '../entity/headers.ts';
import {purgeSummary} from '../entity/purge-entities.ts';
import {findRecords, fromText} from './internal-records.ts';

/** GET /admin/audit/{guid}/summary: the counts of a purge. @throws INSTANCE_GUID_NOT_FOUND when there is no such entry */
export async function readAuditSummary(c: Catalog, {guid}: {guid: Guid}): Promise<unknown> {
  const {operation, auditRowKind, params, result} = (await auditEntry(c, guid)).attributes;
  if (auditRowKind === 'SUMMARY') return fromText(result);
  // A purge by hand has one entry, with the guids that were asked for and those that went.
  if (operation !== 'PURGE') throw new AppError('BAD_REQUEST', [`audit entry ${guid} is not the summary of a purge`]);
  return purgeSummary(guidsIn(params), guidsIn(result));
}

const guidsIn = (list: unknown) => String(list).split(',');

/** GET /admin/audit/{guid}/batches: guids of the entries of the same run's batches, oldest first. */
export async function listAuditBatches(c: Catalog, {guid}: {guid: Guid}): Promise<Guid[]> {
  const {attributes} = await auditEntry(c, guid);
  const runId = attributes['runId'];
  if (typeof runId !== 'string') return [];
  return await c.read('AtlasAuditService.getBatches', async graph => {
    const {records} = await findRecords(c, graph, '__MetaAuditEntry', {
      limit: c.settings.searchMaxLimit,
      sortBy: 'startTime',
      sortOrder: 'ASCENDING',
      entityFilters: {
        condition: 'AND',
        criterion: [
          {attributeName: 'runId', operator: '=', attributeValue: runId},
          {attributeName: 'auditRowKind', operator: '=', attributeValue: 'BATCH'},
        ],
      },
    });
    return records.map(one => one.guid);
  });
}

/**
 * GET /admin/audit/{guid}/details: a page of the entities that an entry tells of, as they were last: what was purged is told
 * from the audit. Entries that tell of no entities have none.
 */
export async function listAuditDetails(
  c: Catalog,
  {guid, limit, offset}: {guid: Guid; limit: number; offset: number},
): Promise<EntityHeader[]> {
  const {attributes} = await auditEntry(c, guid);
  const {operation, auditRowKind, result} = attributes;
  const tellsEntities = operation === 'PURGE' || operation === 'AUTO_PURGE';
  if (!tellsEntities || auditRowKind === 'SUMMARY' || typeof result !== 'string') return [];
  const guids = guidsIn(result).slice(offset, offset + Math.min(limit, c.settings.searchMaxLimit));
  return await c.read('AtlasAuditService.getDetails', async graph => {
    const known = await lastKnown(graph, guids);
    return await readHeaders(
      graph,
      guids.flatMap(one => known.get(one) ?? []),
    );
  });
}

export async function auditEntry(c: Catalog, guid: Guid): Promise<EntityRecord> {
  return await c.read('AtlasAuditService.get', async graph => {
    const entry = (await graph.entities([guid])).get(guid);
    if (entry?.typeName !== '__MetaAuditEntry') throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    return entry;
  });
}

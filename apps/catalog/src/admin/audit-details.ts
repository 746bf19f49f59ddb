import {integer} from '@gazetteer/kernel/parameters';
import {anything, list, mapOf, text} from '@gazetteer/kernel/shape';
import {AppError, type EntityHeader, type EntityRecord, type Guid} from '@gazetteer/model';
import {lastKnown, type GraphRead} from '@gazetteer/store';
import {audits} from '../access/needs.ts';
import {readHeaders} from '../entity/headers.ts';
import {purgeSummary} from '../entity/purge-entities.ts';
import {entityHeader} from '../entity/shapes.ts';
import {query} from '../operation.ts';
import {findRecords, fromText} from './find-records.ts';

/**
 * GET /admin/audit/{guid}/summary: the counts of a purge. @throws INSTANCE_GUID_NOT_FOUND when
 * there is no such entry
 */
export const readAuditSummary = query('GET /admin/audit/{auditGuid}/summary', {
  summary: 'The counts of a purge',
  description: 'Of an automatic purge: how many entities its batches removed.',
  answer: mapOf(anything),
  errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
  may: audits,
  on: 'main',
  logAs: 'AtlasAuditService.get',
  run: async (graph, {auditGuid: guid}): Promise<unknown> => {
    const {operation, auditRowKind, params, result} = (await auditEntry(graph, guid)).attributes;
    if (auditRowKind === 'SUMMARY') return fromText(result);
    // A purge by hand has one entry, with the guids that were asked for and those that went.
    if (operation !== 'PURGE')
      throw new AppError('BAD_REQUEST', [`audit entry ${guid} is not the summary of a purge`]);
    return purgeSummary(guidsIn(params), guidsIn(result));
  },
});

const guidsIn = (list: unknown) => String(list).split(',');

/**
 * GET /admin/audit/{guid}/batches: guids of the entries of the same run's batches, oldest first.
 */
export const listAuditBatches = query('GET /admin/audit/{auditGuid}/batches', {
  summary: "Entries of the batches of an entry's run",
  description: 'An automatic purge works in batches; each has an entry of its own.',
  answer: list(text()),
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  may: audits,
  logAs: 'AtlasAuditService.getBatches',
  run: async (graph, {auditGuid}, c): Promise<Guid[]> => {
    const {runId} = (await auditEntry(graph, auditGuid)).attributes;
    if (typeof runId !== 'string') return [];
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
  },
});

/**
 * GET /admin/audit/{guid}/details: a page of the entities that an entry tells of, as they were
 * last: what was purged is told from the audit. Entries that tell of no entities have none.
 */
export const listAuditDetails = query('GET /admin/audit/{auditGuid}/details', {
  summary: 'A page of the entities that an entry tells of',
  description:
    'Headers as they were when the entry was written, as purged entities can no longer be read.',
  query: {
    limit: integer('Length of the page', {default: 10, min: 0}),
    offset: integer('Passed over', {default: 0, min: 0}),
  },
  answer: list(entityHeader),
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  may: audits,
  logAs: 'AtlasAuditService.getDetails',
  run: async (graph, {auditGuid, limit, offset}, c): Promise<EntityHeader[]> => {
    const {operation, auditRowKind, result} = (await auditEntry(graph, auditGuid)).attributes;
    const tellsEntities = operation === 'PURGE' || operation === 'AUTO_PURGE';
    if (!tellsEntities || auditRowKind === 'SUMMARY' || typeof result !== 'string') return [];
    const guids = guidsIn(result).slice(
      offset,
      offset + Math.min(limit, c.settings.searchMaxLimit),
    );
    const known = await lastKnown(graph, guids);
    return await readHeaders(
      graph,
      guids.flatMap(one => known.get(one) ?? []),
    );
  },
});

/** @throws INSTANCE_GUID_NOT_FOUND */
async function auditEntry(graph: GraphRead, guid: Guid): Promise<EntityRecord> {
  const entry = (await graph.entities([guid])).get(guid);
  if (entry?.typeName !== '__MetaAuditEntry') throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
  return entry;
}

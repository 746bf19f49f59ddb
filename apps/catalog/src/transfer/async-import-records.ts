import {integer} from '@gazetteer/kernel/parameters';
import {AppError, type EntityRecord} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {imports, internal} from '../access/needs.ts';
import {saveRecord} from '../entity/save-record.ts';
import {findRecords, fromText} from '../admin/find-records.ts';
import type {Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {change, query} from '../operation.ts';
import type {ImportProgress} from './import-progress.ts';
import * as shapes from './shapes.ts';

const typeName = '__MetaAsyncImportRequest';

export type AsyncImportState =
  | 'STAGING'
  | 'WAITING'
  | 'PROCESSING'
  | 'SUCCESSFUL'
  | 'PARTIAL_SUCCESS'
  | 'ABORTED'
  | 'FAILED';

/** Numbers are numbers of entity files; `importProgress` is in percent. */
export type ImportDetails = {
  publishedEntityCount: number;
  totalEntitiesCount: number;
  importedEntitiesCount: number;
  failedEntitiesCount: number;
  failedEntities: string[];
  importProgress: number;
  /** Why, by guid. */
  failures: Record<string, string>;
};

export type ImportResume = {
  /** Name of the file in the queue's folder. */
  archive: string;
  groups: readonly string[];
  progress?: Omit<ImportProgress, 'failures'>;
};

/**
 * An import in the background, as the store keeps it. Times are epoch ms, 0 for what has not
 * happened yet.
 */
export type AsyncImport = {
  importId: string;
  status: AsyncImportState;
  importDetails: ImportDetails;
  /** Who asked with which options and, at the end, the result. */
  importResult: {
    request: {options: Record<string, string>};
    userName: string;
    clientIpAddress: string;
    [name: string]: unknown;
  };
  /** What is needed to begin or to go on. */
  resume: ImportResume;
  receivedTime: number;
  stagedTime: number;
  processingStartTime: number;
  completedTime: number;
};

const times = ['receivedTime', 'stagedTime', 'processingStartTime', 'completedTime'] as const;
const unfinished: readonly AsyncImportState[] = ['STAGING', 'WAITING', 'PROCESSING'];

/**
 * Queues an import. The same archive with the same options, sent again while it waits or runs, is
 * that import: clients may repeat a request that they had no answer to.
 */
export const registerImport = change({
  may: imports,
  logAs: 'AsyncImportService.registerRequest',
  run: async (tx, wanted: AsyncImport, c): Promise<{import: unknown; isNew: boolean}> => {
    const known = await find(tx, wanted.importId);
    if (known !== undefined && unfinished.includes(known.value.status)) {
      return {import: asyncImportJson(known.guid, known.value), isNew: false};
    }
    const guid = await save(c, tx, wanted);
    return {import: asyncImportJson(guid, wanted), isNew: true};
  },
});

/**
 * Writes down how far an import is. @returns false when it was aborted meanwhile: nothing more may
 * be done of it
 */
export const updateImport = change({
  may: internal,
  logAs: 'AsyncImportService.updateImportRequest',
  run: async (tx, next: AsyncImport, c): Promise<boolean> => {
    const known = await find(tx, next.importId);
    if (known === undefined || known.value.status === 'ABORTED') return false;
    await save(c, tx, next);
    return true;
  },
});

/**
 * DELETE /admin/async/import/{importId}.
 * @returns name of its archive
 * @throws IMPORT_NOT_FOUND, IMPORT_ABORT_NOT_ALLOWED once it has begun
 */
export const abortImport = change({
  may: imports,
  logAs: 'AsyncImportService.abortImport',
  run: async (tx, {importId}: {importId: string}, c): Promise<string> => {
    const known = await find(tx, importId);
    if (known === undefined) throw new AppError('IMPORT_NOT_FOUND', [importId]);
    const {status} = known.value;
    if (status !== 'STAGING' && status !== 'WAITING')
      throw new AppError('IMPORT_ABORT_NOT_ALLOWED', [importId, status]);
    await save(c, tx, {...known.value, status: 'ABORTED', completedTime: Date.now()});
    return known.value.resume.archive;
  },
});

/** GET /admin/async/import/status/{importId}. @throws IMPORT_NOT_FOUND */
export const readImport = query('GET /admin/async/import/status/{importId}', {
  summary: 'Progress of an import in the background',
  description: 'With the number of entities done so far, and which failed.',
  answer: shapes.asyncImport,
  errors: ['IMPORT_NOT_FOUND'],
  may: imports,
  on: 'main',
  logAs: 'AsyncImportService.getImportStatusById',
  run: async (graph, {importId}): Promise<unknown> => {
    const known = await find(graph, importId);
    if (known === undefined) throw new AppError('IMPORT_NOT_FOUND', [importId]);
    return asyncImportJson(known.guid, known.value);
  },
});

/** GET /admin/async/import/status: a page of all imports, the newest first. */
export const listImports = query('GET /admin/async/import/status', {
  summary: 'Imports in the background, the newest first',
  description: 'The details of one are under GET /admin/async/import/status/{importId}.',
  query: {
    offset: integer('Passed over', {default: 0, min: 0}),
    limit: integer('Length of the page', {default: 50, min: 0}),
  },
  answer: shapes.asyncImports,
  may: imports,
  logAs: 'AsyncImportService.getImportsStatus',
  run: async (graph, {offset, limit}, c): Promise<unknown> => {
    const {records, count} = await findRecords(c, graph, typeName, {
      offset,
      limit: Math.min(limit, c.settings.searchMaxLimit),
      sortBy: '__timestamp',
      sortOrder: 'DESCENDING',
    });
    const list = records.map(record => {
      const {importId, status, receivedTime, importResult} = fromRecord(record);
      return {
        importId,
        status,
        importRequestReceivedTime: new Date(receivedTime).toISOString(),
        importRequestUser: importResult.userName,
      };
    });
    return {list, startIndex: offset, pageSize: list.length, totalCount: count, sortType: 'NONE'};
  },
});

/** Imports that wait or were begun, the oldest first. */
export const listUnfinishedImports = query({
  may: internal,
  // Asked for at the start, when nobody has needed a reader yet; there are hardly ever any.
  on: 'main',
  logAs: 'AsyncImportService.fetchQueuedImportRequests',
  run: async (graph, _all: undefined, c): Promise<AsyncImport[]> => {
    const {records} = await findRecords(c, graph, typeName, {
      limit: c.settings.searchMaxLimit,
      sortBy: '__timestamp',
      sortOrder: 'ASCENDING',
      entityFilters: {
        condition: 'OR',
        criterion: unfinished.map(status => ({
          attributeName: 'status',
          operator: '=',
          attributeValue: status,
        })),
      },
    });
    return records.map(fromRecord);
  },
});

async function find(
  graph: GraphRead,
  importId: string,
): Promise<{guid: string; value: AsyncImport} | undefined> {
  const [record] = await graph.byUnique([
    {typeName, attribute: 'requestId', value: requestIdOf(importId)},
  ]);
  return record && {guid: record.guid, value: fromRecord(record)};
}

async function save(
  c: Context,
  tx: Parameters<typeof saveRecord>[0],
  value: AsyncImport,
): Promise<string> {
  const {importId, status, importDetails, importResult, resume} = value;
  return await saveRecord(tx, planningOf(c), typeName, {
    requestId: requestIdOf(importId),
    importId,
    status,
    importDetails: JSON.stringify(importDetails),
    importResult: JSON.stringify(importResult),
    startEntityPosition: JSON.stringify(resume),
    ...Object.fromEntries(times.map(name => [name, String(value[name])])),
  });
}

function fromRecord({attributes}: EntityRecord): AsyncImport {
  return {
    importId: String(attributes['importId']),
    status: String(attributes['status']) as AsyncImportState,
    importDetails: fromText(attributes['importDetails']) as ImportDetails,
    importResult: fromText(attributes['importResult']) as AsyncImport['importResult'],
    resume: fromText(attributes['startEntityPosition']) as ImportResume,
    ...(Object.fromEntries(times.map(name => [name, Number(attributes[name])])) as Record<
      (typeof times)[number],
      number
    >),
  };
}

function asyncImportJson(guid: string, {resume: _resume, ...value}: AsyncImport): unknown {
  return {guid, ...value};
}

const requestIdOf = (importId: string): string => `async_import_${importId}`;

import {
  described,
  anything,
  integer,
  list,
  mapOf,
  named,
  number,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';

/** Any of the ways to say which entities are meant. */
const itemToExport = object({
  guid: text('Of the entity, in place of its unique attributes'),
  typeName: text('Several, separated by commas, with matchType forType'),
  uniqueAttributes: mapOf(anything, 'Values to compare with, by attribute'),
});

export const exportRequest = named('ExportRequest', 'What to export', () =>
  object({
    itemsToExport: list(itemToExport, 'Entities to begin with'),
    options: mapOf(
      anything,
      'fetchType (FULL, CONNECTED, INCREMENTAL), matchType (startsWith, endsWith, contains, matches, forType), ' +
        'skipLineage, changeMarker, replicatedTo, skipUpdateReplicationAttr, omitZipResponseForEmptyExport',
    ),
  }),
);

export const importRequest = named('ImportRequest', 'How to import', () =>
  object({
    options: mapOf(
      text(),
      'fileName, startGuid, startPosition, updateTypeDefinition, replicatedFrom, transforms, transformers, batchSize, size',
    ),
    sizeOption: integer('What the option size says, in results; 1 without it'),
  }),
);

/** Counted under the names that clients of exports and imports know. */
const metrics = mapOf(integer(), 'Numbers by what was counted');

export const importResult = named('ImportResult', 'Result of an import', () =>
  object({
    request: described(importRequest, 'The request as it was understood'),
    userName: text('User who imported'),
    clientIpAddress: text('Address of the client'),
    hostName: text('Host of the server'),
    timeStamp: time(),
    metrics,
    processedEntities: list(text(), 'Guids, owned entities included'),
    operationStatus: oneOf(['SUCCESS', 'PARTIAL_SUCCESS', 'FAIL'], 'Overall result'),
    exportResult: mapOf(anything, 'What the archive tells of its export'),
  }),
);

export const transferAudit = named(
  'ExportImportAuditEntry',
  'An export or import that was done',
  () =>
    object({
      guid: text('Of the entry'),
      userName: text('User who did it'),
      operation: oneOf(['EXPORT', 'IMPORT'], 'Export or import'),
      operationParams: text('The request, as JSON'),
      startTime: time(),
      endTime: time(),
      resultSummary: text('What came of it'),
      sourceServerName: text('Catalog that entities came from'),
      targetServerName: text('Catalog that entities went to'),
    }),
);

const importStates = [
  'STAGING',
  'WAITING',
  'PROCESSING',
  'SUCCESSFUL',
  'PARTIAL_SUCCESS',
  'ABORTED',
  'FAILED',
] as const;

export const asyncImport = named('AsyncImportRequest', 'An import in the background', () =>
  object(
    {
      guid: text('Of the record'),
      importId: text('Of the import'),
      status: oneOf(importStates, 'State of the import'),
      importDetails: described(
        object({
          publishedEntityCount: integer('Entities that were read from the archive'),
          totalEntitiesCount: integer('Entities in the archive'),
          importedEntitiesCount: integer('Entities that were imported'),
          failedEntitiesCount: integer('Entities that failed'),
          failedEntities: list(text(), 'Guids of entities that failed'),
          importProgress: number('In percent'),
          failures: mapOf(text(), 'Why, by guid'),
        }),
        'How far it is',
      ),
      receivedTime: time(),
      stagedTime: time(),
      processingStartTime: time('0 while it waits'),
      completedTime: time('0 until it has ended'),
      importResult: described(importResult, 'Result, once it has ended'),
    },
    ['importId', 'status', 'importDetails'],
  ),
);

export const asyncImports = named('AsyncImports', 'Imports in the background', () =>
  object({
    list: list(
      object({
        importId: text('Of the import'),
        status: oneOf(importStates, 'State of the import'),
        importRequestReceivedTime: text('ISO 8601'),
        importRequestUser: text('User who imported'),
      }),
      'The imports',
    ),
    startIndex: integer('Index of the first'),
    pageSize: integer('Imports in the answer'),
    totalCount: integer('Number of imports'),
    sortType: oneOf(['NONE'], 'Always NONE: newest first'),
  }),
);

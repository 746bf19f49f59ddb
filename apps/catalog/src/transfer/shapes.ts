import {anything, integer, list, mapOf, named, number, object, oneOf, text, time} from '../api/shape.ts';

const itemToExport = object({
  guid: text(),
  typeName: text('Several, separated by commas, with matchType forType'),
  uniqueAttributes: mapOf(anything, 'Values to compare with, by attribute'),
});

export const exportRequest = named('ExportRequest', () =>
  object({
    itemsToExport: list(itemToExport),
    options: mapOf(
      anything,
      'fetchType (FULL, CONNECTED, INCREMENTAL), matchType (startsWith, endsWith, contains, matches, forType), ' +
        'skipLineage, changeMarker, replicatedTo, skipUpdateReplicationAttr, omitZipResponseForEmptyExport',
    ),
  }),
);

export const importRequest = named('ImportRequest', () =>
  object({
    options: mapOf(
      text(),
      'fileName, startGuid, startPosition, updateTypeDefinition, replicatedFrom, transforms, transformers, batchSize, size',
    ),
    sizeOption: integer('What the option size says, in results; 1 without it'),
  }),
);

const metrics = mapOf(integer(), 'Numbers by what was counted');

export const importResult = named('ImportResult', () =>
  object({
    request: importRequest,
    userName: text(),
    clientIpAddress: text(),
    hostName: text(),
    timeStamp: time(),
    metrics,
    processedEntities: list(text(), 'Guids, owned entities included'),
    operationStatus: oneOf(['SUCCESS', 'PARTIAL_SUCCESS', 'FAIL']),
    exportResult: mapOf(anything, 'What the archive tells of its export'),
  }),
);

export const transferAudit = named('ExportImportAuditEntry', () =>
  object({
    guid: text(),
    userName: text(),
    operation: oneOf(['EXPORT', 'IMPORT']),
    operationParams: text(),
    startTime: time(),
    endTime: time(),
    resultSummary: text(),
    sourceServerName: text(),
    targetServerName: text(),
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

export const asyncImport = named('AsyncImportRequest', () =>
  object(
    {
      guid: text(),
      importId: text(),
      status: oneOf(importStates),
      importDetails: object({
        publishedEntityCount: integer(),
        totalEntitiesCount: integer(),
        importedEntitiesCount: integer(),
        failedEntitiesCount: integer(),
        failedEntities: list(text()),
        importProgress: number('In percent'),
        failures: mapOf(text(), 'Why, by guid'),
      }),
      receivedTime: time(),
      stagedTime: time(),
      processingStartTime: time('0 while it waits'),
      completedTime: time('0 until it has ended'),
      importResult,
    },
    ['importId', 'status', 'importDetails'],
  ),
);

export const asyncImports = named('AsyncImports', () =>
  object({
    list: list(
      object({
        importId: text(),
        status: oneOf(importStates),
        importRequestReceivedTime: text('ISO 8601'),
        importRequestUser: text(),
      }),
    ),
    startIndex: integer(),
    pageSize: integer(),
    totalCount: integer(),
    sortType: oneOf(['NONE']),
  }),
);

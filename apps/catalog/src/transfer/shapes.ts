import {anything, integer, list, mapOf, named, object, oneOf, text, time} from '../api/shape.ts';

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
      'fileName, startGuid, startPosition, updateTypeDefinition, replicatedFrom, transforms, transformers, batchSize',
    ),
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
    processedEntities: list(text()),
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

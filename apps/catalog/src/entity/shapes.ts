import {auditActions} from '@gazetteer/model';
import {
  anything,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
  type Shape,
} from '../api/shape.ts';

const guid = text('Assigned by the server; in a request `-` and any text names an entity of the same request');
export const status = oneOf(['ACTIVE', 'DELETED']);
const attributes = mapOf(anything, 'Values by attribute name');

const timeBoundary = named('TimeBoundary', () =>
  object({startTime: text('yyyy/MM/dd HH:mm:ss'), endTime: text('yyyy/MM/dd HH:mm:ss'), timeZone: text('Such as UTC')}),
);

export const classification = named('Classification', () =>
  object(
    {
      typeName: text('Name of the classification'),
      attributes: nullable(attributes),
      entityGuid: text('The entity that it was attached to'),
      entityStatus: status,
      propagate: flag('Whether it goes on to related entities; true when absent'),
      removePropagationsOnEntityDelete: flag(),
      validityPeriods: list(timeBoundary),
    },
    ['typeName'],
  ),
);
/** Clients in Python send the name alone, which Java reads as one, too. */
export const givenClassifications = list({orText: classification, member: 'typeName'});

const meaning = named('TermAssignment', () =>
  object({
    termGuid: text(),
    relationGuid: text(),
    displayText: text(),
    description: text(),
    expression: text(),
    createdBy: text(),
    steward: text(),
    source: text(),
    status: text(),
    confidence: integer(),
    qualifiedName: text(),
  }),
);

export const entityHeader = named('EntityHeader', () =>
  object(
    {
      guid: text(),
      typeName: text(),
      attributes: mapOf(anything, 'Unique attributes, name, description, owner and createTime, and those asked for'),
      status,
      displayText: text(),
      classificationNames: list(text()),
      classifications: list(classification),
      meaningNames: list(text()),
      meanings: list(meaning),
      isIncomplete: flag(),
      labels: list(text()),
    },
    ['guid', 'typeName', 'attributes', 'status', 'displayText', 'classificationNames', 'labels'],
  ),
);

export const entity = named('Entity', () =>
  object(
    {
      guid,
      typeName: text(),
      attributes,
      relationshipAttributes: mapOf(anything, 'Related entities by the name of the relationship end'),
      status,
      createdBy: text(),
      updatedBy: text(),
      createTime: time(),
      updateTime: time(),
      version: integer(),
      isIncomplete: flag(),
      classifications: list(classification),
      meanings: list(meaning),
      labels: list(text()),
      customAttributes: mapOf(text()),
      businessAttributes: mapOf(mapOf(anything), 'Values by business metadata and attribute'),
      homeId: text(),
      provenanceType: number(),
    },
    ['typeName', 'attributes'],
  ),
);

const referredEntities = mapOf(entity, 'By guid: those that it refers to');

export const entityWithExtInfo = named('EntityWithExtInfo', () => object({entity, referredEntities}, ['entity']));
export const entitiesWithExtInfo = named('EntitiesWithExtInfo', () =>
  object({entities: list(entity), referredEntities}, ['entities']),
);
/** Of our own API: the entity's header beside its full form. */
export const entityByUniqueAttribute = named('EntityByUniqueAttribute', () =>
  object({...properties(entityHeader), entity, referredEntities}, ['entity']),
);

export const labels = list(text());
export const businessValues = mapOf(anything, 'Values by attribute');
export const businessAttributes = mapOf(businessValues, 'Values by business metadata and attribute');
export const file: Shape = {type: 'string', format: 'binary'};

const importInfo = named('ImportInfo', () =>
  object(
    {
      parentObjectName: text('Of the entity: its guid or what the file calls it'),
      childObjectName: text('What was to be set'),
      importStatus: oneOf(['SUCCESS', 'FAILED']),
      remarks: text('Why it failed, with the line'),
    },
    ['parentObjectName', 'childObjectName', 'importStatus', 'remarks'],
  ),
);
export const bulkImport = named('BulkImport', () =>
  object({failedImportInfoList: list(importInfo), successImportInfoList: list(importInfo)}, [
    'failedImportInfoList',
    'successImportInfoList',
  ]),
);

export const mutation = named('EntityMutation', () =>
  object({
    mutatedEntities: mapOf(list(entityHeader), 'By CREATE, UPDATE, PARTIAL_UPDATE, DELETE and PURGE'),
    guidAssignments: mapOf(text(), 'From the guids of the request to those of the server'),
    partialUpdatedEntities: list(entityHeader),
    failedEntities: list(object({guid: text(), errorCode: text(), errorMessage: text()})),
    summary: mapOf(integer(), 'Of a purge of which not all was possible: how many were asked for, purged and not'),
  }),
);

const difference = object({before: anything, after: anything}, ['before', 'after']);

export const auditEvent = named('EntityAuditEvent', () =>
  object(
    {
      entityId: text(),
      timestamp: time(),
      user: text(),
      action: oneOf(auditActions),
      details: text('A prefix and JSON or words, such as `Updated: {…}`'),
      eventKey: text('For startKey'),
      entity: nullable(entity),
      type: nullable(text()),
      diff: object({
        attributes: mapOf(difference),
        customAttributes: mapOf(difference),
        businessAttributes: mapOf(mapOf(difference)),
        labels: difference,
        status: difference,
      }),
    },
    ['entityId', 'timestamp', 'user', 'action', 'details', 'eventKey', 'entity', 'type'],
  ),
);

export const classificationRequest = named('ClassificationAssociateRequest', () =>
  object(
    {
      classification,
      entityGuids: list(text()),
      entityTypeName: text('For entitiesUniqueAttributes'),
      entitiesUniqueAttributes: list(mapOf(anything), 'Unique attributes of one entity each'),
    },
    ['classification'],
  ),
);

export const entityHeaders = named('EntityHeaders', () =>
  object({guidHeaderMap: mapOf(entityHeader, 'By guid')}, ['guidHeaderMap']),
);

const relationshipStep = object({
  guid: text(),
  typeName: text(),
  end1: text('Guid'),
  end2: text('Guid'),
  status,
  propagateTags: text('NONE, ONE_TO_TWO, TWO_TO_ONE or BOTH'),
});

export const classificationExplanation = named('ClassificationExplanation', () =>
  object(
    {
      typeName: text(),
      guid: text(),
      isOwn: flag('It is attached to the entity itself'),
      sourceCount: integer('Other entities that it comes from'),
      sources: list(
        object({
          entityGuid: text('The entity that it is attached to'),
          entityStatus: status,
          isConnected: flag('False for one that stays although no way leads there any more'),
          path: list(object({entity: entityHeader, relationship: relationshipStep}), 'From the source to the entity'),
        }),
        'The first of them, each with the shortest way',
      ),
    },
    ['typeName', 'guid', 'isOwn', 'sourceCount', 'sources'],
  ),
);

export const classificationList = named('ClassificationList', () =>
  object(
    {
      list: list(classification),
      startIndex: integer(),
      pageSize: integer(),
      totalCount: integer(),
      sortType: oneOf(['NONE', 'ASC', 'DESC']),
    },
    ['list', 'totalCount'],
  ),
);

function properties(shape: Shape): Readonly<Record<string, Shape>> {
  const inner = 'of' in shape ? shape.of() : shape;
  return 'properties' in inner ? inner.properties : {};
}

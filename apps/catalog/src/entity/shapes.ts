import {auditActions} from '@gazetteer/model';
import {
  described,
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
} from '@gazetteer/kernel/shape';

const guid = text(
  'Assigned by the server; in a request `-` and any text names an entity of the same request',
);
export const status = oneOf(['ACTIVE', 'DELETED']);
/** Any values: which ones fit is known from the type, when the request is planned. */
const attributes = mapOf(anything, 'Values by attribute name');

const timeBoundary = named('TimeBoundary', 'A period in which a classification applies', () =>
  object({
    startTime: text('yyyy/MM/dd HH:mm:ss'),
    endTime: text('yyyy/MM/dd HH:mm:ss'),
    timeZone: text('Such as UTC'),
  }),
);

export const classification = named('Classification', 'A classification of an entity', () =>
  object(
    {
      typeName: text('Name of the classification'),
      attributes: described(nullable(attributes), 'Values of the attributes of the classification'),
      entityGuid: text('The entity that it was attached to'),
      entityStatus: described(status, 'Status of the entity that it was attached to'),
      propagate: flag('Whether it goes on to related entities; true when absent'),
      removePropagationsOnEntityDelete: flag(
        'Whether propagated copies are removed when the entity is deleted',
      ),
      validityPeriods: list(timeBoundary, 'When it applies; always when empty'),
    },
    ['typeName'],
  ),
);
/** Clients in Python send the name alone, which Java reads as one, too. */
export const givenClassifications = list({orText: classification, member: 'typeName'});

/** As it stands in an entity; a term itself is a shape of the glossary. */
const meaning = named('TermAssignment', 'A glossary term that is assigned to an entity', () =>
  object({
    termGuid: text('The term'),
    relationGuid: text('The assignment; needed to remove it'),
    displayText: text('Name of the term'),
    description: text('Why the term was assigned'),
    expression: text('How the assignment was found'),
    createdBy: text('User or program that assigned it'),
    steward: text('Person responsible for the assignment'),
    source: text('Where the assignment comes from'),
    status: text('DISCOVERED, PROPOSED, IMPORTED, VALIDATED, DEPRECATED, OBSOLETE or OTHER'),
    confidence: integer('0 to 100'),
    qualifiedName: text('Of the term'),
  }),
);

export const entityHeader = named('EntityHeader', 'The short form of an entity', () =>
  object(
    {
      guid: text('Of the entity'),
      typeName: text('Type of the entity'),
      attributes: mapOf(
        anything,
        'Unique attributes, name, description, owner and createTime, and those asked for',
      ),
      status: described(status, 'DELETED entities stay readable until they are purged'),
      displayText: text('Name to show: the name, display name or qualified name'),
      classificationNames: list(text(), 'Names of the classifications, propagated ones included'),
      classifications: list(classification, 'Classifications, propagated ones included'),
      meaningNames: list(text(), 'Names of the assigned glossary terms'),
      meanings: list(meaning, 'Assigned glossary terms'),
      isIncomplete: flag('Whether only a reference to the entity has been received so far'),
      labels: list(text(), 'Labels of the entity'),
      matches: list(
        object(
          {
            kind: oneOf(
              ['attribute', 'label', 'custom', 'business', 'classification', 'term', 'type'],
              'What has words of the query',
            ),
            field: text('Name of the attribute, label, classification, term or type'),
            text: text('The text with the words, cut where it is long'),
          },
          ['kind', 'field', 'text'],
        ),
        'Of a search with `includeMatches`: where the words of the query are',
      ),
    },
    ['guid', 'typeName', 'attributes', 'status', 'displayText', 'classificationNames', 'labels'],
  ),
);

export const entity = named(
  'Entity',
  'An entity: its type, its attributes and what is attached to it',
  () =>
    object(
      {
        guid,
        typeName: text('Type of the entity'),
        attributes,
        relationshipAttributes: mapOf(
          anything,
          'Related entities by the name of the relationship end',
        ),
        status: described(status, 'DELETED entities stay readable until they are purged'),
        createdBy: text('User who created the entity'),
        updatedBy: text('User who last changed the entity'),
        createTime: time(),
        updateTime: time(),
        version: integer('What the entity was created with; an update does not raise it'),
        isIncomplete: flag('Whether only a reference to the entity has been received so far'),
        classifications: list(classification, 'Classifications, propagated ones included'),
        meanings: list(meaning, 'Assigned glossary terms'),
        labels: list(text(), 'Labels of the entity'),
        customAttributes: mapOf(text(), 'Custom properties: texts by name'),
        businessAttributes: mapOf(mapOf(anything), 'Values by business metadata and attribute'),
        homeId: text('Repository that an imported entity comes from'),
        provenanceType: number('Where an imported entity comes from, as a number'),
      },
      ['typeName'],
      ['attributes', 'guid', 'status'],
    ),
);

/** One place for what several entities of a request refer to. */
const referredEntities = mapOf(entity, 'By guid: those that it refers to');

export const entityWithExtInfo = named(
  'EntityWithExtInfo',
  'An entity with those that it refers to',
  () => object({entity: described(entity, 'The entity'), referredEntities}, ['entity']),
);
export const entitiesWithExtInfo = named(
  'EntitiesWithExtInfo',
  'Entities with those that they refer to',
  () =>
    object({entities: list(entity, 'Entities in the order of the request'), referredEntities}, [
      'entities',
    ]),
);
/** Of our own API: the entity's header beside its full form. */
export const entityByUniqueAttribute = named(
  'EntityByUniqueAttribute',
  'An entity beside its header',
  () =>
    object(
      {
        ...properties(entityHeader),
        entity: described(entity, 'The whole entity'),
        referredEntities,
      },
      ['entity'],
    ),
);

export const labels = list(text());
export const businessValues = mapOf(anything, 'Values by attribute');
export const businessAttributes = mapOf(
  businessValues,
  'Values by business metadata and attribute',
);
/** Of a form; it is read as it comes and never as JSON. */
export const file: Shape = {type: 'string', format: 'binary', description: 'The file'};

export const importInfo = named('ImportInfo', 'Result of one row of an imported file', () =>
  object(
    {
      parentObjectName: text('Of the entity: its guid or what the file calls it'),
      childObjectName: text('What was to be set'),
      importStatus: oneOf(['SUCCESS', 'FAILED'], 'Result of the row'),
      remarks: text('Why it failed, with the line'),
    },
    ['parentObjectName', 'childObjectName', 'importStatus', 'remarks'],
  ),
);
export const bulkImport = named('BulkImport', 'Result of importing a file', () =>
  object(
    {
      failedImportInfoList: list(importInfo, 'Rows that failed'),
      successImportInfoList: list(importInfo, 'Rows that were imported'),
    },
    ['failedImportInfoList', 'successImportInfoList'],
  ),
);

export const mutation = named('EntityMutation', 'What a request changed', () =>
  object({
    mutatedEntities: mapOf(
      list(entityHeader),
      'By CREATE, UPDATE, PARTIAL_UPDATE, DELETE and PURGE',
    ),
    guidAssignments: mapOf(text(), 'From the guids of the request to those of the server'),
    partialUpdatedEntities: list(entityHeader, 'Entities of which only some attributes were given'),
    failedEntities: list(
      object({
        guid: text('Of the entity'),
        errorCode: text('Why, such as ATLAS-404-00-005'),
        errorMessage: text('Why, in words'),
      }),
      'Entities that could not be changed, where a request allows that',
    ),
    summary: mapOf(
      integer(),
      'Of a purge of which not all was possible: how many were asked for, purged and not',
    ),
  }),
);

const difference = object(
  {
    before: described(anything, 'Value before; null when there was none'),
    after: described(anything, 'Value after; null when there is none'),
  },
  ['before', 'after'],
);

export const auditEvent = named('EntityAuditEvent', 'One change of an entity', () =>
  object(
    {
      entityId: text('Guid of the entity'),
      timestamp: time(),
      user: text('User who made the change'),
      action: oneOf(auditActions, 'What was done'),
      details: text('A prefix and JSON or words, such as `Updated: {…}`'),
      eventKey: text('For startKey'),
      entity: described(nullable(entity), 'The entity as it was after the event, when asked for'),
      type: described(nullable(text()), 'Always null; kept for clients of older versions'),
      diff: described(
        object({
          attributes: mapOf(difference, 'Attributes that changed'),
          customAttributes: mapOf(difference, 'Custom properties that changed'),
          businessAttributes: mapOf(
            mapOf(difference),
            'Business attributes that changed, by business metadata',
          ),
          labels: described(difference, 'Labels before and after'),
          status: described(difference, 'Status before and after'),
        }),
        'What the event changed, when asked for',
      ),
    },
    ['entityId', 'timestamp', 'user', 'action', 'details', 'eventKey', 'entity', 'type'],
  ),
);

export const classificationRequest = named(
  'ClassificationAssociateRequest',
  'A classification and the entities to attach it to',
  () =>
    object(
      {
        classification: described(classification, 'The classification to attach'),
        entityGuids: list(text(), 'Entities to attach it to'),
        entityTypeName: text('For entitiesUniqueAttributes'),
        entitiesUniqueAttributes: list(mapOf(anything), 'Unique attributes of one entity each'),
      },
      ['classification'],
    ),
);

export const entityHeaders = named('EntityHeaders', 'Headers of entities', () =>
  object({guidHeaderMap: mapOf(entityHeader, 'By guid')}, ['guidHeaderMap']),
);

/** In a body, where only what names an entity and its classifications count. */
export const classifiedHeaders = named(
  'ClassifiedHeaders',
  'Entities with the classifications that they are to have',
  () => object({guidHeaderMap: mapOf(object(properties(entityHeader)), 'By guid')}),
);

const relationshipStep = object({
  guid: text('Of the relationship'),
  typeName: text('Relationship type'),
  end1: text('Guid'),
  end2: text('Guid'),
  status: described(status, 'Status of the relationship'),
  propagateTags: text('NONE, ONE_TO_TWO, TWO_TO_ONE or BOTH'),
});

export const classificationExplanation = named(
  'ClassificationExplanation',
  'Why an entity carries a classification',
  () =>
    object(
      {
        typeName: text('Name of the classification'),
        guid: text('The entity that was asked about'),
        isOwn: flag('It is attached to the entity itself'),
        sourceCount: integer('Other entities that it comes from'),
        sources: list(
          object({
            entityGuid: text('The entity that it is attached to'),
            entityStatus: described(status, 'Status of that entity'),
            isConnected: flag('False for one that stays although no way leads there any more'),
            path: list(
              object({
                entity: described(entityHeader, 'An entity on the path'),
                relationship: described(
                  relationshipStep,
                  'Relationship that leads to the next entity',
                ),
              }),
              'From the source to the entity',
            ),
          }),
          'The first of them, each with the shortest way',
        ),
      },
      ['typeName', 'guid', 'isOwn', 'sourceCount', 'sources'],
    ),
);

export const classificationList = named('ClassificationList', 'Classifications of an entity', () =>
  object(
    {
      list: list(classification, 'The classifications'),
      startIndex: integer('Index of the first'),
      pageSize: integer('Number of classifications in the answer'),
      totalCount: integer('Number of classifications'),
      sortType: oneOf(['NONE', 'ASC', 'DESC'], 'Order of the list'),
    },
    ['list', 'totalCount'],
  ),
);

function properties(shape: Shape): Readonly<Record<string, Shape>> {
  const inner = 'of' in shape ? shape.of() : shape;
  return 'properties' in inner ? inner.properties : {};
}

import {flag, integer, text, uniqueAttributes} from '../api/parameters.ts';
import {body, route, type Route} from '../api/route.ts';
import * as shape from '../api/shape.ts';
import * as shapes from './shapes.ts';

const badValue = [
  'INVALID_PARAMETERS',
  'CLASSIFICATION_NOT_FOUND',
  'INVALID_TIMEBOUNDRY_TIMEZONE',
  'INVALID_TIMEBOUNDRY_START_TIME',
  'INVALID_TIMEBOUNDRY_END_TIME',
  'INVALID_TIMEBOUNDRY_DATERANGE',
] as const;
const byUnique = ['TYPE_NAME_INVALID', 'ATTRIBUTE_UNIQUE_INVALID', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'] as const;

const adding = {
  summary: 'Attach classifications to an entity',
  body: body(shapes.givenClassifications),
};
const addingErrors = [...badValue, 'INVALID_ENTITY_FOR_CLASSIFICATION'] as const;
const updating = {
  summary: 'Change classifications of an entity',
  description: 'Attributes that are not given stay; validity periods are as given, none when none are.',
  body: body(shapes.givenClassifications),
};
const updatingErrors = [
  ...badValue,
  'CLASSIFICATION_UPDATE_FROM_PROPAGATED_ENTITY',
  'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY',
] as const;
const removing = {summary: 'Take a classification away from an entity'};
const removingErrors = ['NO_CLASSIFICATIONS_FOUND_FOR_ENTITY', 'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY'] as const;

/** What is under /v2/entity about classifications. */
export const classificationRoutes: readonly Route[] = [
  route(
    'GET /v2/entity/guid/{guid}/classifications',
    'readClassifications',
    {
      summary: 'Classifications of an entity, and those that have come to it',
      answer: shapes.classificationList,
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'POST /v2/entity/guid/{guid}/classifications',
    'addClassifications',
    {...adding, errors: ['INSTANCE_GUID_NOT_FOUND', ...addingErrors]},
    input => input,
  ),
  route(
    'PUT /v2/entity/guid/{guid}/classifications',
    'updateClassifications',
    {...updating, errors: ['INSTANCE_GUID_NOT_FOUND', ...updatingErrors]},
    input => input,
  ),
  route(
    'POST /v2/entity/uniqueAttribute/type/{typeName}/classifications',
    'addClassifications',
    {...adding, query: {attributes: uniqueAttributes}, errors: [...byUnique, ...addingErrors]},
    input => input,
  ),
  route(
    'PUT /v2/entity/uniqueAttribute/type/{typeName}/classifications',
    'updateClassifications',
    {...updating, query: {attributes: uniqueAttributes}, errors: [...byUnique, ...updatingErrors]},
    input => input,
  ),
  route(
    'GET /v2/entity/guid/{guid}/classification/{name}',
    'readOneClassification',
    {
      summary: 'One classification of an entity, its own rather than one that has come to it',
      answer: shapes.classification,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'TYPE_NAME_INVALID', 'CLASSIFICATION_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'GET /v2/entity/guid/{guid}/classification/{name}/why',
    'explainClassification',
    {
      summary: 'Why an entity carries a classification: the way from where it is attached',
      query: {source: text('Only from the entity with this guid')},
      answer: shapes.classificationExplanation,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'TYPE_NAME_INVALID', 'CLASSIFICATION_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'DELETE /v2/entity/guid/{guid}/classification/{name}',
    'removeClassification',
    {
      ...removing,
      query: {associatedEntityGuid: text('The deleted entity that the classification has come from')},
      errors: [
        'TYPE_NAME_INVALID',
        'INSTANCE_GUID_NOT_FOUND',
        ...removingErrors,
        'NO_PROPAGATED_CLASSIFICATIONS_FOUND_FOR_ENTITY',
        'PROPAGATED_CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY',
        'PROPAGATED_CLASSIFICATION_REMOVAL_NOT_SUPPORTED',
      ],
    },
    input => input,
  ),
  route(
    'DELETE /v2/entity/uniqueAttribute/type/{typeName}/classification/{name}',
    'removeClassification',
    {...removing, query: {attributes: uniqueAttributes}, errors: [...byUnique, ...removingErrors]},
    input => input,
  ),
  route(
    'POST /v2/entity/bulk/classification',
    'classifyEntities',
    {
      summary: 'Attach a classification to many entities, all or none',
      query: {skipFailedEntities: flag('To those that can have it')},
      body: body(shapes.classificationRequest),
      errors: ['INSTANCE_GUID_NOT_FOUND', ...byUnique, ...addingErrors],
    },
    input => input,
  ),
  route(
    'POST /v2/entity/bulk/setClassifications',
    'setClassifications',
    {
      summary: 'Give entities these classifications and no others of their own',
      body: body(shapes.entityHeaders),
      answer: shape.list(shape.text(), 'What was done, a line each'),
      errors: addingErrors,
    },
    input => input,
  ),
  route(
    'GET /v2/entity/bulk/headers',
    'readClassifiedSince',
    {
      summary: 'Entities whose classifications have changed since a time',
      query: {since: {...integer('Milliseconds since 1970', {default: 0, min: 0}), wireName: 'tagUpdateStartTime'}},
      answer: shapes.entityHeaders,
    },
    input => input,
  ),
];

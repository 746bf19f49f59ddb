import {flag} from '../api/parameters.ts';
import {body, route, type Route} from '../api/route.ts';
import * as shapes from './shapes.ts';

const badRelationship = [
  'INVALID_PARAMETERS',
  'INVALID_PROPAGATION_TYPE',
  'INVALID_BLOCKED_PROPAGATED_CLASSIFICATION',
  'RELATIONSHIP_CRUD_INVALID_PARAMS',
] as const;

/** Everything under /v2/relationship. */
export const relationshipRoutes: readonly Route[] = [
  route(
    'POST /v2/relationship',
    'createRelationship',
    {
      summary: 'Relate two entities',
      description:
        'The ends may be given the other way round. At an end that holds one only, the new one takes its place.',
      body: body(shapes.relationship),
      answer: shapes.relationship,
      errors: [
        ...badRelationship,
        'INVALID_VALUE',
        'INVALID_OBJECT_ID',
        'RELATIONSHIP_END_IS_NULL',
        'INVALID_RELATIONSHIP_END_TYPE',
        'INSTANCE_GUID_NOT_FOUND',
        'INSTANCE_GUID_DELETED',
        'TYPE_NAME_INVALID',
        'ATTRIBUTE_UNIQUE_INVALID',
        'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
        'RELATIONSHIP_ALREADY_EXISTS',
      ],
    },
    input => input,
  ),
  route(
    'PUT /v2/relationship',
    'updateRelationship',
    {
      summary: 'Change a relationship: its attributes, and which classifications it lets through',
      description: 'Attributes that are not given have their default, if there is one.',
      body: body(shapes.relationship),
      answer: shapes.relationship,
      errors: [
        ...badRelationship,
        'RELATIONSHIP_GUID_NOT_FOUND',
        'RELATIONSHIP_ALREADY_DELETED',
        'RELATIONSHIP_UPDATE_TYPE_CHANGE_NOT_ALLOWED',
        'RELATIONSHIP_UPDATE_END_CHANGE_NOT_ALLOWED',
      ],
    },
    input => input,
  ),
  route(
    'GET /v2/relationship/guid/{guid}',
    'readRelationshipByGuid',
    {
      summary: 'A relationship by guid, deleted ones included',
      query: {extendedInfo: flag('Adds headers of its ends')},
      answer: shapes.relationshipWithExtInfo,
      errors: ['RELATIONSHIP_GUID_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'DELETE /v2/relationship/guid/{guid}',
    'deleteRelationship',
    {summary: 'End a relationship', errors: ['RELATIONSHIP_GUID_NOT_FOUND', 'RELATIONSHIP_ALREADY_DELETED']},
    input => input,
  ),
];

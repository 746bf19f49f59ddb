import {propagateTagsValues} from '@gazetteer/model';
import {
  described,
  anything,
  integer,
  list,
  mapOf,
  named,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';
import {classification, entityHeader, status} from '../entity/shapes.ts';

/** Either by its guid, or by its type and unique attributes. */
const end = named('RelationshipEnd', 'An entity at an end of a relationship', () =>
  object({
    guid: text('The entity'),
    typeName: text('Type of the entity'),
    uniqueAttributes: mapOf(anything, 'In place of the guid'),
  }),
);

export const relationship = named('Relationship', 'A relationship between two entities', () =>
  object(
    {
      typeName: text('Name of the relationship type'),
      attributes: mapOf(anything, 'Values by attribute name'),
      guid: text('Assigned by the server'),
      provenanceType: integer('Always 0'),
      end1: described(end, 'Entity at the first end'),
      end2: described(end, 'Entity at the second end'),
      label: text('Label of the edge; that of the type when absent'),
      propagateTags: oneOf(
        propagateTagsValues,
        'As far as its type allows; what the type says when absent',
      ),
      status: described(status, 'Status of the relationship'),
      createdBy: text('User who created it'),
      updatedBy: text('User who last changed it'),
      createTime: time(),
      updateTime: time(),
      version: integer('Always 0'),
      propagatedClassifications: list(classification, 'Those that pass over it'),
      blockedPropagatedClassifications: list(
        classification,
        'Those that it does not let through, by typeName and entityGuid',
      ),
    },
    [],
    ['typeName', 'end1', 'end2', 'guid', 'status'],
  ),
);

export const relationshipWithExtInfo = named(
  'RelationshipWithExtInfo',
  'A relationship with headers of its ends',
  () =>
    object(
      {
        relationship: described(relationship, 'The relationship'),
        referredEntities: mapOf(entityHeader, 'Its ends by guid'),
      },
      ['relationship'],
    ),
);

import {propagateTagsValues} from '@gazetteer/model';
import {anything, integer, list, mapOf, named, object, oneOf, text, time} from '../api/shape.ts';
import {classification, entityHeader, status} from '../entity/shapes.ts';

const end = named('RelationshipEnd', () =>
  object({
    guid: text(),
    typeName: text(),
    uniqueAttributes: mapOf(anything, 'In place of the guid'),
  }),
);

export const relationship = named('Relationship', () =>
  object(
    {
      typeName: text('Name of the relationship type'),
      attributes: mapOf(anything, 'Values by attribute name'),
      guid: text('Assigned by the server'),
      provenanceType: integer('Always 0'),
      end1: end,
      end2: end,
      label: text(),
      propagateTags: oneOf(propagateTagsValues, 'As far as its type allows; what the type says when absent'),
      status,
      createdBy: text(),
      updatedBy: text(),
      createTime: time(),
      updateTime: time(),
      version: integer(),
      propagatedClassifications: list(classification, 'Those that pass over it'),
      blockedPropagatedClassifications: list(
        classification,
        'Those that it does not let through, by typeName and entityGuid',
      ),
    },
    ['typeName', 'end1', 'end2'],
  ),
);

export const relationshipWithExtInfo = named('RelationshipWithExtInfo', () =>
  object({relationship, referredEntities: mapOf(entityHeader, 'Its ends by guid')}, ['relationship']),
);

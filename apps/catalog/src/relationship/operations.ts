import {createRelationship, deleteRelationship, updateRelationship} from './save-relationship.ts';
import {readRelationshipByGuid} from './read-relationship.ts';

export const relationshipOperations = {
  createRelationship,
  updateRelationship,
  readRelationshipByGuid,
  deleteRelationship,
};

import {setOwners} from './set-owners.ts';
import {setTrust} from './set-trust.ts';
import {
  addClassifications,
  addClassificationsByUniqueAttributes,
  removeClassification,
  removeClassificationByUniqueAttributes,
  updateClassifications,
  updateClassificationsByUniqueAttributes,
} from './classify-entity.ts';
import {
  addLabels,
  addLabelsByUniqueAttributes,
  removeLabels,
  removeLabelsByUniqueAttributes,
  setLabels,
  setLabelsByUniqueAttributes,
} from './label-entity.ts';
import {classifyEntities} from './classify-many.ts';
import {deleteByUniqueAttributes, deleteEntities, deleteEntity} from './delete-entities.ts';
import {explainClassification} from './explain-classification.ts';
import {readTableFile} from './read-table.ts';
import {importBusinessMetadata} from './import-business-metadata.ts';
import {purgeEntities} from './purge-entities.ts';
import {
  readByUniqueAttributes,
  readEntities,
  readEntity,
  readHeader,
  readHeaderByUniqueAttributes,
  readManyByUniqueAttributes,
} from './read-entities.ts';
import {
  readClassifications,
  readClassifiedSince,
  readOneClassification,
} from './read-classifications.ts';
import {readEntityAsOf} from './read-as-of.ts';
import {readEntityAudit} from './read-audit.ts';
import {
  removeBusinessMetadata,
  removeBusinessMetadataByName,
  setBusinessMetadata,
  setBusinessMetadataByName,
} from './business-metadata.ts';
import {readPath} from './read-path.ts';
import {saveEntities, saveEntity} from './save-entities.ts';
import {setClassifications} from './set-classifications.ts';
import {updateAttribute, setAttribute} from './update-attribute.ts';
import {updateByUniqueAttributes} from './update-by-unique.ts';

/** By the names that metrics, records and threads know them by. */
export const entityOperations = {
  setOwners,
  setTrust,
  saveEntity,
  saveEntities,
  purgeEntities,
  readEntityAudit,
  readHeader,
  readEntities,
  updateByUniqueAttributes,
  readHeaderByUniqueAttributes,
  readManyByUniqueAttributes,
  setAttribute,
  setLabels,
  addLabels,
  removeLabels,
  deleteEntity,
  deleteEntities,
  deleteByUniqueAttributes,
  readClassifications,
  addClassifications,
  updateClassifications,
  addClassificationsByUniqueAttributes,
  updateClassificationsByUniqueAttributes,
  readOneClassification,
  explainClassification,
  removeClassification,
  removeClassificationByUniqueAttributes,
  classifyEntities,
  setClassifications,
  readClassifiedSince,
  setLabelsByUniqueAttributes,
  addLabelsByUniqueAttributes,
  removeLabelsByUniqueAttributes,
  setBusinessMetadata,
  removeBusinessMetadata,
  setBusinessMetadataByName,
  removeBusinessMetadataByName,
  updateAttribute,
  readByUniqueAttributes,
  readEntity,
  readEntityAsOf,
  readPath,
  importBusinessMetadata,
  readTableFile,
};

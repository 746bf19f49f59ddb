import {createOldTypes, listOldTypes, readOldType, updateOldTypes} from './change-types.ts';
import {
  createReferenceables,
  deleteReferenceableByUnique,
  deleteReferenceables,
  readReferenceable,
  saveReferenceables,
  updateProperty,
  updateReferenceable,
  updateReferenceableByUnique,
} from './entities.ts';
import {
  readInputs,
  readInputsOfTable,
  readLineageGraph,
  readOutputs,
  readOutputsOfTable,
  readSchema,
  readSchemaOfTable,
} from './lineage.ts';
import {listGuids, readOldAudit, searchByDslOrText, searchByDsl, searchByText} from './search.ts';
import {
  addTrait,
  readTraitDefinition,
  readTraitDefinitions,
  readTraits,
  removeTrait,
} from './traits.ts';

/** Of entities, in the API before v2. */
export const changeOperations = {
  createReferenceables,
  saveReferenceables,
  updateReferenceableByUnique,
  updateReferenceable,
  updateProperty,
  deleteReferenceables,
  deleteReferenceableByUnique,
};

/** All others of it. */
export const otherOperations = {
  listGuids,
  readReferenceable,
  readTraits,
  readTraitDefinitions,
  readTraitDefinition,
  addTrait,
  removeTrait,
  readOldAudit,
  createOldTypes,
  updateOldTypes,
  readOldType,
  listOldTypes,
  readLineageGraph,
  readInputs,
  readInputsOfTable,
  readOutputs,
  readOutputsOfTable,
  readSchema,
  readSchemaOfTable,
  searchByDslOrText,
  searchByDsl,
  searchByText,
};

export const legacyOperations = {...changeOperations, ...otherOperations};

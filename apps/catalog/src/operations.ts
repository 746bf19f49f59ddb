import {
  addClassifications,
  readClassifications,
  readOneClassification,
  removeClassification,
} from './entity/classify-entity.ts';
import {addLabels, removeLabels, setLabels} from './entity/label-entity.ts';
import {updateAttribute} from './entity/update-attribute.ts';
import {deleteByUniqueAttributes, deleteEntities} from './entity/delete-entities.ts';
import {
  readByUniqueAttributes,
  readEntities,
  readEntity,
  readHeader,
  readHeaderByUniqueAttributes,
  readManyByUniqueAttributes,
} from './entity/read-entities.ts';
import {saveEntities, saveEntity} from './entity/save-entities.ts';
import {createTypes, deleteType, deleteTypes, updateTypes} from './types/change-types.ts';
import {listTypeHeaders, listTypes, readType, readTypeByGuid} from './types/read-types.ts';

/**
 * Every operation of the catalog and the kind of thread it runs on when the store is SQLite: `writer` for whatever
 * writes, `reader` for what may take long, `main` for reads so short that handing them over costs more than doing them.
 */
export const operations = {
  addClassifications: {run: addClassifications, on: 'writer'},
  addLabels: {run: addLabels, on: 'writer'},
  readClassifications: {run: readClassifications, on: 'main'},
  readOneClassification: {run: readOneClassification, on: 'main'},
  removeClassification: {run: removeClassification, on: 'writer'},
  removeLabels: {run: removeLabels, on: 'writer'},
  setLabels: {run: setLabels, on: 'writer'},
  updateAttribute: {run: updateAttribute, on: 'writer'},
  createTypes: {run: createTypes, on: 'writer'},
  deleteByUniqueAttributes: {run: deleteByUniqueAttributes, on: 'writer'},
  deleteEntities: {run: deleteEntities, on: 'writer'},
  deleteType: {run: deleteType, on: 'writer'},
  deleteTypes: {run: deleteTypes, on: 'writer'},
  listTypeHeaders: {run: listTypeHeaders, on: 'reader'},
  listTypes: {run: listTypes, on: 'reader'},
  readByUniqueAttributes: {run: readByUniqueAttributes, on: 'main'},
  readEntities: {run: readEntities, on: 'reader'},
  readEntity: {run: readEntity, on: 'main'},
  readHeader: {run: readHeader, on: 'main'},
  readHeaderByUniqueAttributes: {run: readHeaderByUniqueAttributes, on: 'main'},
  readManyByUniqueAttributes: {run: readManyByUniqueAttributes, on: 'reader'},
  readType: {run: readType, on: 'main'},
  readTypeByGuid: {run: readTypeByGuid, on: 'main'},
  saveEntities: {run: saveEntities, on: 'writer'},
  saveEntity: {run: saveEntity, on: 'writer'},
  updateTypes: {run: updateTypes, on: 'writer'},
} as const;

export type OperationName = keyof typeof operations;
/** What an operation takes besides the catalog handle. */
export type OperationArgs<Name extends OperationName> = Parameters<(typeof operations)[Name]['run']>[1];

import {createTypes, deleteType, deleteTypes, updateTypes} from './change-types.ts';
import {
  listTypeHeaders,
  listTypeHeadersByFilter,
  listTypes,
  listTypesByFilter,
  readType,
  readTypeByGuid,
} from './read-types.ts';

export const typeOperations = {
  listTypesByFilter,
  listTypeHeadersByFilter,
  createTypes,
  updateTypes,
  deleteTypes,
  readType,
  readTypeByGuid,
  deleteType,
  listTypeHeaders,
  listTypes,
};

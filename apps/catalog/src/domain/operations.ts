import {
  assignToDomain,
  assignToProduct,
  memberOperations,
  removeFromDomain,
  removeFromProduct,
} from './assign-assets.ts';
import {createDomain, deleteDomain, listDomains, readDomain, updateDomain} from './domains.ts';
import {
  createProduct,
  deleteProduct,
  listProducts,
  readProduct,
  updateProduct,
} from './products.ts';

export const domainOperations = {
  listDomains,
  readDomain,
  createDomain,
  updateDomain,
  deleteDomain,
  listProducts,
  readProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  ...memberOperations,
  assignToDomain,
  removeFromDomain,
  assignToProduct,
  removeFromProduct,
};

import {body} from '@gazetteer/kernel';
import {change, query} from '../operation.ts';
import {
  badGroup,
  deleteGroup,
  groupForms,
  type GroupJson,
  listGroups,
  readGroup,
  saveGroup,
} from './asset-groups.ts';
import * as shapes from './shapes.ts';

const {jsonOf, inputOf} = groupForms('domainGuid');
type ProductJson = GroupJson<'domainGuid'>;

/** GET /products */
export const listProducts = query('GET /v2/products', {
  summary: 'Data products',
  description:
    'All data products that the caller may read, each with its domain. An addition to the Atlas API.',
  answer: shapes.products,
  logAs: 'DataProducts.list',
  run: async (graph): Promise<{products: ProductJson[]}> => ({
    products: (await listGroups(graph, 'product')).map(jsonOf),
  }),
});

/** GET /products/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readProduct = query('GET /v2/products/{guid}', {
  summary: 'A data product',
  description: 'It is an entity of the type `DataProduct` as well, with all that entities have.',
  answer: shapes.product,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'DataProducts.read',
  run: async (graph, {guid}): Promise<ProductJson> =>
    jsonOf(await readGroup(graph, 'product', guid)),
});

/** POST /products @throws INVALID_PARAMETERS, CONFLICT, INSTANCE_GUID_NOT_FOUND */
export const createProduct = change('POST /v2/products', {
  summary: 'Create a data product',
  description:
    '`domainGuid` is the domain that it belongs to. With the first one the types of domains and data products are created.',
  body: body(shapes.productInput, inputOf),
  answer: shapes.product,
  errors: badGroup,
  // The first one makes the types of data products, and types change alone.
  isAlone: true,
  logAs: 'DataProducts.create',
  run: async (tx, {body: input}, c): Promise<ProductJson> =>
    jsonOf(await saveGroup(c, tx, 'product', input)),
});

/** PUT /products/{guid} @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS, CONFLICT */
export const updateProduct = change('PUT /v2/products/{guid}', {
  summary: 'Rename, move or describe a data product',
  description:
    'What is left out is kept; null as `domainGuid` takes it out of its domain. Its `qualifiedName` is kept.',
  body: body(shapes.productInput, inputOf),
  answer: shapes.product,
  errors: badGroup,
  isAlone: true,
  logAs: 'DataProducts.update',
  run: async (tx, {guid, body: input}, c): Promise<ProductJson> =>
    jsonOf(await saveGroup(c, tx, 'product', input, guid)),
});

/** DELETE /products/{guid} @throws INSTANCE_GUID_NOT_FOUND, CONFLICT for one that is not empty */
export const deleteProduct = change('DELETE /v2/products/{guid}', {
  summary: 'Delete an empty data product',
  description: 'Refused while it has assets.',
  errors: ['INSTANCE_GUID_NOT_FOUND', 'CONFLICT'],
  isAlone: true,
  logAs: 'DataProducts.delete',
  run: async (tx, {guid}, c): Promise<void> => await deleteGroup(c, tx, 'product', guid),
});

import {
  allClassificationTypes,
  allEntityTypes,
  AppError,
  classificationRoot,
  entityRoot,
  filterTypes,
  refusal,
  typeDefJson,
  typeHeaderJson,
  typesDefText,
  typeText,
  type RootDefJson,
  type TypeCategory,
  type TypeDef,
  type TypeDefJson,
  type TypeFilter,
  type TypeHeaderJson,
} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';
import {JsonText} from '../json-text.ts';

/**
 * GET /types/{category}def/name/{name}, and /types/typedef/name/{name} without a category.
 * @throws TYPE_NAME_NOT_FOUND (404), also for a type of another category
 */
export async function readType(
  c: Catalog,
  {name, category}: {name: string; category?: TypeCategory},
): Promise<TypeDefJson | RootDefJson> {
  if (category === 'ENTITY' && name === allEntityTypes) return entityRoot;
  if (category === 'CLASSIFICATION' && name === allClassificationTypes) return classificationRoot;
  return await c.read('AtlasTypeDefGraphStoreV2.getByName', async ({types}) => {
    const def = types.defs.get(name);
    if (def === undefined || (category !== undefined && def.category !== category)) {
      throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
    }
    checkReadable(c, def);
    return typeDefJson(types, def);
  });
}

/** GET /types/{category}def/guid/{guid} and /types/typedef/guid/{guid}. @throws TYPE_GUID_NOT_FOUND (404) */
export async function readTypeByGuid(
  c: Catalog,
  {guid, category}: {guid: string; category?: TypeCategory},
): Promise<TypeDefJson> {
  return await c.read('AtlasTypeDefGraphStoreV2.getByGuid', async ({types}) => {
    const def = types.byGuid(guid);
    if (def === undefined || (category !== undefined && def.category !== category)) {
      throw new AppError('TYPE_GUID_NOT_FOUND', [guid]);
    }
    checkReadable(c, def);
    return typeDefJson(types, def);
  });
}

/** GET /types/typedefs */
export async function listTypes(c: Catalog, {filter}: {filter: TypeFilter}): Promise<JsonText> {
  return await c.read(
    'AtlasTypeDefGraphStoreV2.searchTypesDef',
    async ({types}) => new JsonText(typesDefText(types, filterTypes(types, filter).filter(c.mayReadType))),
  );
}

/** GET /types/typedefs/headers */
export async function listTypeHeaders(c: Catalog, {filter}: {filter: TypeFilter}): Promise<TypeHeaderJson[]> {
  return await c.read('AtlasTypeDefGraphStoreV2.searchTypesDef', async ({types}) =>
    filterTypes(types, filter).filter(c.mayReadType).map(typeHeaderJson),
  );
}

/** @throws UNAUTHORIZED_ACCESS */
export function checkReadable(c: Catalog, def: TypeDef): void {
  if (!c.mayReadType(def)) throw refusal(c.actor.userName, [{what: `read ${typeText(def)}`}]);
}

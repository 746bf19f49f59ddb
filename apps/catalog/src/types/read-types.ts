import {also, JsonText} from '@gazetteer/kernel';
import {flag, list, text, type ValuesOf} from '@gazetteer/kernel/parameters';
import {list as listShape} from '@gazetteer/kernel/shape';
import {
  allClassificationTypes,
  allEntityTypes,
  AppError,
  classificationRoot,
  entityRoot,
  filterTypes,
  refusal,
  typeDefJson,
  typeHeadersText,
  typesDefText,
  typeText,
  type RootDefJson,
  type TypeCategory,
  type TypeDef,
  type TypeDefJson,
  type TypeFilter,
} from '@gazetteer/model';
import {query} from '../operation.ts';
import type {Context} from '../catalog.ts';
import {typeDef, typeHeader, typesDef} from './shapes.ts';

const filter = {
  type: text('Category: enum, struct, classification, entity, relationship or business_metadata'),
  name: text('Of this name'),
  supertype: text('Below this type'),
  servicetype: text('Of this service'),
  notname: list('Not of this name'),
  notsupertype: list('Not below this type'),
  notservicetype: list('Not of this service'),
  excludeInternalTypesAndReferences: flag('Without internal types and those of glossaries'),
};

/** Parameters that are empty narrow nothing: user interfaces send them so. */
function filterOf(given: ValuesOf<typeof filter>): TypeFilter {
  const narrowed: TypeFilter = {};
  for (const name of ['type', 'name', 'supertype', 'servicetype'] as const) {
    if (given[name] !== undefined && given[name] !== '') narrowed[name] = given[name];
  }
  for (const name of ['notname', 'notsupertype', 'notservicetype'] as const) {
    const names = given[name].filter(one => one !== '');
    if (names.length > 0) narrowed[name] = names;
  }
  if (given.excludeInternalTypesAndReferences) narrowed.excludeInternalTypesAndReferences = true;
  return narrowed;
}

/**
 * GET /types/{category}def/name/{name}, and /types/typedef/name/{name} without a category.
 * @throws TYPE_NAME_NOT_FOUND (404), also for a type of another category
 */
export const readType = query('GET /v2/types/typedef/name/{name}', {
  summary: 'A type of any category by name',
  description: 'With the members of its category.',
  answer: typeDef,
  errors: ['TYPE_NAME_NOT_FOUND'],
  on: 'main',
  logAs: 'AtlasTypeDefGraphStoreV2.getByName',
  run: async (
    {types},
    {name, category}: {name: string; category?: TypeCategory},
    c,
  ): Promise<TypeDefJson | RootDefJson> => {
    if (category === 'ENTITY' && name === allEntityTypes) return entityRoot;
    if (category === 'CLASSIFICATION' && name === allClassificationTypes) return classificationRoot;
    const def = types.defs.get(name);
    if (def === undefined || (category !== undefined && def.category !== category)) {
      throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
    }
    checkReadable(c, def);
    return typeDefJson(types, def);
  },
});

/**
 * GET /types/{category}def/guid/{guid} and /types/typedef/guid/{guid}. @throws TYPE_GUID_NOT_FOUND
 * (404)
 */
export const readTypeByGuid = query('GET /v2/types/typedef/guid/{guid}', {
  summary: 'A type of any category by guid',
  description: 'With the members of its category.',
  answer: typeDef,
  errors: ['TYPE_GUID_NOT_FOUND'],
  on: 'main',
  logAs: 'AtlasTypeDefGraphStoreV2.getByGuid',
  run: async (
    {types},
    {guid, category}: {guid: string; category?: TypeCategory},
    c,
  ): Promise<TypeDefJson> => {
    const def = types.byGuid(guid);
    if (def === undefined || (category !== undefined && def.category !== category)) {
      throw new AppError('TYPE_GUID_NOT_FOUND', [guid]);
    }
    checkReadable(c, def);
    return typeDefJson(types, def);
  },
});

/** GET /types/typedefs */
export const listTypes = query({
  on: 'main',
  logAs: 'AtlasTypeDefGraphStoreV2.searchTypesDef',
  run: async ({types}, {filter}: {filter: TypeFilter}, c): Promise<JsonText> =>
    new JsonText(typesDefText(types, filterTypes(types, filter).filter(c.mayReadType))),
});

export const listTypesByFilter = also(
  'GET /v2/types/typedefs',
  listTypes,
  {
    summary: 'Type definitions',
    description:
      'By category. Without parameters all types are answered. The ETag of the answer, sent as If-None-Match, is answered 304 as long as nothing of it has changed.',
    query: filter,
    answer: typesDef,
    kept: true,
  },
  input => ({filter: filterOf(input)}),
);

/** GET /types/typedefs/headers */
export const listTypeHeaders = query({
  on: 'main',
  logAs: 'AtlasTypeDefGraphStoreV2.searchTypesDef',
  run: async ({types}, {filter}: {filter: TypeFilter}, c): Promise<JsonText> =>
    new JsonText(typeHeadersText(types, filterTypes(types, filter).filter(c.mayReadType))),
});

export const listTypeHeadersByFilter = also(
  'GET /v2/types/typedefs/headers',
  listTypeHeaders,
  {
    summary: 'Names, guids and categories of types',
    description:
      'For lists of types: takes the parameters of GET /v2/types/typedefs, and has an ETag in the same way.',
    query: filter,
    answer: listShape(typeHeader),
    kept: true,
  },
  input => ({filter: filterOf(input)}),
);

/** @throws UNAUTHORIZED_ACCESS */
export function checkReadable(c: Context, def: TypeDef): void {
  if (!c.mayReadType(def)) throw refusal(c.actor.userName, [{what: `read ${typeText(def)}`}]);
}

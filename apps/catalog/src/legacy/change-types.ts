import {filterTypes, type TypesDefJson} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {createTypes, updateTypes} from '../types/change-types.ts';
import {checkReadable} from '../types/read-types.ts';
import {typesDef} from './shapes.ts';
import {readOldDefs, showOldDef} from './type-definitions.ts';

type Changed = {requestId: string; types: {name: string}[]};

/** POST /types */
export async function createOldTypes(c: Catalog, {body}: {body: string}): Promise<Changed> {
  return changed(c, await createTypes(c, {body: JSON.stringify(readOldDefs(parseBody(typesDef, body)))}));
}

/** PUT /types: creates those that are missing. */
export async function updateOldTypes(c: Catalog, {body}: {body: string}): Promise<Changed> {
  const defs = JSON.stringify(readOldDefs(parseBody(typesDef, body)));
  return changed(c, await updateTypes(c, {body: defs, createsMissing: true}));
}

function changed({requestId}: Catalog, defs: TypesDefJson): Changed {
  return {requestId, types: Object.values(defs).flatMap(list => list.map(({name}) => ({name})))};
}

/** GET /types/{typeName}: built-in types, too, which have no definition. @throws TYPE_NAME_NOT_FOUND */
export async function readOldType(c: Catalog, {typeName}: {typeName: string}): Promise<object> {
  return await c.read('AtlasTypeDefGraphStoreV2.getByName', async ({types}) => {
    const def = types.defs.get(typeName);
    if (def === undefined) types.valueType(typeName);
    else checkReadable(c, def);
    return {typeName, definition: showOldDef(def), requestId: c.requestId};
  });
}

export type OldTypeFilter = {type: string; supertype: string; notsupertype: string};

/** GET /types: names. `type` is a category in any words of this API or the later one; empty: all. */
export async function listOldTypes(c: Catalog, {type, supertype, notsupertype}: OldTypeFilter): Promise<object> {
  return await c.read('AtlasTypeDefGraphStoreV2.searchTypesDef', async ({types}) => {
    const defs = filterTypes(types, {
      ...(type === '' ? {} : {type}),
      ...(supertype === '' ? {} : {supertype}),
      ...(notsupertype === '' ? {} : {notsupertype: [notsupertype]}),
    });
    const results = defs.filter(c.mayReadType).map(def => def.name);
    return {results, count: results.length, requestId: c.requestId};
  });
}

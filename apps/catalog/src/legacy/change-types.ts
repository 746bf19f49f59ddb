import {AppError, filterTypes, type TypesDefJson} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {createTypes, updateTypes} from '../types/change-types.ts';
import {checkReadable} from '../types/read-types.ts';
import {typesDef} from './shapes.ts';
import {readOldDefs, showOldDefs} from './type-definitions.ts';

type Changed = {requestId: string; types: {name: string}[]};

/** POST /types */
export async function createOldTypes(c: Catalog, {body}: {body: string}): Promise<Changed> {
  return changed(c, await createTypes(c, {body: JSON.stringify(readOldDefs(parseBody(typesDef, body)))}));
}

/** PUT /types */
export async function updateOldTypes(c: Catalog, {body}: {body: string}): Promise<Changed> {
  return changed(c, await updateTypes(c, {body: JSON.stringify(readOldDefs(parseBody(typesDef, body)))}));
}

function changed({requestId}: Catalog, defs: TypesDefJson): Changed {
  return {requestId, types: Object.values(defs).flatMap(list => list.map(({name}) => ({name})))};
}

/** GET /types/{typeName} @throws TYPE_NAME_NOT_FOUND, also for categories that there were not */
export async function readOldType(c: Catalog, {typeName}: {typeName: string}): Promise<object> {
  return await c.read('AtlasTypeDefGraphStoreV2.getByName', async ({types}) => {
    const def = types.defs.get(typeName);
    const definition = showOldDefs(def === undefined ? [] : [def]);
    if (Object.values(definition).every(list => list.length === 0))
      throw new AppError('TYPE_NAME_NOT_FOUND', [typeName]);
    if (def !== undefined) checkReadable(c, def);
    return {typeName, definition, requestId: c.requestId};
  });
}

export type OldTypeFilter = {type: string; supertype: string; notsupertype: string};

/** GET /types: names. `type` is CLASS, TRAIT, STRUCT or ENUM, or nothing. */
export async function listOldTypes(c: Catalog, {type, supertype, notsupertype}: OldTypeFilter): Promise<object> {
  return await c.read('AtlasTypeDefGraphStoreV2.searchTypesDef', async ({types}) => {
    const defs = filterTypes(types, {
      ...(type === '' ? {} : {type}),
      ...(supertype === '' ? {} : {supertype}),
      ...(notsupertype === '' ? {} : {notsupertype: [notsupertype]}),
    });
    const old = showOldDefs(defs.filter(c.mayReadType));
    const results = [
      ...old.enumTypes.map(one => one['name']),
      ...[old.structTypes, old.traitTypes, old.classTypes].flat().map(one => one['typeName']),
    ];
    return {results, count: results.length, requestId: c.requestId};
  });
}

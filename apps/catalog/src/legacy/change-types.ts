import {body} from '@gazetteer/kernel';
import {nullable} from '@gazetteer/kernel/shape';
import {text} from '@gazetteer/kernel/parameters';
import * as shape from '@gazetteer/kernel/shape';
import {filterTypes, type TypesDefJson} from '@gazetteer/model';
import {types} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {change, query} from '../operation.ts';
import {createTypes, updateTypes} from '../types/change-types.ts';
import {checkReadable} from '../types/read-types.ts';
import * as shapes from './shapes.ts';
import {readOldDefs, showOldDef} from './type-definitions.ts';

type Changed = {requestId: string; types: {name: string}[]};

/** POST /types */
export const createOldTypes = change('POST /types', {
  summary: 'Create types',
  description: 'All or none.',
  body: body(nullable(shapes.typesDef), readOldDefs),
  answer: shapes.changedTypes,
  status: 201,
  errors: ['TYPE_ALREADY_EXISTS', 'INVALID_TYPE_DEFINITION'],
  may: types,
  isAlone: true,
  logAs: createTypes.logAs,
  read: ({body: defs}, c) => createTypes.prepare({body: JSON.stringify(defs)}, c),
  run: async (tx, request, c): Promise<Changed> =>
    changed(c, await createTypes.run(tx, request, c)),
});

/** PUT /types: creates those that are missing. */
export const updateOldTypes = change('PUT /types', {
  summary: 'Update types, and create those that are missing',
  description: 'All or none.',
  body: body(nullable(shapes.typesDef), readOldDefs),
  answer: shapes.changedTypes,
  errors: ['TYPE_NAME_NOT_FOUND', 'INVALID_TYPE_DEFINITION'],
  may: types,
  isAlone: true,
  logAs: updateTypes.logAs,
  read: ({body: defs}, c) =>
    updateTypes.prepare({body: JSON.stringify(defs), createsMissing: true}, c),
  run: async (tx, request, c): Promise<Changed> =>
    changed(c, await updateTypes.run(tx, request, c)),
});

/** Names alone: clients of V1 ask for a definition when they want it. */
function changed({requestId}: Context, defs: TypesDefJson): Changed {
  return {requestId, types: Object.values(defs).flatMap(list => list.map(({name}) => ({name})))};
}

/**
 * GET /types/{typeName}: built-in types, too, which have no definition. @throws TYPE_NAME_NOT_FOUND
 */
export const readOldType = query('GET /types/{typeName}', {
  summary: 'A type',
  description: 'In the form of the V1 API: a document with lists by category.',
  answer: shapes.typeAnswer,
  errors: ['TYPE_NAME_NOT_FOUND'],
  logAs: 'AtlasTypeDefGraphStoreV2.getByName',
  run: async ({types}, {typeName}, c): Promise<object> => {
    const def = types.defs.get(typeName);
    if (def === undefined) types.valueType(typeName);
    else checkReadable(c, def);
    return {typeName, definition: showOldDef(def), requestId: c.requestId};
  },
});

/**
 * GET /types: names. `type` is a category in any words of this API or the later one; empty: all.
 */
export const listOldTypes = query('GET /types', {
  summary: 'Names of types',
  description: 'Without `type` of all categories.',
  query: {
    type: text('CLASS, TRAIT, STRUCT, ENUM or RELATIONSHIP'),
    supertype: text('Below this type'),
    notsupertype: text('Not below this type'),
  },
  answer: shapes.results(shape.list(shape.text())),
  logAs: 'AtlasTypeDefGraphStoreV2.searchTypesDef',
  run: async ({types}, {type = '', supertype = '', notsupertype = ''}, c): Promise<object> => {
    const defs = filterTypes(types, {
      ...(type === '' ? {} : {type}),
      ...(supertype === '' ? {} : {supertype}),
      ...(notsupertype === '' ? {} : {notsupertype: [notsupertype]}),
    });
    const results = defs.filter(c.mayReadType).map(def => def.name);
    return {results, count: results.length, requestId: c.requestId};
  },
});

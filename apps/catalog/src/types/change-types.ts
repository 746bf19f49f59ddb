import {bodyText} from '@gazetteer/kernel';
import {flag} from '@gazetteer/kernel/parameters';
import {fitBody} from '@gazetteer/kernel/shape';
import {
  AppError,
  checkUnused,
  findTypesToDelete,
  parseJson,
  planTypeCreate,
  planTypeDelete,
  planTypeUpdate,
  readTypesInput,
  typesDefJson,
  type TypeDef,
  type TypesDefJson,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {types} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {recordTypeAudit} from './type-audit.ts';
import {planningOf} from '../entity/planning.ts';
import {wrongChange, wrongDefinition} from './addresses.ts';
import {typeNames, typesDef} from './shapes.ts';

const force = {force: flag('Delete business metadata together with its values')};
const inUse = [
  'TYPE_HAS_REFERENCES',
  'TYPE_HAS_RELATIONSHIPS',
  'TYPE_NAME_NOT_FOUND',
  'SYSTEM_TYPE',
] as const;

/**
 * Definitions of a body. All that is wrong with what counts is told at once, and then what nothing
 * else looks at: what the server assigns and what types derive.
 * @throws INVALID_TYPE_DEFINITION and the like, JsonError
 */
function readDefinitions(body: string, isUpdate = false): unknown {
  const json = parseJson(body);
  readTypesInput(json, isUpdate);
  return fitBody(typesDef, json);
}

/** POST /types/typedefs: all or nothing; answers what was created. */
export const createTypes = change('POST /v2/types/typedefs', {
  summary: 'Create types, all or none',
  description: 'Types of one request may refer to each other. Answers what was created.',
  body: bodyText(typesDef),
  answer: typesDef,
  errors: ['TYPE_ALREADY_EXISTS', ...wrongDefinition],
  may: types,
  isAlone: true,
  logAs: 'AtlasTypeDefGraphStoreV2.createTypesDef',
  read: ({body}: {body: string}) => {
    return {input: readDefinitions(body)};
  },
  run: async (tx, {input}, c): Promise<TypesDefJson> => {
    const planning = planningOf(c);
    const {types, changed} = planTypeCreate(tx.types, input, planning);
    if (changed.length > 0) await tx.saveTypes(types);
    await recordTypeAudit(tx, planning, 'TYPE_DEF_CREATE', changed);
    return typesDefJson(tx.types, changed);
  },
});

/**
 * PUT /types/typedefs: all or nothing; answers what was updated, and created where missing types
 * are.
 */
export const updateTypes = change('PUT /v2/types/typedefs', {
  summary: 'Update types, all or none',
  description:
    'A definition replaces that of the same name. Attributes can be added if they are optional; they cannot be removed. Answers what was updated.',
  body: bodyText(typesDef),
  answer: typesDef,
  errors: [...wrongChange, ...wrongDefinition],
  may: types,
  isAlone: true,
  logAs: 'AtlasTypeDefGraphStoreV2.updateTypesDef',
  read: ({body, createsMissing = false}: {body: string; createsMissing?: boolean}) => {
    return {createsMissing, input: readDefinitions(body, true)};
  },
  run: async (tx, {createsMissing, input}, c): Promise<TypesDefJson> => {
    const planning = planningOf(c);
    const {types, changed} = planTypeUpdate(tx.types, input, planning, {createsMissing});
    const known = tx.types.defs;
    if (changed.length > 0) await tx.saveTypes(types);
    const created = changed.filter(def => !known.has(def.name));
    await recordTypeAudit(tx, planning, 'TYPE_DEF_CREATE', created);
    await recordTypeAudit(
      tx,
      planning,
      'TYPE_DEF_UPDATE',
      changed.filter(def => known.has(def.name)),
    );
    return typesDefJson(tx.types, changed);
  },
});

/**
 * DELETE /types/typedefs: all or nothing. `force` deletes business metadata under its values.
 * @throws TYPE_HAS_REFERENCES, TYPE_HAS_RELATIONSHIPS (409), TYPE_NAME_NOT_FOUND (404), SYSTEM_TYPE
 * (400)
 */
export const deleteTypes = change('DELETE /v2/types/typedefs', {
  summary: 'Delete types, all or none',
  description: 'Only the names count. Types that are in use cannot be deleted.',
  query: force,
  body: bodyText(typeNames),
  errors: [...inUse, 'TYPE_GUID_NOT_FOUND', 'INVALID_TYPE_DEFINITION'],
  may: types,
  isAlone: true,
  logAs: 'AtlasTypeDefGraphStoreV2.deleteTypesDef',
  read: ({body, force}: {body: string; force: boolean}) => {
    const input = parseJson(body);
    return {force, input};
  },
  run: async (tx, {force, input}, c): Promise<void> => {
    await removeTypes(c, tx, findTypesToDelete(tx.types, input), force);
  },
});

/** DELETE /types/typedef/name/{name} */
export const deleteType = change('DELETE /v2/types/typedef/name/{name}', {
  summary: 'Delete a type',
  description: 'A type that is in use cannot be deleted.',
  query: force,
  errors: inUse,
  may: types,
  isAlone: true,
  logAs: 'AtlasTypeDefGraphStoreV2.deleteTypeByName',
  run: async (tx, {name, force}, c): Promise<void> => {
    const def = tx.types.defs.get(name);
    if (def === undefined) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
    await removeTypes(c, tx, [def], force);
  },
});

async function removeTypes(
  c: Context,
  tx: GraphTx,
  doomed: readonly TypeDef[],
  force: boolean,
): Promise<void> {
  if (doomed.length === 0) return;
  const checked = doomed
    .filter(def => !force || def.category !== 'BUSINESS_METADATA')
    .map(def => def.name);
  const {types} = planTypeDelete(tx.types, doomed, await tx.typesInUse(checked));
  await tx.saveTypes(types);
  await recordTypeAudit(tx, planningOf(c), 'TYPE_DEF_DELETE', doomed);
  // Saving waits for writers on other nodes that still had the types; what they stored can be seen
  // only now.
  const inUse = await tx.typesInUse(checked);
  for (const {name} of doomed) checkUnused(name, inUse);
}

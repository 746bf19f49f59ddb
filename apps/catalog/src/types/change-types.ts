import {
  AppError,
  findTypesToDelete,
  parseJson,
  planTypeCreate,
  planTypeDelete,
  planTypeUpdate,
  typesDefJson,
  type TypeDef,
  type TypesDefJson,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {recordTypeAudit} from '../admin/type-audit.ts';
import {planningOf} from '../entity/planning.ts';

/** POST /types/typedefs: all or nothing; answers what was created. */
export async function createTypes(c: Catalog, {body}: {body: string}): Promise<TypesDefJson> {
  const input = parseJson(body);
  return await c.writeTypes('AtlasTypeDefGraphStoreV2.createTypesDef', async tx => {
    const planning = planningOf(c);
    const {types, changed} = planTypeCreate(tx.types, input, planning);
    if (changed.length > 0) await tx.saveTypes(types);
    await recordTypeAudit(tx, planning, 'TYPE_DEF_CREATE', changed);
    return typesDefJson(tx.types, changed);
  });
}

/** PUT /types/typedefs: all or nothing; answers what was updated, and created where missing types are. */
export async function updateTypes(
  c: Catalog,
  {body, createsMissing = false}: {body: string; createsMissing?: boolean},
): Promise<TypesDefJson> {
  const input = parseJson(body);
  return await c.writeTypes('AtlasTypeDefGraphStoreV2.updateTypesDef', async tx => {
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
  });
}

/**
 * DELETE /types/typedefs: all or nothing. `force` deletes business metadata under its values.
 * @throws TYPE_HAS_REFERENCES, TYPE_HAS_RELATIONSHIPS (409), TYPE_NAME_NOT_FOUND (404), SYSTEM_TYPE (400)
 */
export async function deleteTypes(c: Catalog, {body, force}: {body: string; force: boolean}): Promise<void> {
  const input = parseJson(body);
  await c.writeTypes('AtlasTypeDefGraphStoreV2.deleteTypesDef', async tx => {
    await removeTypes(c, tx, findTypesToDelete(tx.types, input), force);
  });
}

/** DELETE /types/typedef/name/{name} */
export async function deleteType(c: Catalog, {name, force}: {name: string; force: boolean}): Promise<void> {
  await c.writeTypes('AtlasTypeDefGraphStoreV2.deleteTypeByName', async tx => {
    const def = tx.types.defs.get(name);
    if (def === undefined) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
    await removeTypes(c, tx, [def], force);
  });
}

async function removeTypes(c: Catalog, tx: GraphTx, doomed: readonly TypeDef[], force: boolean): Promise<void> {
  if (doomed.length === 0) return;
  const before = tx.types;
  const checked = doomed.filter(def => !force || def.category !== 'BUSINESS_METADATA').map(def => def.name);
  const {types} = planTypeDelete(before, doomed, await tx.typesInUse(checked));
  await tx.saveTypes(types);
  await recordTypeAudit(tx, planningOf(c), 'TYPE_DEF_DELETE', doomed);
  // Saving waits for writers on other nodes that still had the types; what they stored can be seen only now.
  planTypeDelete(before, doomed, await tx.typesInUse(checked));
}

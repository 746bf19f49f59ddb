import {planTypeCreate, type TypeRegistry} from '@gazetteer/model';
import {openLineageTypeDefs} from '@gazetteer/model/stock';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog, Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';

/** Types that events need, with the first event: a catalog that gets none has none of them. */
export async function addTypesFirst(c: Catalog): Promise<void> {
  if (await areThere(c)) return;
  await c.write('OpenLineage.addTypes', async tx => await addTypes(c, tx), 'types');
}

/** One transaction for a change that needs these types, and makes them where they are missing. */
export async function writeWithTypes<T>(
  c: Catalog,
  logAs: string,
  work: (tx: GraphTx) => Promise<T>,
): Promise<T> {
  if (await areThere(c)) return await c.write(logAs, work);
  const withTypes = async (tx: GraphTx) => {
    await addTypes(c, tx);
    return await work(tx);
  };
  return await c.write(logAs, withTypes, 'types');
}

async function areThere(c: Catalog): Promise<boolean> {
  const {entityDefs, relationshipDefs} = openLineageTypeDefs();
  return await c.read('OpenLineage.types', async ({types}) =>
    [...entityDefs, ...relationshipDefs].every(one => !isMissing(types, one)),
  );
}

async function addTypes(c: Context, tx: GraphTx): Promise<void> {
  const wanted = openLineageTypeDefs();
  const missing = {
    ...wanted,
    entityDefs: wanted.entityDefs.filter(one => isMissing(tx.types, one)),
    relationshipDefs: wanted.relationshipDefs.filter(one => isMissing(tx.types, one)),
  };
  const {types, changed} = planTypeCreate(tx.types, missing, planningOf(c));
  if (changed.length > 0) await tx.saveTypes(types, 'own');
}

function isMissing(types: TypeRegistry, {name}: {readonly name: string}): boolean {
  return !types.defs.has(name);
}

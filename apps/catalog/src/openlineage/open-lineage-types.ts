import {planTypeCreate, type TypeRegistry} from '@gazetteer/model';
import {openLineageTypeDefs} from '@gazetteer/model/stock';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog, Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';

/**
 * One transaction for a change that needs these types, and a further one where they are missing,
 * which makes them with it: a catalog that needs none of them has none.
 */
export async function writeWithTypes<T>(
  c: Catalog,
  logAs: string,
  work: (tx: GraphTx) => Promise<T>,
): Promise<T> {
  const done = await c.write(logAs, async tx =>
    areThere(tx.types) ? {value: await work(tx)} : undefined,
  );
  if (done !== undefined) return done.value;
  const withTypes = async (tx: GraphTx) => {
    await addTypes(c, tx);
    return await work(tx);
  };
  return await c.write(logAs, withTypes, 'types');
}

/** Those that were found to be there: a registry never changes. */
const complete = new WeakSet<TypeRegistry>();

function areThere(types: TypeRegistry): boolean {
  if (complete.has(types)) return true;
  const {entityDefs, relationshipDefs} = openLineageTypeDefs();
  if ([...entityDefs, ...relationshipDefs].some(one => isMissing(types, one))) return false;
  complete.add(types);
  return true;
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

import {AppError, groupTypes, planTypeCreate, type GroupKind, type Guid} from '@gazetteer/model';
import type {EntityRecord} from '@gazetteer/model';
import {governanceTypeDefs} from '@gazetteer/model/stock';
import type {GraphRead, GraphTx, Hold} from '@gazetteer/store';
import type {Catalog, Context} from '../catalog.ts';
import {planningOf} from './planning.ts';

/**
 * Makes the types of domains, products, owners and trust where they are missing; nobody
 * needs the permission to create types for it. For a change that runs alone.
 * @throws CONFLICT where somebody has types of these names that are something else
 */
export async function addGovernanceTypes(c: Context, tx: GraphTx): Promise<void> {
  const wanted = governanceTypeDefs();
  const isMissing = ({name}: {name: string}) => !tx.types.defs.has(name);
  const missing = {
    ...wanted,
    enumDefs: wanted.enumDefs.filter(isMissing),
    entityDefs: wanted.entityDefs.filter(isMissing),
    relationshipDefs: wanted.relationshipDefs.filter(isMissing),
    businessMetadataDefs: wanted.businessMetadataDefs.filter(isMissing),
  };
  for (const name of Object.values(groupTypes))
    if (tx.types.defs.has(name) && tx.types.entityTypes.get(name)?.superTypes.has('Asset') !== true)
      throw new AppError('CONFLICT', [`There is a type ${name} that is not a subtype of Asset`]);
  const {types, changed} = planTypeCreate(tx.types, missing, planningOf(c));
  if (changed.length > 0) await tx.saveTypes(types, 'own');
}

/**
 * One transaction for a change that needs these types, and makes them where they are missing.
 */
export async function writeGoverned<T>(
  c: Catalog,
  logAs: string,
  work: (tx: GraphTx) => Promise<T>,
): Promise<T> {
  const {enumDefs, entityDefs, relationshipDefs, businessMetadataDefs} = governanceTypeDefs();
  const all = [...enumDefs, ...entityDefs, ...relationshipDefs, ...businessMetadataDefs];
  const isThere = await c.read(logAs, async ({types}) =>
    all.every(({name}) => types.defs.has(name)),
  );
  if (isThere) return await c.write(logAs, work);
  const withTypes = async (tx: GraphTx) => {
    await addGovernanceTypes(c, tx);
    return await work(tx);
  };
  return await c.write(logAs, withTypes, 'types');
}

/**
 * The domains or products with these guids.
 * @throws INSTANCE_GUID_NOT_FOUND for one that is not there, or something else
 */
export async function groupRecords(
  graph: GraphRead,
  kind: GroupKind,
  guids: readonly Guid[],
  hold: Hold = 'look',
): Promise<EntityRecord[]> {
  if (guids.length === 0) return [];
  const known = await graph.entitiesNamed([...new Set(guids)], hold);
  const names = graph.types.entityTypes.get(groupTypes[kind])?.typeAndSubTypes;
  return guids.map(guid => {
    const record = known.get(guid);
    if (record?.status !== 'ACTIVE' || names?.has(record.typeName) !== true)
      throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    return record;
  });
}

import {randomUUID} from 'node:crypto';
import {AppError, planTypeCreate, type TypeDef, type TypeRegistry} from '@gazetteer/model';
import {stockTypeDefs, type StockTypes} from '@gazetteer/model/stock';
import type {GraphTx} from '@gazetteer/store';

/** `skipped`: areas whose types do not fit what users have defined, with the reason. */
export type SeedResult = {created: string[]; skipped: {area: string; reason: string}[]};

/**
 * Adds the stock types that the store lacks: all of them at the first start, later those that a
 * newer version of the catalog brings. A type that is there stays as it is, whoever made it what it
 * is; so does one of a user's that happens to have a stock name. Such a clash must not keep the
 * catalog from starting: that area is left out and told.
 */
export async function seedTypes(tx: GraphTx): Promise<SeedResult> {
  const areas = stockTypeDefs().map(({area, types}) => ({
    area,
    types: onlyMissing(tx.types, types),
  }));
  const missing = areas.filter(({types}) => Object.values(types).some(list => list.length > 0));
  if (missing.length === 0) return {created: [], skipped: []};
  const plan = planAtOnce(tx.types, missing) ?? planByArea(tx.types, missing);
  if (plan.created.length > 0) await tx.saveTypes(plan.types);
  return {created: plan.created.map(def => def.name), skipped: plan.skipped};
}

type AreaTypes = {area: string; types: StockTypes};
type SeedPlan = {types: TypeRegistry; created: readonly TypeDef[]; skipped: SeedResult['skipped']};

function onlyMissing(present: TypeRegistry, types: StockTypes): StockTypes {
  const isMissing = ({name}: {name: string}) => !present.defs.has(name);
  return {
    enumDefs: types.enumDefs.filter(isMissing),
    structDefs: types.structDefs.filter(isMissing),
    entityDefs: types.entityDefs.filter(isMissing),
    relationshipDefs: types.relationshipDefs.filter(isMissing),
  };
}

/** One plan instead of one an area: the first start is several times faster. */
function planAtOnce(present: TypeRegistry, areas: readonly AreaTypes[]): SeedPlan | undefined {
  const all: StockTypes = {
    enumDefs: areas.flatMap(area => area.types.enumDefs),
    structDefs: areas.flatMap(area => area.types.structDefs),
    entityDefs: areas.flatMap(area => area.types.entityDefs),
    relationshipDefs: areas.flatMap(area => area.types.relationshipDefs),
  };
  try {
    const {types, changed} = planTypeCreate(present, all, planning());
    return {types, created: changed, skipped: []};
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function planByArea(present: TypeRegistry, areas: readonly AreaTypes[]): SeedPlan {
  let types = present;
  const created: TypeDef[] = [];
  const skipped: SeedResult['skipped'] = [];
  for (const {area, types: input} of areas) {
    try {
      const plan = planTypeCreate(types, input, planning());
      types = plan.types;
      created.push(...plan.changed);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({area, reason: error.issues.join('; ')});
    }
  }
  return {types, created, skipped};
}

function planning() {
  return {userName: 'admin', now: Date.now(), newGuid: randomUUID};
}

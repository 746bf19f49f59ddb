import type {Guid} from '@gazetteer/model';
import {changedBehind, checkRows, entitiesByGuid, entitiesOfTypes, writeRowsAnew, type Walked} from '@gazetteer/store';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {checkStateRequest} from './shapes.ts';

export type CheckState = 'OK' | 'FIXED' | 'PARTIALLY_FIXED' | 'NOT_FIXED';
export type EntityState = {
  guid: Guid;
  typeName: string;
  name: string;
  status: string;
  state: CheckState;
  issues: readonly string[];
};
export type CheckStateResult = {
  entitiesScanned: number;
  entitiesOk: number;
  entitiesFixed: number;
  entitiesPartiallyFixed: number;
  entitiesNotFixed: number;
  state: CheckState;
  /** Those that were not in order. */
  entities: Record<Guid, EntityState>;
};

/** Row numbers of the entities that a check is asked for. */
export async function selectToCheck(c: Catalog, {body}: {body: string}): Promise<{ids: Walked; fixes: boolean}> {
  const json = (parseBody(checkStateRequest, body) ?? {}) as {
    entityGuids?: Guid[] | null;
    entityTypes?: string[] | null;
    fixIssues?: boolean | null;
  };
  return await c.read('AtlasEntityStoreV2.checkState', async graph => {
    const named = (await entitiesByGuid(graph, json.entityGuids ?? [])).values();
    const types = (json.entityTypes ?? []).flatMap(name => [
      ...(graph.types.entityTypes.get(name)?.typeAndSubTypes ?? []),
    ]);
    const ids = new Set([...named, ...(types.length === 0 ? [] : await entitiesOfTypes(graph, types))]);
    return {ids: [...ids].sort((a, b) => a - b), fixes: json.fixIssues === true};
  });
}

export type CheckedPart = {scanned: number; broken: (EntityState & {id: number})[]};

/** Checks some entities; those in order are only counted. */
export async function checkPart(c: Catalog, {ids}: {ids: Walked}): Promise<CheckedPart> {
  return await c.read('EntityStateChecker.checkEntityState', async graph => {
    const checked = await checkRows(graph, ids);
    const broken = checked.filter(one => one.issues.length > 0);
    return {
      scanned: checked.length,
      broken: broken.map(({id, record: {guid, typeName, status, attributes}, issues}) => ({
        id,
        guid,
        typeName,
        name: String(attributes['qualifiedName'] ?? attributes['name'] ?? ''),
        status,
        state: 'NOT_FIXED' as const,
        issues,
      })),
    };
  });
}

/** Writes anew what follows from the entities. */
export async function repairPart(c: Catalog, {ids}: {ids: Walked}): Promise<void> {
  await c.write('EntityStateChecker.fixEntityState', tx => writeRowsAnew(tx, ids));
}

export type RebuiltPart = {count: number; next: number | undefined};

/** Writes anew what searches read of some entities that were changed at a time (epoch ms) or later. */
export async function rebuildPart(
  c: Catalog,
  {since, after, count}: {since: number; after: number; count: number},
): Promise<RebuiltPart> {
  return await c.write('IndexRecoveryService.recover', async tx => {
    const ids = await changedBehind(tx, since, after, count);
    await writeRowsAnew(tx, ids);
    return {count: ids.length, next: ids.length < count ? undefined : ids.at(-1)};
  });
}

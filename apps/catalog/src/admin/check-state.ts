import type {Guid} from '@gazetteer/model';
import {
  changedAfter,
  checkRows,
  entitiesByGuid,
  entitiesOfTypes,
  rewriteRows,
  type Walked,
} from '@gazetteer/store';
import {parseBody} from '@gazetteer/kernel/shape';
import {purge} from '../access/needs.ts';
import {change, query} from '../operation.ts';
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

type CheckRequest = {
  entityGuids?: Guid[] | null;
  entityTypes?: string[] | null;
  fixIssues?: boolean | null;
};

/** Row numbers of the entities that a check is asked for. */
export const selectToCheck = query({
  may: purge,
  logAs: 'AtlasEntityStoreV2.checkState',
  read: ({body}: {body: string}) => (parseBody(checkStateRequest, body) ?? {}) as CheckRequest,
  run: async (graph, json): Promise<{ids: Walked; fixes: boolean}> => {
    const named = (await entitiesByGuid(graph, json.entityGuids ?? [])).values();
    const types = (json.entityTypes ?? []).flatMap(name => [
      ...(graph.types.entityTypes.get(name)?.typeAndSubTypes ?? []),
    ]);
    const ids = new Set([
      ...named,
      ...(types.length === 0 ? [] : await entitiesOfTypes(graph, types)),
    ]);
    return {ids: [...ids].sort((a, b) => a - b), fixes: json.fixIssues === true};
  },
});

/**
 * How many entities were looked at, and those whose rows do not follow from them, with row numbers.
 */
export type CheckedPart = {scanned: number; broken: (EntityState & {id: number})[]};

/** Checks some entities; those in order are only counted. */
export const checkPart = query({
  may: purge,
  logAs: 'EntityStateChecker.checkEntityState',
  run: async (graph, {ids}: {ids: Walked}): Promise<CheckedPart> => {
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
  },
});

/** Writes anew what follows from the entities. */
export const repairPart = change({
  may: purge,
  logAs: 'EntityStateChecker.fixEntityState',
  run: (tx, {ids}: {ids: Walked}): Promise<void> => rewriteRows(tx, ids),
});

/**
 * How many entities were written, and the row after which the next part begins; undefined at the
 * end.
 */
export type RebuiltPart = {count: number; next: number | undefined};

/**
 * Writes anew what searches read of some entities that were changed at a time (epoch ms) or later.
 */
export const rebuildPart = change({
  may: purge,
  logAs: 'IndexRecoveryService.recover',
  run: async (
    tx,
    {since, after, count}: {since: number; after: number; count: number},
  ): Promise<RebuiltPart> => {
    const ids = await changedAfter(tx, since, after, count);
    await rewriteRows(tx, ids);
    return {count: ids.length, next: ids.length < count ? undefined : ids.at(-1)};
  },
});

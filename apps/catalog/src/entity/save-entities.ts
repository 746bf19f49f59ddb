import {
  AppError,
  edgeRefsOf,
  lookupOf,
  matchDrafts,
  parseJson,
  plainEdgeRefsOf,
  planSave,
  readDrafts,
  readEntitiesBody,
  readEntityBody,
  type ChangeSet,
  type EntityRecord,
  type Guid,
  type Planning,
  type SaveMode,
  type SaveRequest,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf, withDeleted, withTouched} from './planning.ts';

/** POST /entity: creates or updates one entity and those it refers to. */
export async function saveEntity(c: Catalog, {body}: {body: string}): Promise<MutationJson> {
  return await save(c, readEntityBody(parseJson(body)));
}

/** POST /entity/bulk: many entities, all or nothing. */
export async function saveEntities(c: Catalog, {body}: {body: string}): Promise<MutationJson> {
  return await save(c, readEntitiesBody(parseJson(body)));
}

async function save(c: Catalog, request: SaveRequest): Promise<MutationJson> {
  const count = request.entities.length + request.referredEntities.size;
  const limit = c.settings.maxEntitiesPerRequest;
  if (count > limit) throw new AppError('TOO_MANY_ENTITIES', [String(count), String(limit), 'atlas.rest.max.entities']);
  return await c.write('AtlasEntityStoreV2.createOrUpdate', async tx => {
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c));
    return await mutationJson(tx, changes, guidAssignments);
  });
}

/** Plans and applies a save inside a transaction; what it changed includes cascades and touched neighbours. */
export async function saveIn(
  tx: GraphTx,
  request: SaveRequest,
  planning: Planning,
  mode: SaveMode = 'full',
): Promise<{changes: ChangeSet; guidAssignments: ReadonlyMap<Guid, Guid>}> {
  const issues: string[] = [];
  const drafts = readDrafts(tx.types, request, issues);
  const lookup = lookupOf(tx.types, drafts);
  const found = {byGuid: await tx.entities(lookup.guids), byUnique: await tx.byUnique(lookup.uniques)};
  const matches = matchDrafts(tx.types, drafts, lookup, found, planning.newGuid);
  const stored = await tx.edgesAt([...edgeRefsOf(matches), ...plainEdgeRefsOf(tx.types, matches)]);
  const plan = planSave(tx.types, matches, stored, planning, issues, mode);

  const known = new Map<Guid, EntityRecord>(found.byGuid);
  for (const record of found.byUnique) if (record !== undefined) known.set(record.guid, record);
  const complete = await withTouched(tx, await withDeleted(tx, plan.changes, plan.orphans, planning), known, planning);
  if (!isEmpty(complete)) await tx.apply(complete);
  return {changes: complete, guidAssignments: matches.guidAssignments};
}

function isEmpty(changes: ChangeSet): boolean {
  return Object.values(changes).every(list => list.length === 0);
}

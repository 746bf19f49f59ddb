import {body} from '@gazetteer/kernel';
import {
  AppError,
  asStored,
  edgeRefsOf,
  isEmptyChange,
  lookupsOf,
  matchDrafts,
  plainEdgeRefsOf,
  planSave,
  readDrafts,
  readEntitiesBody,
  readEntityBody,
  shellDrafts,
  uniqueKey,
  type ChangeSet,
  type EntityRecord,
  type Found,
  type Guid,
  type Issues,
  type Lookups,
  type Planning,
  type SaveMode,
  type SaveRequest,
  type UniqueRef,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import {badEntity} from './addresses.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf, withDeleted, withInverses, withTouched} from './planning.ts';
import * as shapes from './shapes.ts';

/** POST /entity: creates or updates one entity and those it refers to. */
export const saveEntity = change('POST /v2/entity', {
  summary: 'Create or update an entity and those it refers to',
  description:
    'An entity that has the same guid, or the same type and unique attributes, is updated; otherwise one is created. Attributes that are left out of an update keep their values. `guidAssignments` maps guids such as `-1` to those that were assigned.',
  body: body(shapes.entityWithExtInfo, readEntityBody),
  answer: shapes.mutation,
  errors: badEntity,
  logAs: 'AtlasEntityStoreV2.createOrUpdate',
  keptFor: 'caller',
  read: ({body: request}, c) => counted(c, request),
  run: (tx, request, c) => save(tx, request, c),
});

/** POST /entity/bulk: many entities, all or nothing. */
export const saveEntities = change('POST /v2/entity/bulk', {
  summary: 'Create or update entities, all or none',
  description:
    'As POST /v2/entity, for many entities in one transaction. Entities of one request can refer to each other by guids such as `-1`.',
  body: body(shapes.entitiesWithExtInfo, readEntitiesBody),
  answer: shapes.mutation,
  errors: badEntity,
  logAs: 'AtlasEntityStoreV2.createOrUpdate',
  keptFor: 'caller',
  read: ({body: request}, c) => counted(c, request),
  run: (tx, request, c) => save(tx, request, c),
});

/** @throws TOO_MANY_ENTITIES */
export function checkCount(c: Context, count: number): void {
  const limit = c.settings.maxEntitiesPerRequest;
  if (count > limit)
    throw new AppError('TOO_MANY_ENTITIES', [
      String(count),
      String(limit),
      'atlas.rest.max.entities',
    ]);
}

/** @throws TOO_MANY_ENTITIES */
function counted(c: Context, request: SaveRequest): SaveRequest {
  checkCount(c, request.entities.length + request.referredEntities.size);
  return request;
}

async function save(tx: GraphTx, request: SaveRequest, c: Context): Promise<MutationJson> {
  const {changes, guidAssignments} = await saveIn(
    tx,
    request,
    planningOf(c),
    'full',
    c.settings.createShells,
  );
  return await mutationJson(tx, changes, guidAssignments);
}

/**
 * Plans and applies a save inside a transaction; what it changed includes cascades and touched
 * neighbours.
 */
export async function saveIn(
  tx: GraphTx,
  request: SaveRequest,
  planning: Planning,
  mode: SaveMode = 'full',
  /**
   * Makes shells of what the request refers to by unique attributes and nobody has, in place of an
   * error.
   */
  withShells = false,
): Promise<PlannedSave> {
  const {changes, guidAssignments} = await planIn(tx, request, planning, mode, [], withShells);
  return {
    changes: isEmptyChange(changes) ? changes : await tx.apply(changes, planning),
    guidAssignments,
  };
}

/** What a save would change, and the guids that came to stand for temporary ones of the request. */
export type PlannedSave = {changes: ChangeSet; guidAssignments: ReadonlyMap<Guid, Guid>};

/** The same without applying it. @param gone entities to be deleted in the same change */
export async function planIn(
  tx: GraphTx,
  request: SaveRequest,
  planning: Planning,
  mode: SaveMode,
  gone: readonly Guid[] = [],
  withShells = false,
): Promise<PlannedSave> {
  const issues: Issues = [];
  const drafts = readDrafts(tx.types, request, issues);
  const found = await findAll(tx, lookupsOf(tx.types, drafts));
  const fitting = asStored(tx.types, request, found.byGuid);
  // Of another type, other values are unique, and others are referred to: looked up once more.
  if (fitting !== request) return await planIn(tx, fitting, planning, mode, gone, withShells);
  if (withShells) drafts.push(...shellDrafts(tx.types, drafts, found));
  const matches = matchDrafts(tx.types, drafts, found, planning.newGuid, gone);
  const refs = [...edgeRefsOf(matches), ...plainEdgeRefsOf(tx.types, matches)];
  const stored = await tx.edgesAt(refs, matches.namesDeleted ? 'ANY' : 'ACTIVE');
  const plan = planSave(tx.types, matches, stored, planning, issues, mode);

  const known = new Map<Guid, EntityRecord>(found.byGuid);
  for (const record of found.byUnique.values()) known.set(record.guid, record);
  const going = [...plan.orphans, ...gone];
  const changes = await withInverses(tx, plan.changes, planning, going);
  const deleted = await withDeleted(tx, changes, going, planning, gone);
  return {
    changes: await withTouched(tx, deleted, known, planning),
    guidAssignments: matches.guidAssignments,
  };
}

/**
 * What is saved is locked for this change; what is only referred to may be referred to by others at
 * the same time.
 */
async function findAll(tx: GraphTx, {change, keep}: Lookups): Promise<Found> {
  const byGuid = await tx.entitiesNamed(change.guids);
  for (const [guid, record] of await tx.entitiesNamed(keep.guids, 'keep')) byGuid.set(guid, record);
  const byUnique = new Map<string, EntityRecord>();
  const add = (refs: readonly UniqueRef[], records: readonly (EntityRecord | undefined)[]) =>
    records.forEach((record, i) => {
      const ref = refs[i];
      if (record !== undefined && ref !== undefined) byUnique.set(uniqueKey(ref), record);
    });
  add(change.uniques, await tx.byUnique(change.uniques));
  add(keep.uniques, await tx.byUnique(keep.uniques, 'keep'));
  return {byGuid, byUnique};
}

import {
  AppError,
  edgeRefsAt,
  emptyChangeSet,
  orientEnds,
  planBlocks,
  planRelationship,
  planRelationshipUpdate,
  readRelationship,
  relationshipJson,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type IncomingRelationship,
  type ObjectId,
  type RelationshipJson,
  writtenText,
} from '@gazetteer/model';
import {passingOver, type GraphTx} from '@gazetteer/store';
import * as shape from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf, withTouched} from '../entity/planning.ts';
import {recordsOf, uniqueRecord} from '../entity/read-entities.ts';
import {endsOf, relationshipOf} from './read-relationship.ts';
import {relationship} from './shapes.ts';

/**
 * POST /relationship.
 * @throws INVALID_VALUE for an unknown type, RELATIONSHIP_END_IS_NULL, what finding its ends throws, and as `orientEnds`,
 *   `planRelationship` and `planBlocks`
 */
export async function createRelationship(c: Catalog, {body}: {body: string}): Promise<RelationshipJson> {
  const incoming = readRelationship(shape.parseBody(relationship, body));
  return await c.write('AtlasRelationshipStoreV2.create', async tx => {
    const typeName = incoming.typeName ?? '';
    const type = tx.types.relationshipTypes.get(typeName);
    if (type === undefined) throw new AppError('INVALID_VALUE', [`unknown relationship type'${typeName}'`]);
    const [first, second] = await findEnds(
      tx,
      [incoming.end1, incoming.end2],
      [type.def.endDef1.type, type.def.endDef2.type],
    );
    const ends = orientEnds(tx.types, type, first, second);
    const planning = planningOf(c);
    const stored = await tx.edgesAt(edgeRefsAt(type, ends));
    const {changes, edge} = planRelationship(tx.types, type, ends, incoming, stored, planning);
    const known = new Map([first, second].map(one => [one.guid, one]));
    const complete = await withTouched(tx, changes, known, planning);
    await tx.apply({...complete, ...(await blocksOf(tx, edge, incoming))}, planning);
    return await answer(tx, edge, [ends.end1, ends.end2]);
  });
}

/**
 * PUT /relationship: attributes, `propagateTags` and what it blocks.
 * @throws RELATIONSHIP_GUID_NOT_FOUND, RELATIONSHIP_ALREADY_DELETED, and as `planRelationshipUpdate` and `planBlocks`
 */
export async function updateRelationship(c: Catalog, {body}: {body: string}): Promise<RelationshipJson> {
  const incoming = readRelationship(shape.parseBody(relationship, body));
  return await c.write('AtlasRelationshipStoreV2.update', async tx => {
    const {edge: before, ends} = await held(tx, incoming.guid ?? '');
    const type = tx.types.relationshipTypes.get(before.typeName);
    if (type === undefined) throw new AppError('RELATIONSHIP_GUID_NOT_FOUND', [before.guid]);
    const planning = planningOf(c);
    const named = await namedEnds(tx, incoming);
    const after = planRelationshipUpdate(tx.types, type, before, named, incoming, planning);
    const changes: ChangeSet = {
      ...emptyChangeSet(),
      ...(after === before ? {} : {edgesUpdated: [{before, after}]}),
      ...(await blocksOf(tx, after, incoming)),
    };
    if (changes.edgesUpdated.length + changes.blocksAdded.length + changes.blocksRemoved.length > 0) {
      await tx.apply(await withTouched(tx, changes, new Map(ends.map(one => [one.guid, one])), planning), planning);
    }
    return await answer(tx, after, ends);
  });
}

/** DELETE /relationship/guid/{guid} @throws RELATIONSHIP_GUID_NOT_FOUND, RELATIONSHIP_ALREADY_DELETED */
export async function deleteRelationship(c: Catalog, {guid}: {guid: Guid}): Promise<void> {
  await c.write('AtlasRelationshipStoreV2.deleteById', async tx => {
    const {edge, ends} = await held(tx, guid);
    const planning = planningOf(c);
    const after: EdgeRecord = {...edge, status: 'DELETED', updatedBy: planning.userName, updateTime: planning.now};
    const changes: ChangeSet = {
      ...emptyChangeSet(),
      ...(c.deletes === 'hard' ? {edgesRemoved: [edge]} : {edgesUpdated: [{before: edge, after}]}),
    };
    await tx.apply(await withTouched(tx, changes, new Map(ends.map(one => [one.guid, one])), planning), planning);
  });
}

/** An ACTIVE relationship to be changed. Its ends are held first, as everywhere, and only then it is looked at. */
async function held(tx: GraphTx, guid: Guid): Promise<{edge: EdgeRecord; ends: [EntityRecord, EntityRecord]}> {
  const ends = await endsOf(tx, await relationshipOf(tx, guid));
  const [edge] = await tx.edgesByGuid([guid]);
  if (edge === undefined) throw new AppError('RELATIONSHIP_GUID_NOT_FOUND', [guid]);
  if (edge.status === 'DELETED') throw new AppError('RELATIONSHIP_ALREADY_DELETED', [guid]);
  return {edge, ends};
}

async function blocksOf(
  tx: GraphTx,
  edge: EdgeRecord,
  {blocked}: IncomingRelationship,
): Promise<Partial<Pick<ChangeSet, 'blocksAdded' | 'blocksRemoved'>>> {
  return blocked === undefined ? {} : planBlocks(edge, blocked, await passingOver(tx, edge));
}

async function answer(
  tx: GraphTx,
  edge: EdgeRecord,
  ends: readonly [EntityRecord, EntityRecord],
): Promise<RelationshipJson> {
  const seen = tx.seen();
  // Both ends are named with their unique attributes: whoever may not read them cannot be answered.
  if (seen.readable !== undefined) await relationshipOf(seen, edge.guid);
  return relationshipJson(tx.types, edge, ends, await passingOver(seen, edge));
}

/** @throws RELATIONSHIP_END_IS_NULL, INSTANCE_GUID_NOT_FOUND, INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND and the like */
async function findEnds(
  tx: GraphTx,
  ids: readonly (ObjectId | undefined)[],
  expected: readonly string[],
): Promise<[EntityRecord, EntityRecord]> {
  const given = ids.map((id, i) => {
    if (id === undefined) throw new AppError('RELATIONSHIP_END_IS_NULL', [expected[i] ?? '']);
    return id;
  });
  const [first, second] = await found(tx, given);
  return [first as EntityRecord, second as EntityRecord];
}

/** Those named by guid are held at once, so that two requests do not wait for each other. */
async function found(tx: GraphTx, ids: readonly ObjectId[]): Promise<EntityRecord[]> {
  const byGuid = await recordsOf(
    tx,
    ids.flatMap(id => id.guid ?? []),
  );
  const records: EntityRecord[] = [];
  for (const {guid, typeName = '', uniqueAttributes = {}} of ids) {
    const attributes = Object.fromEntries(
      Object.entries(uniqueAttributes).map(([name, value]) => [name, writtenText(value)]),
    );
    const known = byGuid.find(one => one.guid === guid);
    records.push(known ?? (await uniqueRecord(tx, {typeName, attributes})));
  }
  return records;
}

/** Guids of the ends that an update names. */
async function namedEnds(
  tx: GraphTx,
  {end1, end2}: IncomingRelationship,
): Promise<[Guid | undefined, Guid | undefined]> {
  const guidOf = async (id: ObjectId | undefined) =>
    id === undefined ? undefined : (id.guid ?? (await found(tx, [id]))[0]?.guid);
  return [await guidOf(end1), await guidOf(end2)];
}

import {body} from '@gazetteer/kernel';
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
import {propagationsOver, type GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {planningOf, withTouched} from '../entity/planning.ts';
import {recordsOf, uniqueRecord} from '../entity/read-entities.ts';
import * as shapes from './shapes.ts';
import {endsOf, relationshipOf} from './read-relationship.ts';

const badRelationship = [
  'INVALID_PARAMETERS',
  'INVALID_PROPAGATION_TYPE',
  'INVALID_BLOCKED_PROPAGATED_CLASSIFICATION',
  'RELATIONSHIP_CRUD_INVALID_PARAMS',
] as const;

/**
 * POST /relationship.
 * @throws INVALID_VALUE for an unknown type, RELATIONSHIP_END_IS_NULL, what finding its ends
 * throws, and as `orientEnds`,
 *   `planRelationship` and `planBlocks`
 */
export const createRelationship = change('POST /v2/relationship', {
  summary: 'Relate two entities',
  description:
    'The ends may be given the other way round. At an end that holds one only, the new one takes its place.',
  body: body(shapes.relationship, readRelationship),
  answer: shapes.relationship,
  errors: [
    ...badRelationship,
    'INVALID_VALUE',
    'INVALID_OBJECT_ID',
    'RELATIONSHIP_END_IS_NULL',
    'INVALID_RELATIONSHIP_END_TYPE',
    'INSTANCE_GUID_NOT_FOUND',
    'TYPE_NAME_INVALID',
    'ATTRIBUTE_UNIQUE_INVALID',
    'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
    'RELATIONSHIP_ALREADY_EXISTS',
  ],
  logAs: 'AtlasRelationshipStoreV2.create',
  run: async (tx, {body: incoming}, c): Promise<RelationshipJson> => {
    const typeName = incoming.typeName ?? '';
    const type = tx.types.relationshipTypes.get(typeName);
    if (type === undefined)
      throw new AppError('INVALID_VALUE', [`unknown relationship type'${typeName}'`]);
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
  },
});

/**
 * PUT /relationship: attributes, `propagateTags` and what it blocks.
 * @throws RELATIONSHIP_GUID_NOT_FOUND, RELATIONSHIP_ALREADY_DELETED, and as
 * `planRelationshipUpdate` and `planBlocks`
 */
export const updateRelationship = change('PUT /v2/relationship', {
  summary: 'Change a relationship: its attributes, and which classifications it lets through',
  description: 'Attributes that are not given have their default, if there is one.',
  body: body(shapes.relationship, readRelationship),
  answer: shapes.relationship,
  errors: [
    ...badRelationship,
    'RELATIONSHIP_GUID_NOT_FOUND',
    'RELATIONSHIP_ALREADY_DELETED',
    'RELATIONSHIP_UPDATE_TYPE_CHANGE_NOT_ALLOWED',
    'RELATIONSHIP_UPDATE_END_CHANGE_NOT_ALLOWED',
  ],
  logAs: 'AtlasRelationshipStoreV2.update',
  run: async (tx, {body: incoming}, c): Promise<RelationshipJson> => {
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
    if (
      changes.edgesUpdated.length + changes.blocksAdded.length + changes.blocksRemoved.length >
      0
    ) {
      await tx.apply(
        await withTouched(tx, changes, new Map(ends.map(one => [one.guid, one])), planning),
        planning,
      );
    }
    return await answer(tx, after, ends);
  },
});

/**
 * DELETE /relationship/guid/{guid} @throws RELATIONSHIP_GUID_NOT_FOUND,
 * RELATIONSHIP_ALREADY_DELETED
 */
export const deleteRelationship = change('DELETE /v2/relationship/guid/{guid}', {
  summary: 'Delete a relationship',
  description: 'The relationship is marked as deleted. The entities at its ends are kept.',
  errors: ['RELATIONSHIP_GUID_NOT_FOUND', 'RELATIONSHIP_ALREADY_DELETED'],
  logAs: 'AtlasRelationshipStoreV2.deleteById',
  run: async (tx, {guid}, c): Promise<void> => {
    const {edge, ends} = await held(tx, guid);
    const planning = planningOf(c);
    const after: EdgeRecord = {
      ...edge,
      status: 'DELETED',
      updatedBy: planning.userName,
      updateTime: planning.now,
    };
    const changes: ChangeSet = {
      ...emptyChangeSet(),
      ...(c.deletes === 'hard' ? {edgesRemoved: [edge]} : {edgesUpdated: [{before: edge, after}]}),
    };
    await tx.apply(
      await withTouched(tx, changes, new Map(ends.map(one => [one.guid, one])), planning),
      planning,
    );
  },
});

/**
 * An ACTIVE relationship to be changed. Its ends are held first, as everywhere, and only then it is
 * looked at.
 */
async function held(
  tx: GraphTx,
  guid: Guid,
): Promise<{edge: EdgeRecord; ends: [EntityRecord, EntityRecord]}> {
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
  return blocked === undefined ? {} : planBlocks(edge, blocked, await propagationsOver(tx, edge));
}

async function answer(
  tx: GraphTx,
  edge: EdgeRecord,
  ends: readonly [EntityRecord, EntityRecord],
): Promise<RelationshipJson> {
  const seen = tx.forCaller();
  // Both ends are named with their unique attributes: whoever may not read them cannot be answered.
  if (seen.readable !== undefined) await relationshipOf(seen, edge.guid);
  return relationshipJson(tx.types, edge, ends, await propagationsOver(seen, edge));
}

/**
 * @throws RELATIONSHIP_END_IS_NULL, INSTANCE_GUID_NOT_FOUND, INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND
 * and the like
 */
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

import {also, body} from '@gazetteer/kernel';
import {
  AppError,
  glossaryEdges,
  isEmptyChange,
  planAssignments,
  planDissociations,
  readObjectId,
  wrongShape,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type ObjectId,
  type Planning,
  type UniqueRef,
  writtenText,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {planningOf, withTouched} from '../entity/planning.ts';
import {unknown} from './addresses.ts';
import {glossaryRecord} from './glossary-forms.ts';
import {assignedEntities} from './shapes.ts';

type RelatedId = ObjectId & {relationshipGuid: Guid | undefined};

/**
 * POST /glossary/terms/{guid}/assignedEntities: gives the term to entities; to those that have it
 * already only what the request says about the assignment is new.
 * @throws INSTANCE_GUID_NOT_FOUND, RELATIONSHIP_INVALID_ENDTYPE
 */
export const assignTerm = change('POST /v2/glossary/terms/{guid}/assignedEntities', {
  summary: 'Assign a term to entities',
  description: 'Each entity is named by guid. Classifications of the term propagate to it.',
  body: body(assignedEntities, readIds),
  errors: [
    ...unknown,
    'RELATIONSHIP_INVALID_ENDTYPE',
    'INSTANCE_CRUD_INVALID_PARAMS',
    'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
  ],
  logAs: 'GlossaryService.assignTermToEntities',
  run: async (tx, {guid, body: ids}, c): Promise<void> => {
    const planning = planningOf(c);
    const term = await glossaryRecord(tx, 'term', guid, 'keep');
    const entities = await findEntities(tx, ids);
    const stored = await assignmentsOf(tx, entities);
    const assignments = entities.map((entity, i) => ({
      entity,
      attributes: ids[i]?.relationshipAttributes,
    }));
    const changes = planAssignments(tx.types, term, assignments, stored, planning);
    await apply(tx, changes, [term, ...entities], planning);
  },
});

const ending = {
  summary: 'Remove a term from entities, each with the guid of its assignment',
  body: body(assignedEntities, readIds),
  errors: [...unknown, 'TERM_DISSOCIATION_MISSING_RELATION_GUID', 'INVALID_TERM_DISSOCIATION'],
} as const;

/**
 * DELETE and PUT /glossary/terms/{guid}/assignedEntities: takes the term away; each entity comes
 * with the guid of its assignment.
 * @throws TERM_DISSOCIATION_MISSING_RELATION_GUID, INVALID_TERM_DISSOCIATION
 */
export const unassignTerm = change('DELETE /v2/glossary/terms/{guid}/assignedEntities', {
  ...ending,
  description: 'Classifications that the term propagated are removed from the entities.',
  logAs: 'GlossaryService.removeTermFromEntities',
  read: ({guid, body: ids}) => {
    if (ids.some(id => id.relationshipGuid === undefined)) {
      throw new AppError('TERM_DISSOCIATION_MISSING_RELATION_GUID');
    }
    return {guid, ids};
  },
  run: async (tx, {guid, ids}, c): Promise<void> => {
    const term = await glossaryRecord(tx, 'term', guid, 'keep');
    const entities = await findEntities(tx, ids);
    const stored = await assignmentsOf(tx, entities);
    const dissociations = entities.map((entity, i) => ({
      guid: entity.guid,
      relationshipGuid: ids[i]?.relationshipGuid ?? '',
    }));
    await apply(
      tx,
      planDissociations(guid, dissociations, stored),
      [term, ...entities],
      planningOf(c),
    );
  },
});

export const unassignTermByPut = also(
  'PUT /v2/glossary/terms/{guid}/assignedEntities',
  unassignTerm,
  {
    ...ending,
    description: 'For clients whose DELETE has no body.',
  },
);

/** Entities at both ends are touched, so that whoever follows changes hears of them. */
async function apply(
  tx: GraphTx,
  changes: ChangeSet,
  records: readonly EntityRecord[],
  planning: Planning,
): Promise<void> {
  if (isEmptyChange(changes)) return;
  const known = new Map(records.map(record => [record.guid, record]));
  await tx.apply(await withTouched(tx, changes, known, planning), planning);
}

/**
 * Entities of a request, by guid or by type and unique attributes. @throws JsonError that names the
 * first that is neither
 */
function readIds(list: unknown): RelatedId[] {
  if (!Array.isArray(list)) throw wrongShape('', 'an array');
  return list.map((one, i) => {
    const id = readObjectId(one);
    if (id === undefined)
      throw wrongShape(`[${i}]`, 'an entity by its guid, or by its type and unique attributes');
    const {relationshipGuid} = one as {relationshipGuid?: unknown};
    return {
      ...id,
      relationshipGuid: typeof relationshipGuid === 'string' ? relationshipGuid : undefined,
    };
  });
}

/**
 * One entity an id, held against deletion. @throws INSTANCE_GUID_NOT_FOUND,
 * INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND
 */
async function findEntities(tx: GraphTx, ids: readonly ObjectId[]): Promise<EntityRecord[]> {
  const byGuid = await tx.entitiesNamed(
    ids.flatMap(id => id.guid ?? []),
    'keep',
  );
  const refs = new Map(ids.filter(id => id.guid === undefined).map(id => [id, uniqueRef(id)]));
  const found = await tx.byUnique([...refs.values()], 'keep');
  const byId = new Map([...refs.keys()].map((id, i) => [id, found[i]]));
  return ids.map(id => {
    const record = id.guid === undefined ? byId.get(id) : byGuid.get(id.guid);
    if (record !== undefined) return record;
    if (id.guid !== undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [id.guid]);
    const {typeName = '', attribute, value} = refs.get(id) as UniqueRef;
    throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [
      typeName,
      `{${attribute}=${value}}`,
    ]);
  });
}

/** Of several unique attributes the first one counts, as in the reference. */
function uniqueRef({typeName = '', uniqueAttributes = {}}: ObjectId): UniqueRef {
  const [[attribute, value] = ['', '']] = Object.entries(uniqueAttributes);
  return {typeName, attribute, value: writtenText(value)};
}

/** Which terms the entities have now. */
async function assignmentsOf(
  tx: GraphTx,
  entities: readonly EntityRecord[],
): Promise<EdgeRecord[]> {
  return await tx.edgesAt(
    entities.map(({guid}) => ({guid, typeName: glossaryEdges.assignment, end: 2})),
  );
}

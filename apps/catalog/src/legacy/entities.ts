import {also, body} from '@gazetteer/kernel';
import {needed} from '@gazetteer/kernel/parameters';
import * as shape from '@gazetteer/kernel/shape';
import {
  AppError,
  isAssigned,
  JsonError,
  parseJson,
  readEntitiesBody,
  type EntityHeader,
  type EntityJson,
  type EntityRecord,
  type EntityType,
  type Guid,
  type SaveRequest,
  type TypeRegistry,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {change, query} from '../operation.ts';
import {deleteIn} from '../entity/delete-entities.ts';
import {mutationJson, type MutationJson} from '../entity/mutation.ts';
import {planningOf} from '../entity/planning.ts';
import {
  findByUniqueAttributes,
  fullForms,
  recordOf,
  recordsOf,
  type ByUnique,
  type EntityRef,
} from '../entity/read-entities.ts';
import {checkCount, saveIn} from '../entity/save-entities.ts';
import {updateAttributeIn} from '../entity/update-attribute.ts';
import {badEntity, missing, uniqueOf, byUnique, wrongUnique} from './addresses.ts';
import {readReferenceables} from './read-referenceables.ts';
import {showReferenceable, type Referenceable} from './referenceable.ts';
import * as shapes from './shapes.ts';

/** One entity or a list; each may be JSON text. */
const anyEntities = body(shape.anything);

/**
 * An answer to a change: guids by what happened, one of the changed entities, and what temporary
 * guids became.
 */
export type EntityResult = {
  requestId: string;
  entities?: Partial<Record<'created' | 'updated' | 'deleted', Guid[]>>;
  definition?: Referenceable;
  guidAssignments?: {guidAssignments: Record<Guid, Guid>};
};

/**
 * POST and PUT /entities: creates or updates all of the list; attributes that are left out stay as
 * they are.
 */
export const saveReferenceables = change('PUT /entities', {
  summary: 'Create or update entities',
  description: 'As POST /entities, but answers 200.',
  body: anyEntities,
  answer: shapes.entityResult,
  errors: badEntity,
  logAs: 'AtlasEntityStoreV2.createOrUpdate',
  run: async (tx, {body: json}, c): Promise<EntityResult> => {
    const request = readEntitiesBody(readReferenceables(tx.types, json));
    checkCount(c, request.entities.length + request.referredEntities.size);
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c));
    return await result(c, tx.forCaller(), await mutationJson(tx, changes, guidAssignments));
  },
});

export const createReferenceables = also('POST /entities', saveReferenceables, {
  summary: 'Create or update entities',
  description: 'The body is one entity or a list. Answers 201 with the guids.',
  body: anyEntities,
  answer: shapes.entityResult,
  status: 201,
  location: ({entities}: EntityResult) => entities?.created?.at(-1),
  errors: badEntity,
});

/**
 * POST /entities/{guid} and /entities/qualifiedName: only what the body has is changed. A guid in
 * the body counts.
 */
export const updateReferenceable = change({
  logAs: 'AtlasEntityStoreV2.updateEntity',
  read: ({body, ...ref}: EntityRef & {body: string}) => ({ref, json: parseJson(body)}),
  run: async (tx, {ref, json}, c): Promise<EntityResult> => {
    const given = updateOf(tx.types, json);
    const [entity] = given.entities as [SaveRequest['entities'][number]];
    const record = await knownRecord(tx, isAssigned(entity.guid) ? {guid: entity.guid} : ref);
    const request = {...given, entities: [{...entity, guid: record.guid}]};
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c), 'partial');
    return await result(c, tx.forCaller(), await mutationJson(tx, changes, guidAssignments));
  },
});

export const updateReferenceableByUnique = also(
  'POST /entities/qualifiedName',
  updateReferenceable,
  {
    summary: 'Change some attributes of an entity by a unique attribute',
    description: 'Attributes that the body leaves out keep their values.',
    query: {
      type: needed(byUnique.type),
      property: needed(byUnique.property),
      value: byUnique.value,
    },
    body: anyEntities,
    answer: shapes.entityResult,
    errors: [...wrongUnique, ...badEntity],
  },
  ({body, ...unique}) => ({...uniqueOf(unique), body}),
);

/** V1 updates one entity a request, with those that it refers to inside of it. */
function updateOf(types: TypeRegistry, json: unknown): SaveRequest {
  const request = readEntitiesBody(readReferenceables(types, json));
  if (request.entities.length !== 1) throw new JsonError('Expected one entity', undefined);
  return request;
}

/**
 * POST /entities/{guid}?property=: sets one attribute; `value` is its text, or the guid that it
 * refers to.
 */
export const updateProperty = change({
  logAs: 'AtlasEntityStoreV2.updateEntityAttributeByGuid',
  run: async (
    tx,
    {guid, property, value}: {guid: Guid; property: string; value: string},
    c,
  ): Promise<EntityResult> => {
    const mutation = await updateAttributeIn(c, tx, {
      guid,
      name: property,
      value: () => value,
      takesEnums: false,
    });
    return await result(c, tx.forCaller(), mutation);
  },
});

/** DELETE /entities?guid=: unknown and already deleted ones are no error. */
export const deleteReferenceables = change({
  logAs: 'AtlasEntityStoreV2.deleteByIds',
  run: async (tx, {guids}: {guids: Guid[]}, c): Promise<EntityResult> =>
    await result(c, tx.forCaller(), await deleteIn(c, tx, guids)),
});

/**
 * DELETE /entities?type=&property=&value=: nothing found is no error. @throws TYPE_NAME_NOT_FOUND
 */
export const deleteReferenceableByUnique = change({
  logAs: 'AtlasEntityStoreV2.deleteByUniqueAttributes',
  run: async (tx, by: ByUnique, c): Promise<EntityResult> => {
    const found = await findByUniqueAttributes(tx, knownType(tx.types, by.typeName), by.attributes);
    return await result(
      c,
      tx.forCaller(),
      found === undefined ? {} : await deleteIn(c, tx, [found.guid]),
    );
  },
});

/** GET /entities/{guid} and /entities?type=&property=&value= */
export const readReferenceable = query('GET /entities/{guid}', {
  summary: 'An entity',
  description: 'In the form of the V1 API.',
  answer: shapes.definitionAnswer,
  errors: missing,
  logAs: 'AtlasEntityStoreV2.getById',
  run: async (graph, ref: EntityRef, c): Promise<object> => {
    const {guid} = await knownRecord(graph, ref);
    return {requestId: c.requestId, definition: await definitionOf(graph, guid)};
  },
});

/** @throws INSTANCE_GUID_NOT_FOUND, TYPE_NAME_NOT_FOUND, and as `uniqueRecord` */
async function knownRecord(graph: GraphRead, ref: EntityRef): Promise<EntityRecord> {
  if ('typeName' in ref) knownType(graph.types, ref.typeName);
  return await recordOf(graph, ref);
}

/** @throws TYPE_NAME_NOT_FOUND */
function knownType(types: TypeRegistry, name: string): EntityType {
  const type = types.entityTypes.get(name);
  if (type === undefined) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
  return type;
}

/** The entity as V1 shows it, with what it owns inside. */
async function definitionOf(graph: GraphRead, guid: Guid): Promise<Referenceable> {
  const options = {minExtInfo: false, ignoreRelationships: false};
  const {entities, referredEntities} = await fullForms(
    graph,
    await recordsOf(graph, [guid]),
    options,
  );
  return showReferenceable(
    {types: graph.types, owned: referredEntities},
    entities[0] as EntityJson,
  );
}

/**
 * Guids are told in the reverse order of their making; the definition is that of the first told.
 */
async function result(
  {requestId}: Context,
  graph: GraphRead,
  {mutatedEntities, guidAssignments = {}}: MutationJson,
): Promise<EntityResult> {
  const entities = mutatedEntities && guidsOf(mutatedEntities);
  const sample = entities?.created?.[0] ?? entities?.updated?.[0];
  const assigned = Object.entries(guidAssignments).filter(([given, guid]) => given !== guid);
  return {
    requestId,
    ...(entities === undefined ? {} : {entities}),
    ...(sample === undefined ? {} : {definition: await definitionOf(graph, sample)}),
    ...(assigned.length === 0
      ? {}
      : {guidAssignments: {guidAssignments: Object.fromEntries(assigned)}}),
  };
}

const toldAs = {
  created: ['CREATE'],
  updated: ['UPDATE', 'PARTIAL_UPDATE'],
  deleted: ['DELETE', 'PURGE'],
} as const;

/** The last changed stands first, as clients of V1 are used to. Empty lists are left out. */
function guidsOf(mutated: Record<string, EntityHeader[]>): NonNullable<EntityResult['entities']> {
  const lists = Object.entries(toldAs).map(
    ([name, keys]) =>
      [name, keys.flatMap(key => (mutated[key] ?? []).map(one => one.guid)).toReversed()] as const,
  );
  return Object.fromEntries(lists.filter(([, guids]) => guids.length > 0));
}

import {
  AppError,
  classificationJson,
  isAssigned,
  JsonError,
  parseJson,
  readEntitiesBody,
  type Attributes,
  type ClassificationJson,
  type EntityHeader,
  type EntityJson,
  type EntityRecord,
  type EntityType,
  type Guid,
  type SaveRequest,
  type TypeRegistry,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {addClassifications, removeClassification} from '../entity/classify-entity.ts';
import {deleteIn} from '../entity/delete-entities.ts';
import {mutationJson, type MutationJson} from '../entity/mutation.ts';
import {planningOf} from '../entity/planning.ts';
import {findByUniqueAttributes, fullForms, recordsOf, uniqueRecord, type ByUnique} from '../entity/read-entities.ts';
import {checkCount, saveIn} from '../entity/save-entities.ts';
import {updateAttributeIn} from '../entity/update-attribute.ts';
import {readReferenceables, readTrait} from './read-referenceables.ts';
import {showReferenceable, showTrait, type Referenceable} from './referenceable.ts';

/** An answer to a change: guids by what happened, one of the changed entities, and what temporary guids became. */
export type EntityResult = {
  requestId: string;
  entities?: Partial<Record<'created' | 'updated' | 'deleted', Guid[]>>;
  definition?: Referenceable;
  guidAssignments?: {guidAssignments: Record<Guid, Guid>};
};

/** POST and PUT /entities: creates or updates all of the list; attributes that are left out stay as they are. */
export async function saveReferenceables(c: Catalog, {body}: {body: string}): Promise<EntityResult> {
  const json = parseJson(body);
  return await c.write('AtlasEntityStoreV2.createOrUpdate', async tx => {
    const request = readEntitiesBody(readReferenceables(tx.types, json));
    checkCount(c, request.entities.length + request.referredEntities.size);
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c));
    return await result(c, tx.seen(), await mutationJson(tx, changes, guidAssignments));
  });
}

/** What an update is about: a guid, or a unique attribute. */
export type Whom = {guid: Guid} | ByUnique;

/** POST /entities/{guid} and /entities/qualifiedName: only what the body has is changed. A guid in the body counts. */
export async function updateReferenceable(c: Catalog, {whom, body}: {whom: Whom; body: string}): Promise<EntityResult> {
  const json = parseJson(body);
  return await c.write('AtlasEntityStoreV2.updateEntity', async tx => {
    const given = updateOf(tx.types, json);
    const [entity] = given.entities as [SaveRequest['entities'][number]];
    const record = await recordOf(tx, isAssigned(entity.guid) ? {guid: entity.guid} : whom);
    const {guid, typeName} = record;
    const attributes = commonAttributes(tx.types, entity, typeName);
    const request = {...given, entities: [{...entity, guid, typeName, attributes}]};
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c), 'partial');
    return await result(c, tx.seen(), await mutationJson(tx, changes, guidAssignments));
  });
}

function updateOf(types: TypeRegistry, json: unknown): SaveRequest {
  const request = readEntitiesBody(readReferenceables(types, json));
  if (request.entities.length !== 1) throw new JsonError('Expected one entity', undefined);
  return request;
}

/** A body may name another type than the entity's: then only what both have counts. */
function commonAttributes(types: TypeRegistry, entity: SaveRequest['entities'][number], stored: string): Attributes {
  const [given, own] = [entity.typeName, stored].map(name => types.entityType(name));
  if (given === own) return entity.attributes;
  const isCommon = (name: string) => {
    const keys = [given, own].map(
      type => type?.attributes.get(name)?.key ?? type?.relationshipAttributes.get(name)?.[0]?.relationship.name,
    );
    return keys[0] !== undefined && keys[0] === keys[1];
  };
  return Object.fromEntries(Object.entries(entity.attributes).filter(([name]) => isCommon(name)));
}

/** POST /entities/{guid}?property=: sets one attribute; `value` is its text, or the guid that it refers to. */
export async function updateProperty(
  c: Catalog,
  {guid, property, value}: {guid: Guid; property: string; value: string},
): Promise<EntityResult> {
  return await c.write('AtlasEntityStoreV2.updateEntityAttributeByGuid', async tx => {
    return await result(
      c,
      tx.seen(),
      await updateAttributeIn(c, tx, {guid, name: property, value: () => value, takesEnums: false}),
    );
  });
}

/** DELETE /entities?guid=: unknown and already deleted ones are no error. */
export async function deleteReferenceables(c: Catalog, {guids}: {guids: Guid[]}): Promise<EntityResult> {
  return await c.write('AtlasEntityStoreV2.deleteByIds', async tx => {
    return await result(c, tx.seen(), await deleteIn(c, tx, guids));
  });
}

/** DELETE /entities?type=&property=&value=: nothing found is no error. @throws TYPE_NAME_NOT_FOUND */
export async function deleteReferenceableByUnique(c: Catalog, by: ByUnique): Promise<EntityResult> {
  return await c.write('AtlasEntityStoreV2.deleteByUniqueAttributes', async tx => {
    const found = await findByUniqueAttributes(tx, knownType(tx.types, by.typeName), by.attributes);
    return await result(c, tx.seen(), found === undefined ? {} : await deleteIn(c, tx, [found.guid]));
  });
}

/** GET /entities/{guid} and /entities?type=&property=&value= */
export async function readReferenceable(c: Catalog, {whom}: {whom: Whom}): Promise<object> {
  return await c.read('AtlasEntityStoreV2.getById', async graph => {
    const {guid} = await recordOf(graph, whom);
    return {requestId: c.requestId, definition: await definitionOf(graph, guid)};
  });
}

/** GET /entities/{guid}/traits, names only, and /entities/{guid}/traitDefinitions */
export async function readTraits(c: Catalog, {guid, namesOnly}: {guid: Guid; namesOnly: boolean}): Promise<object> {
  return await c.read('AtlasEntityStoreV2.getClassifications', async graph => {
    const traits = await traitsOf(graph, guid);
    const results = namesOnly ? traits.map(one => one.typeName) : traits.map(one => showTrait(graph.types, one));
    return {results, count: results.length, requestId: c.requestId};
  });
}

/** GET /entities/{guid}/traitDefinitions/{traitName} @throws CLASSIFICATION_NOT_FOUND */
export async function readTraitDefinition(
  c: Catalog,
  {guid, traitName}: {guid: Guid; traitName: string},
): Promise<object> {
  return await c.read('AtlasEntityStoreV2.getClassification', async graph => {
    const trait = (await traitsOf(graph, guid)).find(one => one.typeName === traitName);
    if (trait === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [traitName]);
    return {results: showTrait(graph.types, trait), requestId: c.requestId};
  });
}

/** POST /entities/{guid}/traits */
export async function addTrait(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<object> {
  const json = parseJson(body);
  const trait = await c.read('AtlasTypeDefGraphStoreV2.getByName', async ({types}) => readTrait(types, json));
  await addClassifications(c, {guid, body: JSON.stringify([trait])});
  return {requestId: c.requestId};
}

/** DELETE /entities/{guid}/traits/{traitName}: a type that there is not is not associated either. */
export async function removeTrait(c: Catalog, {guid, traitName}: {guid: Guid; traitName: string}): Promise<object> {
  try {
    await removeClassification(c, {guid, name: traitName});
  } catch (error) {
    const isMissing = error instanceof AppError && notAssociated.has(error.kind);
    throw isMissing ? new AppError('CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [traitName], {cause: error}) : error;
  }
  return {requestId: c.requestId, traitName};
}

const notAssociated: ReadonlySet<string> = new Set(['TYPE_NAME_INVALID', 'NO_CLASSIFICATIONS_FOUND_FOR_ENTITY']);

/** @throws INSTANCE_GUID_NOT_FOUND, TYPE_NAME_NOT_FOUND, and as `uniqueRecord` */
async function recordOf(graph: GraphRead, whom: Whom): Promise<EntityRecord> {
  if (!('guid' in whom)) {
    knownType(graph.types, whom.typeName);
    return await uniqueRecord(graph, whom);
  }
  const [record] = await recordsOf(graph, [whom.guid]);
  return record as EntityRecord;
}

/** @throws TYPE_NAME_NOT_FOUND */
function knownType(types: TypeRegistry, name: string): EntityType {
  const type = types.entityTypes.get(name);
  if (type === undefined) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
  return type;
}

async function traitsOf(graph: GraphRead, guid: Guid): Promise<ClassificationJson[]> {
  const [record] = await recordsOf(graph, [guid]);
  const list = await graph.classificationsOf([guid]);
  return list.map(one => classificationJson(graph.types, one, record?.status ?? 'ACTIVE'));
}

async function definitionOf(graph: GraphRead, guid: Guid): Promise<Referenceable> {
  const options = {minExtInfo: false, ignoreRelationships: false};
  const {entities, referredEntities} = await fullForms(graph, await recordsOf(graph, [guid]), options);
  return showReferenceable({types: graph.types, owned: referredEntities}, entities[0] as EntityJson);
}

/** Guids are told in the reverse order of their making; the definition is that of the first told. */
async function result(
  {requestId}: Catalog,
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
    ...(assigned.length === 0 ? {} : {guidAssignments: {guidAssignments: Object.fromEntries(assigned)}}),
  };
}

const toldAs = {created: ['CREATE'], updated: ['UPDATE', 'PARTIAL_UPDATE'], deleted: ['DELETE', 'PURGE']} as const;

function guidsOf(mutated: Record<string, EntityHeader[]>): NonNullable<EntityResult['entities']> {
  const lists = Object.entries(toldAs).map(
    ([name, keys]) => [name, keys.flatMap(key => (mutated[key] ?? []).map(one => one.guid)).toReversed()] as const,
  );
  return Object.fromEntries(lists.filter(([, guids]) => guids.length > 0));
}

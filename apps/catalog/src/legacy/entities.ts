import {
  AppError,
  classificationJson,
  parseJson,
  readEntitiesBody,
  type ClassificationJson,
  type EntityHeader,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {addClassifications, removeClassification} from '../entity/classify-entity.ts';
import {deleteEntities} from '../entity/delete-entities.ts';
import {mutationJson, type MutationJson} from '../entity/mutation.ts';
import {planningOf} from '../entity/planning.ts';
import {fullForms, recordsOf, uniqueRecord, type ByUnique} from '../entity/read-entities.ts';
import {saveIn} from '../entity/save-entities.ts';
import {updateAttribute} from '../entity/update-attribute.ts';
import {readReferenceables, readTrait, showReferenceable, showTrait, type Referenceable} from './referenceable.ts';

/** An answer to a change: guids by what happened, and the entity that the request is about. */
export type EntityResult = {
  requestId: string;
  entities: Partial<Record<'created' | 'updated' | 'deleted', Guid[]>>;
  definition?: Referenceable;
};

/** POST and PUT /entities: creates or updates all of the list. */
export async function saveReferenceables(c: Catalog, {body}: {body: string}): Promise<EntityResult> {
  const request = readEntitiesBody(readReferenceables(parseJson(body)));
  return await c.write('AtlasEntityStoreV2.createOrUpdate', async tx => {
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c));
    const first = guidAssignments.get(request.entities[0]?.guid ?? '');
    return await result(c, tx.seen(), await mutationJson(tx, changes, guidAssignments), first);
  });
}

/** What an update is about: a guid, or a unique attribute. */
export type Whom = {guid: Guid} | ByUnique;

/** POST /entities/{guid} and /entities/qualifiedName: only what the body has is changed. */
export async function updateReferenceable(c: Catalog, {whom, body}: {whom: Whom; body: string}): Promise<EntityResult> {
  const read = readReferenceables(parseJson(body));
  return await c.write('AtlasEntityStoreV2.updateEntity', async tx => {
    const record = 'guid' in whom ? (await recordsOf(tx, [whom.guid]))[0] : await uniqueRecord(tx, whom);
    const guid = record?.guid ?? '';
    const [given] = read.entities;
    const entity = {...given, guid, typeName: record?.typeName};
    const request = readEntitiesBody({...read, entities: [entity]});
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c), 'partial');
    return await result(c, tx.seen(), await mutationJson(tx, changes, guidAssignments), guid);
  });
}

/** POST /entities/{guid}?property=: sets one attribute; the body is its value, as JSON or as plain text. */
export async function updateProperty(
  c: Catalog,
  {guid, property, body}: {guid: Guid; property: string; body: string},
): Promise<EntityResult> {
  const value = isJson(body) ? body : JSON.stringify(body);
  const {mutatedEntities} = await updateAttribute(c, {guid, name: property, body: value});
  return {requestId: c.requestId, entities: guidsOf(mutatedEntities)};
}

/** DELETE /entities?guid= */
export async function deleteReferenceables(c: Catalog, {guids}: {guids: Guid[]}): Promise<EntityResult> {
  await c.read('AtlasEntityStoreV2.getByIds', graph => recordsOf(graph, guids));
  const {mutatedEntities} = await deleteEntities(c, {guids});
  return {requestId: c.requestId, entities: guidsOf(mutatedEntities)};
}

/** DELETE /entities?type=&property=&value= */
export async function deleteReferenceableByUnique(c: Catalog, by: ByUnique): Promise<EntityResult> {
  const {guid} = await c.read('AtlasEntityStoreV2.getByUniqueAttributes', graph => uniqueRecord(graph, by));
  return await deleteReferenceables(c, {guids: [guid]});
}

/** GET /entities/{guid} and /entities?type=&property=&value= */
export async function readReferenceable(c: Catalog, {whom}: {whom: Whom}): Promise<object> {
  return await c.read('AtlasEntityStoreV2.getById', async graph => {
    const guid = 'guid' in whom ? whom.guid : (await uniqueRecord(graph, whom)).guid;
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
    return {results: showTrait(graph.types, trait), count: 1, requestId: c.requestId};
  });
}

/** POST /entities/{guid}/traits */
export async function addTrait(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<object> {
  await addClassifications(c, {guid, body: JSON.stringify([readTrait(parseJson(body))])});
  return {requestId: c.requestId, GUID: guid};
}

/** DELETE /entities/{guid}/traits/{traitName} */
export async function removeTrait(c: Catalog, {guid, traitName}: {guid: Guid; traitName: string}): Promise<object> {
  await removeClassification(c, {guid, name: traitName});
  return {requestId: c.requestId, GUID: guid, traitName};
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function traitsOf(graph: GraphRead, guid: Guid): Promise<ClassificationJson[]> {
  const [record] = await recordsOf(graph, [guid]);
  const list = await graph.classificationsOf([guid]);
  return list.map(one => classificationJson(graph.types, one, record?.status ?? 'ACTIVE'));
}

async function definitionOf(graph: GraphRead, guid: Guid): Promise<Referenceable> {
  const options = {minExtInfo: false, ignoreRelationships: false};
  const {entities} = await fullForms(graph, await recordsOf(graph, [guid]), options);
  const [entity] = entities;
  if (entity === undefined) throw new Error(`no entity ${guid}`);
  return showReferenceable(graph.types, entity);
}

async function result(
  {requestId}: Catalog,
  graph: GraphRead,
  {mutatedEntities}: MutationJson,
  guid: Guid | undefined,
): Promise<EntityResult> {
  const definition = guid === undefined ? {} : {definition: await definitionOf(graph, guid)};
  return {requestId, entities: guidsOf(mutatedEntities), ...definition};
}

function guidsOf(mutated: Record<string, EntityHeader[]> = {}): EntityResult['entities'] {
  const names = {
    created: ['CREATE'],
    updated: ['UPDATE', 'PARTIAL_UPDATE'],
    deleted: ['DELETE', 'PURGE'],
  } as const;
  const lists = Object.entries(names).map(
    ([name, keys]) => [name, keys.flatMap(key => (mutated[key] ?? []).map(one => one.guid))] as const,
  );
  return Object.fromEntries(lists.filter(([, guids]) => guids.length > 0));
}

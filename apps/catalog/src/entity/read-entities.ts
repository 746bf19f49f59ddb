import {flag, list, uniqueAttributeGroups, uniqueAttributes} from '@gazetteer/kernel/parameters';
import {
  AppError,
  byGuid,
  entityJson,
  printJava,
  referencesIn,
  type EntityHeader,
  type EntityJson,
  type EntityRecord,
  type EntityType,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';
import {extInfo, byUnique} from './addresses.ts';
import {readHeaders} from './headers.ts';

export type ReadOptions = {minExtInfo: boolean; ignoreRelationships: boolean};
export type WithExtInfo = {referredEntities: Record<Guid, EntityJson>};
/** How a request names one entity. */
export type EntityRef = {guid: Guid} | ByUnique;
export type ByUnique = {typeName: string; attributes: Record<string, string>};

/** GET /entity/guid/{guid}: deleted entities are answered, too. @throws INSTANCE_GUID_NOT_FOUND */
export const readEntity = query({
  keptFor: 'rights',
  logAs: 'AtlasEntityStoreV2.getById',
  run: async (
    graph,
    {guid, ...options}: {guid: Guid} & ReadOptions,
  ): Promise<WithExtInfo & {entity: EntityJson}> => {
    const {entities, referredEntities} = await fullForms(
      graph,
      await recordsOf(graph, [guid]),
      options,
    );
    return {referredEntities, entity: entities[0] as EntityJson};
  },
});

/**
 * GET /entity/bulk?guid=: one unknown guid, or one that may not be read, fails all, unless what may
 * not be read is left out.
 * @throws INSTANCE_GUID_NOT_FOUND, without any guid, too
 */
export const readEntities = query('GET /v2/entity/bulk', {
  summary: 'Entities by guid; one unknown guid fails all',
  description: 'Entities that they own or refer to are in `referredEntities`.',
  query: {
    guids: list('Once for each entity', 'guid'),
    skipRefused: flag('Leave out what may not be read', {wireName: 'skipFailedEntities'}),
    ...extInfo,
  },
  answer: shapes.entitiesWithExtInfo,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  keptFor: 'rights',
  logAs: 'AtlasEntityStoreV2.getByIds',
  run: async (
    graph,
    {guids, skipRefused = false, ...options}: {guids: Guid[]; skipRefused?: boolean} & ReadOptions,
  ): Promise<WithExtInfo & {entities: EntityJson[]}> => {
    const distinct = [...new Set(guids)];
    if (distinct.length === 0) throw new AppError('INSTANCE_GUID_NOT_FOUND', ['']);
    // Who may not read everything cannot be told what is hidden from what is not there: both are
    // left out.
    const known =
      skipRefused && graph.readable !== undefined ? await graph.entities(distinct) : undefined;
    const asked = known === undefined ? distinct : distinct.filter(guid => known.has(guid));
    return await fullForms(graph, await recordsOf(graph, asked), options);
  },
});

/**
 * GET /entity/uniqueAttribute/type/{typeName}?attr:name=value @throws
 * INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND
 */
export const readByUniqueAttributes = query({
  keptFor: 'rights',
  logAs: 'AtlasEntityStoreV2.getByUniqueAttributes',
  run: async (
    graph,
    {
      isFlat,
      minExtInfo,
      ignoreRelationships,
      ...by
    }: ByUnique &
      ReadOptions & {/** The entity's own fields beside `entity`, too. */ isFlat: boolean},
  ): Promise<Record<string, unknown>> => {
    const record = await uniqueRecord(graph, by);
    const {entities, referredEntities} = await fullForms(graph, [record], {
      minExtInfo,
      ignoreRelationships,
    });
    const entity = entities[0] as EntityJson;
    if (!isFlat) return {referredEntities, entity};
    const [header] = await readHeaders(graph, [record], () => ({withClassifications: true}));
    return {...header, attributes: entity.attributes, entity, referredEntities};
  },
});

/**
 * GET /entity/bulk/uniqueAttribute/type/{typeName}?attr_N:name=value: those not found are left out,
 * those asked for twice come twice.
 */
export const readManyByUniqueAttributes = query(
  'GET /v2/entity/bulk/uniqueAttribute/type/{typeName}',
  {
    summary: 'Entities by unique attributes; those that are not found are left out',
    description:
      '`attr_0:qualifiedName` names the first entity, `attr_1:qualifiedName` the second, and so on.',
    query: {list: uniqueAttributeGroups, ...extInfo},
    answer: shapes.entitiesWithExtInfo,
    errors: ['TYPE_NAME_INVALID'],
    keptFor: 'rights',
    logAs: 'AtlasEntityStoreV2.getEntitiesByUniqueAttributes',
    run: async (
      graph,
      {
        typeName,
        list,
        ...options
      }: {typeName: string; list: Record<string, string>[]} & ReadOptions,
    ): Promise<WithExtInfo & {entities: EntityJson[]}> => {
      const type = graph.types.entityType(typeName);
      const refs = list.flatMap(attributes => uniqueRefs(type, attributes).slice(0, 1));
      const records = (await graph.byUnique(refs)).filter(record => record !== undefined);
      return await fullForms(graph, records, options);
    },
  },
);

/** GET /entity/guid/{guid}/header */
export const readHeader = query('GET /v2/entity/guid/{guid}/header', {
  summary: 'The short form of an entity',
  description: 'Name, type, status, classifications, terms and labels, without relationships.',
  answer: shapes.entityHeader,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  on: 'main',
  keptFor: 'rights',
  logAs: 'AtlasEntityStoreV2.getHeaderById',
  run: async (graph, {guid}): Promise<EntityHeader> => {
    const headers = await readHeaders(graph, await recordsOf(graph, [guid]), () => ({
      withClassifications: true,
    }));
    return headers[0] as EntityHeader;
  },
});

/**
 * GET /entity/uniqueAttribute/type/{typeName}/header: names of classifications only, as in the
 * reference.
 */
export const readHeaderByUniqueAttributes = query(
  'GET /v2/entity/uniqueAttribute/type/{typeName}/header',
  {
    summary: 'The short form of an entity by unique attributes',
    description:
      'The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`.',
    query: {attributes: uniqueAttributes},
    answer: shapes.entityHeader,
    errors: byUnique,
    on: 'main',
    keptFor: 'rights',
    logAs: 'AtlasEntityStoreV2.getEntityHeaderByUniqueAttributes',
    run: async (graph, by: ByUnique): Promise<EntityHeader> => {
      return (await readHeaders(graph, [await uniqueRecord(graph, by)]))[0] as EntityHeader;
    },
  },
);

/** The ACTIVE entity whose unique attributes are all as given, sub-types included. */
export async function findByUniqueAttributes(
  graph: GraphRead,
  type: EntityType,
  attributes: Record<string, string>,
): Promise<EntityRecord | undefined> {
  const found = await graph.byUnique(uniqueRefs(type, attributes));
  const first = found[0];
  return found.every(one => one?.guid === first?.guid) ? first : undefined;
}

/**
 * The ACTIVE entities with these unique attributes, in order, each map of one entity; `skip` leaves
 * out what is missing.
 * @throws ATTRIBUTE_UNIQUE_INVALID, INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND
 */
export async function findManyByUniqueAttributes(
  graph: GraphRead,
  {typeName, list}: {typeName: string; list: readonly Record<string, string>[]},
  skip: boolean,
): Promise<EntityRecord[]> {
  const type = graph.types.entityType(typeName);
  const given = list.filter(attributes => {
    const isUnique = uniqueRefs(type, attributes).length > 0;
    if (!isUnique && !skip)
      throw new AppError('ATTRIBUTE_UNIQUE_INVALID', [
        typeName,
        Object.keys(attributes).join(', '),
      ]);
    return isUnique;
  });
  const found = await graph.byUnique(
    given.flatMap(attributes => uniqueRefs(type, attributes).slice(0, 1)),
  );
  return found.flatMap((record, i) => {
    if (record === undefined && !skip) {
      throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [
        typeName,
        printJava(given[i] ?? {}),
      ]);
    }
    return record ?? [];
  });
}

function uniqueRefs(type: EntityType, attributes: Record<string, string>) {
  return Object.entries(attributes)
    .filter(([name]) => type.uniqueAttributes.some(one => one.name === name))
    .map(([attribute, value]) => ({typeName: type.name, attribute, value}));
}

/** @throws ATTRIBUTE_UNIQUE_INVALID, INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND */
export async function uniqueRecord(
  graph: GraphRead,
  {typeName, attributes}: ByUnique,
): Promise<EntityRecord> {
  const type = graph.types.entityType(typeName);
  if (uniqueRefs(type, attributes).length === 0) {
    throw new AppError('ATTRIBUTE_UNIQUE_INVALID', [typeName, Object.keys(attributes).join(', ')]);
  }
  const record = await findByUniqueAttributes(graph, type, attributes);
  if (record === undefined) {
    throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [typeName, printJava(attributes)]);
  }
  return record;
}

/** @throws INSTANCE_GUID_NOT_FOUND, or what `uniqueRecord` throws */
export async function recordOf(graph: GraphRead, ref: EntityRef): Promise<EntityRecord> {
  if (!('guid' in ref)) return await uniqueRecord(graph, ref);
  const [record] = await recordsOf(graph, [ref.guid]);
  return record as EntityRecord;
}

/** In the order asked for. @throws INSTANCE_GUID_NOT_FOUND for the first that is missing */
export async function recordsOf(graph: GraphRead, guids: readonly Guid[]): Promise<EntityRecord[]> {
  const known = await graph.entitiesNamed(guids);
  return guids.map(guid => {
    const record = known.get(guid);
    if (record === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    return record;
  });
}

/**
 * Full forms of `records` and, as `referredEntities`, of all that they own, in a constant number of
 * statements.
 */
export async function fullForms(
  graph: GraphRead,
  records: readonly EntityRecord[],
  {minExtInfo, ignoreRelationships}: ReadOptions,
): Promise<WithExtInfo & {entities: EntityJson[]}> {
  const guids = [...new Set(records.map(one => one.guid))];
  const owned = ignoreRelationships ? [] : await graph.ownedBy(guids, 'ANY');
  const all = new Map([...records, ...owned].map(one => [one.guid, one]));
  // Of relations that are not asked for only terms are told: a database may have ten thousand
  // tables.
  const edges = ignoreRelationships
    ? await graph.edgesAt(
        guids.map(guid => ({guid, typeName: 'AtlasGlossarySemanticAssignment', end: 2})),
      )
    : await graph.edgesOf([...all.keys()]);
  const others = new Map(all);
  const ends = edges.flatMap(edge => [edge.end1, edge.end2]);
  const referred = [...all.values()].flatMap(record => referencesIn(graph.types, record));
  const missing = new Set([...ends, ...referred].filter(guid => !all.has(guid)));
  for (const [guid, record] of await graph.entities([...missing])) others.set(guid, record);
  const classifications = await graph.carriedBy([...all.keys()]);
  const edgesAt = new Map<Guid, typeof edges>();
  for (const edge of edges) {
    for (const guid of new Set([edge.end1, edge.end2])) {
      const list = edgesAt.get(guid);
      if (list === undefined) edgesAt.set(guid, [edge]);
      else list.push(edge);
    }
  }
  const form = (record: EntityRecord, isMinimal: boolean) =>
    entityJson(graph.types, {
      record,
      edges: edgesAt.get(record.guid) ?? [],
      others,
      classifications: classifications.get(record.guid) ?? [],
      withRelationships: !ignoreRelationships,
      isMinimal,
    });
  return {
    referredEntities: byGuid(owned.map(record => form(record, minExtInfo))),
    entities: records.map(record => form(record, false)),
  };
}

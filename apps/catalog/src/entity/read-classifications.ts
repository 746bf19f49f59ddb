import {integer, optionalInteger} from '@gazetteer/kernel/parameters';
import {
  AppError,
  byGuid,
  classificationJson,
  type CarriedClassification,
  type ClassificationJson,
  type EntityHeader,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {classifiedSince, type GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';
import {readHeaders} from './headers.ts';
import {carriedAsOf} from './read-as-of.ts';
import {recordsOf} from './read-entities.ts';

const asOf = optionalInteger('As they were at this time, in milliseconds since 1970');

type Asked = {guid: Guid; asOf?: number | undefined};

/** A page of everything, as the API wraps lists. */
export type ClassificationList = {
  list: ClassificationJson[];
  startIndex: number;
  pageSize: number;
  totalCount: number;
  sortType: 'NONE';
};

/** GET /entity/guid/{guid}/classifications: its own, then those that have come from others. */
export const readClassifications = query('GET /v2/entity/guid/{guid}/classifications', {
  summary: 'Classifications of an entity, propagated ones included',
  description:
    '`entityGuid` of a propagated classification names the entity that it was attached to. With `asOf` it is `-1`, and the attributes are null, where the caller cannot read that entity or nothing is known of it any more.',
  query: {asOf},
  answer: shapes.classificationList,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
  on: 'main',
  logAs: 'AtlasEntityStoreV2.getClassifications',
  run: async (graph, asked: Asked): Promise<ClassificationList> => {
    const {record, carried} = await carriedBy(graph, asked);
    const list = carried.map(one => classificationJson(graph.types, one, record.status));
    return {list, startIndex: 0, pageSize: list.length, totalCount: list.length, sortType: 'NONE'};
  },
});

/**
 * GET /entity/guid/{guid}/classification/{name}: its own rather than one that has come from another
 * entity.
 */
export const readOneClassification = query('GET /v2/entity/guid/{guid}/classification/{name}', {
  summary: 'One classification of an entity, a direct one rather than a propagated one',
  description: 'With its attributes and validity periods.',
  query: {asOf},
  answer: shapes.classification,
  errors: [
    'INSTANCE_GUID_NOT_FOUND',
    'TYPE_NAME_INVALID',
    'CLASSIFICATION_NOT_FOUND',
    'BAD_REQUEST',
  ],
  on: 'main',
  logAs: 'AtlasEntityStoreV2.getClassification',
  run: async (graph, {name, ...asked}: Asked & {name: string}): Promise<ClassificationJson> => {
    if (!graph.types.classificationTypes.has(name))
      throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', name]);
    const {record, carried} = await carriedBy(graph, asked);
    const one = carried.find(had => had.typeName === name);
    if (one === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [name]);
    return classificationJson(graph.types, one, record.status);
  },
});

/**
 * GET /entity/bulk/headers?tagUpdateStartTime=: headers of the entities whose classifications have
 * changed since a time in epoch milliseconds, by guid. @throws BAD_REQUEST for a time that is still
 * to come
 */
export const readClassifiedSince = query('GET /v2/entity/bulk/headers', {
  summary: 'Entities whose classifications have changed since a time',
  description: 'For clients that copy classifications to another system.',
  query: {
    since: {
      ...integer('Milliseconds since 1970', {default: 0, min: 0}),
      wireName: 'tagUpdateStartTime',
    },
  },
  answer: shapes.entityHeaders,
  errors: ['BAD_REQUEST'],
  logAs: 'AtlasEntityStoreV2.getEntityHeaders',
  read: ({since}: {since: number}) => {
    if (since > Date.now())
      throw new AppError('BAD_REQUEST', ['tagUpdateStartTime must not be in the future']);
    return {since};
  },
  run: async (graph, {since}): Promise<{guidHeaderMap: Record<Guid, EntityHeader>}> => {
    const records = await classifiedSince(graph, since);
    const headers = await readHeaders(graph, records, () => ({withClassifications: true}));
    return {guidHeaderMap: byGuid(headers)};
  },
});

async function carriedBy(
  graph: GraphRead,
  {guid, asOf: time}: Asked,
): Promise<{record: EntityRecord; carried: CarriedClassification[]}> {
  if (time !== undefined) return await carriedAsOf(graph, guid, time);
  const [record] = await recordsOf(graph, [guid]);
  return {record: record as EntityRecord, carried: (await graph.carriedBy([guid])).get(guid) ?? []};
}

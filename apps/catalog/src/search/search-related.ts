import {AppError, relatedQuery, type EntityHeader} from '@gazetteer/model';
import {searchEntities} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {withRequestedAttributes} from './requested-attributes.ts';

export type RelatedArgs = {
  guid: string | undefined;
  relation: string | undefined;
  attributes: string[];
  sortBy: string | undefined;
  sortOrder: 'ASCENDING' | 'DESCENDING';
  excludeDeletedEntities: boolean;
  includeClassificationAttributes: boolean;
  getApproximateCount: boolean;
  disableDefaultSorting: boolean;
  /** 0 is none; the usual page size when absent. */
  limit: number | undefined;
  offset: number | undefined;
};
export type RelatedResult = {
  queryType: 'RELATIONSHIP';
  entities: EntityHeader[];
  referredEntities?: Record<string, EntityHeader>;
  approximateCount: number;
};

/** GET /search/relationship: the entities at the other ends of one relation of an entity. */
export async function searchRelated(c: Catalog, args: RelatedArgs): Promise<RelatedResult> {
  const {guid = '', relation = '', sortBy, attributes} = args;
  if (guid === '' || relation === '') {
    throw new AppError('INVALID_PARAMETERS', [`guid: '${guid}', relation: '${relation}'`]);
  }
  const {searchDefaultLimit, searchMaxLimit} = c.settings;
  const [limit, offset] = [args.limit ?? searchDefaultLimit, args.offset ?? 0];
  if (limit < 0 || offset < 0) throw new AppError('BAD_REQUEST', ['Limit/offset should be non-negative']);
  return await c.read('EntityDiscoveryService.searchRelatedEntities', async graph => {
    const record = (await graph.entities([guid])).get(guid);
    if (record === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    const query = relatedQuery(graph.types, record, {
      relation,
      sortBy: sortBy === '' ? undefined : sortBy,
      descending: args.sortOrder === 'DESCENDING',
      isUnsorted: args.disableDefaultSorting,
      activeOnly: args.excludeDeletedEntities,
      limit: Math.min(limit, searchMaxLimit),
      offset,
    });
    const {records, count} = await searchEntities(graph, query);
    const {headers, referred} = await withRequestedAttributes(
      graph,
      records,
      attributes,
      args.includeClassificationAttributes,
    );
    return {
      queryType: 'RELATIONSHIP',
      entities: headers,
      ...(referred.length === 0 ? {} : {referredEntities: Object.fromEntries(referred.map(one => [one.guid, one]))}),
      approximateCount: args.getApproximateCount ? count : -1,
    };
  });
}

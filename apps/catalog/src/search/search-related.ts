import {choice, flag, list, needed, optionalInteger, text} from '@gazetteer/kernel/parameters';
import {AppError, byGuid, relatedQuery, type EntityHeader} from '@gazetteer/model';
import {searchEntities} from '@gazetteer/store';
import {query} from '../operation.ts';
import {withRequestedAttributes} from './requested-attributes.ts';
import * as shapes from './shapes.ts';

/** In the form of a search, since pages show it as one. */
export type RelatedResult = {
  queryType: 'RELATIONSHIP';
  entities: EntityHeader[];
  referredEntities?: Record<string, EntityHeader>;
  approximateCount: number;
};

/** GET /search/relationship: the entities at the other ends of one relation of an entity. */
export const searchRelated = query('GET /v2/search/relationship', {
  summary:
    'Entities that one is related to, by one of its attributes or the label of a relationship',
  description:
    'Pages through the related entities of an entity that has many, such as the columns of a wide table.',
  query: {
    guid: needed(text('Of the entity')),
    relation: needed(text('Attribute of its type, or a label such as __hive_table.columns')),
    attributes: list('To be shown beside those of every header'),
    sortBy: text('Attribute of the related entities; name when absent'),
    sortOrder: choice('Order of the hits', ['ASCENDING', 'DESCENDING'], {default: 'ASCENDING'}),
    excludeDeletedEntities: flag('Without deleted ones'),
    includeClassificationAttributes: flag('Whole classifications'),
    getApproximateCount: flag('Count all of them'),
    disableDefaultSorting: flag('Not by name'),
    limit: optionalInteger('Page size; 0 is none'),
    offset: optionalInteger('Leave out so many'),
  },
  answer: shapes.searchResult,
  errors: [
    'INVALID_PARAMETERS',
    'BAD_REQUEST',
    'INSTANCE_GUID_NOT_FOUND',
    'INVALID_RELATIONSHIP_ATTRIBUTE',
  ],
  on: 'search',
  keptFor: 'rights',
  logAs: 'EntityDiscoveryService.searchRelatedEntities',
  read: ({guid = '', relation = '', limit: asked, offset = 0, ...args}, c) => {
    if (guid === '' || relation === '') {
      throw new AppError('INVALID_PARAMETERS', [`guid: '${guid}', relation: '${relation}'`]);
    }
    const {searchDefaultLimit, searchMaxLimit} = c.settings;
    const limit = asked ?? searchDefaultLimit;
    if (limit < 0 || offset < 0)
      throw new AppError('BAD_REQUEST', ['Limit/offset should be non-negative']);
    return {...args, guid, relation, limit: Math.min(limit, searchMaxLimit), offset};
  },
  run: async (
    graph,
    {guid, relation, attributes, sortBy, limit, offset, ...args},
  ): Promise<RelatedResult> => {
    const record = (await graph.entities([guid])).get(guid);
    if (record === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    const query = relatedQuery(graph.types, record, {
      relation,
      sortBy: sortBy === '' ? undefined : sortBy,
      descending: args.sortOrder === 'DESCENDING',
      isUnsorted: args.disableDefaultSorting,
      activeOnly: args.excludeDeletedEntities,
      limit,
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
      ...(referred.length === 0 ? {} : {referredEntities: byGuid(referred)}),
      // As the reference tells that nothing was counted.
      approximateCount: args.getApproximateCount ? count : -1,
    };
  },
});

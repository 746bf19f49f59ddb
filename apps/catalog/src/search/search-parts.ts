import {choice, flag, list, optionalInteger, text} from '@gazetteer/kernel/parameters';
import {
  described,
  integer,
  list as listOf,
  mapOf,
  object,
  text as textOf,
} from '@gazetteer/kernel/shape';
import {
  AppError,
  partsQuery,
  partsRelation,
  type Containment,
  type EntityHeader,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {neighbourCounts, searchEntities, type GraphRead} from '@gazetteer/store';
import {recordsOf} from '../entity/read-entities.ts';
import {entityHeader} from '../entity/shapes.ts';
import {reads, writes} from '../lineage/flow.ts';
import {query} from '../operation.ts';
import {withRequestedAttributes} from './requested-attributes.ts';

export type PartsAnswer = {
  relation?: string;
  entities: EntityHeader[];
  approximateCount: number;
  lineage?: Record<Guid, {upstream: number; downstream: number}>;
};

/** Longer texts are hardly typed, and cost more to look for. */
const maxText = 200;

/**
 * GET /entity/guid/{guid}/parts: columns of a table, tables of a database, with classifications and
 * terms.
 */
export const searchParts = query('GET /v2/entity/guid/{guid}/parts', {
  summary: 'Parts of an entity: the columns of a table, the tables of a database',
  description:
    'A page of them with their classifications and terms, in the order of their `position` or by name. What parts are follows from type definitions: from relationships whose end `isContainer`, and from attributes with the constraint `ownedRef`. An entity whose type has no parts is answered without `relation`.',
  query: {
    relation: text(
      'Attribute that holds the parts; the one with columns, else with data sets, when absent',
    ),
    query: text(
      'What the name, description, comment or data type of the parts contains, in either case',
    ),
    attributes: list('To be shown beside those of every header'),
    sortBy: text('Attribute of the parts'),
    sortOrder: choice('Order of the parts', ['ASCENDING', 'DESCENDING'], {default: 'ASCENDING'}),
    limit: optionalInteger('Page size; 0 is none'),
    offset: optionalInteger('Leave out so many'),
    withLineage: flag('Adds how many processes write and read each part'),
  },
  answer: object(
    {
      relation: textOf('Attribute that holds them'),
      entities: described(listOf(entityHeader), 'The parts'),
      approximateCount: integer('Of all that the query fits'),
      lineage: mapOf(
        object(
          {
            upstream: integer('Processes that write the part'),
            downstream: integer('Processes that read it'),
          },
          ['upstream', 'downstream'],
        ),
        'By the GUID of the part; those without any are absent',
      ),
    },
    ['entities', 'approximateCount'],
  ),
  errors: [
    'INSTANCE_GUID_NOT_FOUND',
    'INVALID_RELATIONSHIP_ATTRIBUTE',
    'UNKNOWN_ATTRIBUTE',
    'BAD_REQUEST',
  ],
  on: 'search',
  keptFor: 'rights',
  logAs: 'EntityDiscoveryService.searchParts',
  read: ({limit: asked, offset = 0, query: words = '', ...args}, c) => {
    const {searchDefaultLimit, searchMaxLimit} = c.settings;
    const limit = asked ?? searchDefaultLimit;
    if (limit < 0 || offset < 0)
      throw new AppError('BAD_REQUEST', ['Limit/offset should be non-negative']);
    if (words.length > maxText)
      throw new AppError('BAD_REQUEST', [`query is longer than ${maxText} characters`]);
    return {...args, text: words.trim(), limit: Math.min(limit, searchMaxLimit), offset};
  },
  run: async (
    graph,
    {guid, relation, attributes, sortBy, sortOrder, withLineage, ...page},
  ): Promise<PartsAnswer> => {
    const [record] = (await recordsOf(graph, [guid])) as [EntityRecord];
    const found = partsRelation(
      graph.types,
      record.typeName,
      relation === '' ? undefined : relation,
    );
    // No error: pages ask for the parts of whatever they show.
    if (found === undefined) return {entities: [], approximateCount: 0};
    const search = {
      ...page,
      sortBy: sortBy === '' ? undefined : sortBy,
      descending: sortOrder === 'DESCENDING',
    };
    // Its parts were deleted with it, and are what somebody looks for there.
    const ended = record.status === 'DELETED' ? await endedParts(graph, guid, found) : undefined;
    const {records, count} = await searchEntities(
      graph,
      partsQuery(graph.types, record, found, search, ended),
    );
    const {headers} = await withRequestedAttributes(graph, records, attributes, true);
    return {
      relation: found.attribute,
      entities: headers,
      approximateCount: count,
      ...(withLineage ? {lineage: await lineageOf(graph, records)} : {}),
    };
  },
});

/** In two statements, whatever the number of parts. */
async function lineageOf(
  graph: GraphRead,
  records: readonly EntityRecord[],
): Promise<NonNullable<PartsAnswer['lineage']>> {
  const guids = records.map(one => one.guid);
  const upstream = await neighbourCounts(graph, guids, {typeName: writes, end: 2});
  const downstream = await neighbourCounts(graph, guids, {typeName: reads, end: 2});
  return Object.fromEntries(
    guids.flatMap(guid => {
      const counts = {upstream: upstream.get(guid) ?? 0, downstream: downstream.get(guid) ?? 0};
      return counts.upstream + counts.downstream === 0 ? [] : [[guid, counts] as const];
    }),
  );
}

/** Nothing living leads from what is deleted to its parts any more. */
async function endedParts(
  graph: GraphRead,
  guid: Guid,
  {edge, partEnd}: Containment,
): Promise<Guid[]> {
  const end = partEnd === 1 ? 2 : 1;
  const edges = await graph.edgesAt([{guid, typeName: edge, end}], 'ANY');
  return edges.map(one => (partEnd === 1 ? one.end1 : one.end2));
}

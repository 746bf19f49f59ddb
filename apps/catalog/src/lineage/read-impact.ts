import {choice, integer, list, text} from '@gazetteer/kernel/parameters';
import {
  byGuid,
  displayText,
  type CarriedClassification,
  type EntityHeader,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {readHeaders} from '../entity/headers.ts';
import {recordsOf} from '../entity/read-entities.ts';
import {wrongStart} from './addresses.ts';
import type {Direction} from './flow.ts';
import {facetsOf, narrowed, type FacetValues, type ImpactChoice, type Listed} from './impact.ts';
import {pathTo, reach, type Reached} from './reach.ts';
import {isLineageProcess, refuse} from './read-lineage.ts';
import {impact} from './shapes.ts';

type Asked = ImpactChoice & {
  guid: Guid;
  direction: Direction;
  depth: number;
  query: string | undefined;
  only: readonly Guid[];
  offset: number;
  limit: number;
};

type ImpactJson = {
  guid: Guid;
  direction: Direction;
  depth: number;
  /** Of all data sets that are reached, whatever is asked for of them. */
  total: number;
  /** Of those that are asked for. */
  count: number;
  /** There are more than are walked to. */
  isPartial: boolean;
  facets: FacetValues[];
  assets: {entity: EntityHeader; degree: number; path: Guid[]}[];
  guidEntityMap: Record<Guid, EntityHeader>;
};

const maxLimit = 1000;

/**
 * GET /lineage/{guid}/impact: what depends on an entity, as a list: a statement for each kind of
 * edge of a hop, and then a constant number.
 * @throws INSTANCE_GUID_NOT_FOUND, INVALID_LINEAGE_ENTITY_TYPE, INSTANCE_LINEAGE_INVALID_PARAMS
 */
export const readImpact = query('GET /v2/lineage/{guid}/impact', {
  summary: 'All data sets that lie downstream or upstream of an entity, as a list',
  description:
    'Each with its number of hops and a shortest path from the entity, nearest first. Deleted ones, and what only they lead to, are left out. Facets count what the query and the other facets leave.',
  query: {
    direction: choice('OUTPUT: downstream; INPUT: upstream', ['OUTPUT', 'INPUT'], {
      default: 'OUTPUT',
      refuse,
    }),
    depth: integer('Hops from data set to data set; 0 and -1: all', {default: 0, min: -1, refuse}),
    query: text(
      'Words that the name, qualified name, type, owner, description or a classification has',
    ),
    degree: list('Of so many hops only, once for each'),
    type: list('Of this type only, once for each'),
    owner: list('Of this owner only, once for each'),
    classification: list('With this classification only, once for each'),
    only: list('Of the entity with this guid only, once for each'),
    offset: integer('Leave out so many', {default: 0, min: 0, refuse}),
    limit: integer(`Entities in the answer; ${maxLimit} at most`, {default: 100, min: 0, refuse}),
  },
  answer: impact,
  errors: wrongStart,
  on: 'search',
  keptFor: 'rights',
  logAs: 'EntityLineageService.getImpact',
  run: async (
    graph,
    {guid, direction, depth, query: words = '', only, offset, limit, ...facets}: Asked,
    c,
  ) => {
    const [record] = await recordsOf(graph, [guid]);
    const start = record as EntityRecord;
    const {paths, isPartial} = await reach(graph, guid, isLineageProcess(graph, start), {
      direction,
      depth,
      maxNodes: c.settings.lineageMaxNodes,
    });
    const records = await graph.entities([...paths].flatMap(([one, {process}]) => [one, process]));
    const all = await listed(
      graph,
      [...paths.keys()].map(one => records.get(one) as EntityRecord),
      paths,
    );
    const wanted = only.length === 0 ? all : all.filter(one => only.includes(one.guid));
    const found = narrowed(wanted, words, facets);
    const shown = found.slice(offset, offset + Math.min(limit, maxLimit));
    const shownPaths = shown.map(one => pathTo(one.guid, paths));
    const headers = await headersOf(
      graph,
      new Set(shownPaths.flat()),
      new Map(records).set(guid, start),
    );
    return {
      guid,
      direction,
      depth,
      total: all.length,
      count: found.length,
      isPartial,
      facets: facetsOf(wanted, words, facets),
      assets: shown.map((one, n) => ({
        entity: headers[one.guid] as EntityHeader,
        degree: paths.get(one.guid)?.degree ?? 0,
        path: shownPaths[n] as Guid[],
      })),
      guidEntityMap: headers,
    } satisfies ImpactJson;
  },
});

/** Nearest first, then by name. */
async function listed(
  graph: GraphRead,
  records: readonly EntityRecord[],
  paths: Reached['paths'],
): Promise<readonly Listed[]> {
  const carried = await graph.carriedBy(records.map(one => one.guid));
  return records
    .map(record => ({
      degree: paths.get(record.guid)?.degree ?? 0,
      name: displayText(graph.types.entityType(record.typeName), record),
      record,
    }))
    .sort((a, b) => a.degree - b.degree || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({record, name, degree}) =>
      toListed(record, name, degree, carried.get(record.guid) ?? []),
    );
}

/**
 * What the list, its filter and its facets need of an entity: it is kept for all of them, so it is
 * as small as can be.
 */
function toListed(
  {guid, typeName, attributes}: EntityRecord,
  name: string,
  degree: number,
  carried: readonly CarriedClassification[],
): Listed {
  const textAt = (attribute: string) =>
    typeof attributes[attribute] === 'string' ? attributes[attribute] : '';
  const owner = textAt('owner');
  const classifications = [...new Set(carried.map(one => one.typeName))];
  const words = [
    name,
    textAt('qualifiedName'),
    typeName,
    owner,
    textAt('description'),
    ...classifications,
  ];
  return {
    guid,
    words: words.join('\n').toLowerCase(),
    values: {
      degree: [String(degree)],
      type: [typeName],
      owner: owner === '' ? [] : [owner],
      classification: classifications,
    },
  };
}

async function headersOf(
  graph: GraphRead,
  guids: ReadonlySet<Guid>,
  records: ReadonlyMap<Guid, EntityRecord>,
): Promise<Record<Guid, EntityHeader>> {
  const known = [...guids].flatMap(guid => records.get(guid) ?? []);
  return byGuid(await readHeaders(graph, known));
}

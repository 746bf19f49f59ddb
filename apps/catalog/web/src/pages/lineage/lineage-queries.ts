import type {Schemas} from '@gazetteer/client';
import {qualityGroup, trustGroup} from '@gazetteer/model/asset';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import type {LineageView, Wanted} from './lineage-link.ts';

type Lineage = Schemas['Lineage'];
/** Only these change what the server is asked; the rest of a view is done in the page. */
type Extent = Pick<LineageView, 'direction' | 'depth' | 'relations' | 'asOf'>;

/** What cards show beside what every header has. */
const attributes = [`${trustGroup}.certification`, `${qualityGroup}.checks`];

/**
 * What an answer of the lineage is asked for, and how: with limits of relations where the server
 * has them, else with all of them, as the other endpoint gives them.
 */
type Question = Extent & {
  readonly guid: string;
  /** Relations of the node itself; `relations` are those of the others. */
  readonly limit: number;
  readonly isOnDemand: boolean;
};

async function answerTo(
  {guid, direction, depth, relations, limit, isOnDemand, asOf}: Question,
  signal: AbortSignal,
): Promise<Lineage> {
  const path = {guid};
  if (!isOnDemand)
    return await client.call(
      'GET /v2/lineage/{guid}',
      {path, query: {direction, depth, attributes, ...at(asOf)}},
      {signal},
    );
  const query = {relationsLimit: relations, attributes};
  const limits = {inputRelationsLimit: limit, outputRelationsLimit: limit};
  const body = {[guid]: {direction, depth, ...limits}};
  return await client.call('POST /v2/lineage/{guid}', {path, query, body}, {signal});
}

const at = (asOf: number | undefined) => (asOf === undefined ? {} : {asOf});

/** Around the start, with so many relations of each node. */
export const lineageQuery = (
  guid: string,
  {direction, depth, relations, asOf}: Extent,
  isOnDemand: boolean,
) =>
  queryOptions({
    queryKey: ['lineage', guid, direction, depth, relations, isOnDemand, asOf],
    queryFn: ({signal}) =>
      answerTo({guid, direction, depth, relations, limit: relations, isOnDemand, asOf}, signal),
  });

/** One hop from a node, with as many of its relations as are wanted. */
export const moreQuery = (
  {guid, side, limit}: Wanted,
  {relations, asOf}: Pick<Extent, 'relations' | 'asOf'>,
  isOnDemand: boolean,
) => {
  const direction = side === 'in' ? 'INPUT' : 'OUTPUT';
  return queryOptions({
    queryKey: ['lineage', 'more', guid, side, limit, relations, isOnDemand, asOf],
    queryFn: ({signal}) =>
      answerTo({guid, direction, depth: 1, relations, limit, isOnDemand, asOf}, signal),
  });
};

/**
 * The way of one column, with the processes between, which say who put them there. In full, without
 * limits for each node: ways of columns are narrow.
 */
export const columnQuery = (guid: string, {direction, depth, asOf}: Extent) =>
  queryOptions({
    queryKey: ['lineage', 'column', guid, direction, depth, asOf],
    queryFn: async ({signal}): Promise<Lineage> =>
      await client.call(
        'GET /v2/lineage/{guid}',
        {path: {guid}, query: {direction, depth, ...at(asOf)}},
        {signal},
      ),
  });

/** One hop around a column, with the processes between and what they say. */
export const columnStepsQuery = (guid: string) =>
  queryOptions({
    queryKey: ['lineage', 'steps', guid],
    queryFn: ({signal}) =>
      client.call(
        'GET /v2/lineage/{guid}',
        {path: {guid}, query: {depth: 1, attributes: ['description']}},
        {signal},
      ),
  });

/** Guids in one request: an address has its limits. */
const chunk = 50;

/** What parts belong to: the guid of each part and its owner. */
export const ownersQuery = (
  guids: readonly string[],
  ownerAttribute: (typeName: string) => string | undefined,
) =>
  queryOptions({
    queryKey: ['lineage', 'owners', guids],
    queryFn: async ({signal}): Promise<ReadonlyMap<string, ObjectRef>> => {
      // The headers of a lineage do not say what they are parts of.
      const chunks = Array.from({length: Math.ceil(guids.length / chunk)}, (_, n) =>
        guids.slice(n * chunk, (n + 1) * chunk),
      );
      const answers = await Promise.all(
        chunks.map(guid =>
          client.call('GET /v2/entity/bulk', {query: {guid, minExtInfo: true}}, {signal}),
        ),
      );
      const owners = new Map<string, ObjectRef>();
      for (const entity of answers.flatMap(
        answer => (answer.entities ?? []) as readonly Entity[],
      )) {
        const owner = entity.relationshipAttributes?.[ownerAttribute(entity.typeName) ?? ''];
        if (typeof owner === 'object' && owner !== null && 'guid' in owner)
          owners.set(entity.guid, owner as ObjectRef);
      }
      return owners;
    },
    enabled: guids.length > 0,
  });

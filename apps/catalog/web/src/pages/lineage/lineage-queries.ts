import type {Schemas} from '@gazetteer/client';
import {trustGroup} from '@gazetteer/model/asset';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import type {LineageView, Wanted} from './lineage-link.ts';

type Lineage = Schemas['Lineage'];
type Extent = Pick<LineageView, 'direction' | 'depth' | 'relations'>;

/** What cards show beside what every header has. */
const attributes = [`${trustGroup}.certification`];

/** Around the start, with so many relations of each node. */
export const lineageQuery = (
  guid: string,
  {direction, depth, relations}: Extent,
  isOnDemand: boolean,
) =>
  queryOptions({
    queryKey: ['lineage', guid, direction, depth, relations, isOnDemand],
    queryFn: async ({signal}): Promise<Lineage> =>
      isOnDemand
        ? await client.call(
            'POST /v2/lineage/{guid}',
            {
              path: {guid},
              query: {relationsLimit: relations, attributes},
              body: {
                [guid]: {
                  direction,
                  depth,
                  inputRelationsLimit: relations,
                  outputRelationsLimit: relations,
                },
              },
            },
            {signal},
          )
        : await client.call(
            'GET /v2/lineage/{guid}',
            {path: {guid}, query: {direction, depth, attributes}},
            {signal},
          ),
  });

/** One hop from a node, with as many of its relations as are wanted. */
export const moreQuery = ({guid, side, limit}: Wanted, relations: number, isOnDemand: boolean) => {
  const direction = side === 'in' ? 'INPUT' : 'OUTPUT';
  return queryOptions({
    queryKey: ['lineage', 'more', guid, side, limit, relations, isOnDemand],
    queryFn: async ({signal}): Promise<Lineage> =>
      isOnDemand
        ? await client.call(
            'POST /v2/lineage/{guid}',
            {
              path: {guid},
              query: {relationsLimit: relations, attributes},
              body: {
                [guid]: {
                  direction,
                  depth: 1,
                  inputRelationsLimit: limit,
                  outputRelationsLimit: limit,
                },
              },
            },
            {signal},
          )
        : await client.call(
            'GET /v2/lineage/{guid}',
            {path: {guid}, query: {direction, depth: 1, attributes}},
            {signal},
          ),
  });
};

/** The way of one column, with the processes between, which say who put them there. */
export const columnQuery = (guid: string, {direction, depth}: Extent) =>
  queryOptions({
    queryKey: ['lineage', 'column', guid, direction, depth],
    queryFn: async ({signal}): Promise<Lineage> =>
      await client.call(
        'GET /v2/lineage/{guid}',
        {path: {guid}, query: {direction, depth}},
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

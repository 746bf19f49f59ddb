import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import {nameOf} from '../../entity/name-of.ts';

export type Subscription = Schemas['Subscription'];
export type Delivery = Schemas['SubscriptionDelivery'];
export type TargetKind = Subscription['target']['kind'];

/** Deliveries happen by themselves. */
const pollMs = 5000;

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: async ({signal}) =>
    (await client.call('GET /v2/subscriptions', {}, {signal})).subscriptions,
  refetchInterval: pollMs,
});

/** What assets are called that only their GUIDs are known of; those that are gone are left out. */
export const assetNamesQuery = (guids: readonly string[]) =>
  queryOptions({
    queryKey: ['asset-names', guids],
    queryFn: async ({signal}) => {
      const query = {guid: [...guids], skipFailedEntities: true, minExtInfo: true};
      const {entities = []} = await client.call('GET /v2/entity/bulk', {query}, {signal});
      return new Map(entities.map(one => [one.guid, nameOf(one)]));
    },
    enabled: guids.length > 0,
  });

export const subscriptionQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['subscriptions', uuid],
    queryFn: ({signal}) => client.call('GET /v2/subscriptions/{uuid}', {path: {uuid}}, {signal}),
    refetchInterval: pollMs,
  });

import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';

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

export const subscriptionQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['subscriptions', uuid],
    queryFn: ({signal}) => client.call('GET /v2/subscriptions/{uuid}', {path: {uuid}}, {signal}),
    refetchInterval: pollMs,
  });

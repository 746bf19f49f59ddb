import {randomUUID} from 'node:crypto';
import {body} from '@gazetteer/kernel';
import {AppError, feedFilter, hasAdministrators} from '@gazetteer/model';
import {
  changeSubscriptionOf,
  changeSubscriptions,
  lastPosition,
  positionText,
  removeChangeSubscription,
  saveChangeSubscription,
  type StoredSubscription,
  type SubscriptionDelivery,
  type SubscriptionState,
  type SubscriptionTarget,
} from '@gazetteer/store';
import {subscriptions as need} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {checkFilter} from '../notification/given-filter.ts';
import {change, query} from '../operation.ts';
import {subscriptionIn} from './given-subscription.ts';
import * as shapes from './shapes.ts';

/** Each reads all changes. */
const maxSubscriptions = 100;

type TargetJson = {
  kind: SubscriptionTarget['kind'];
  url?: string;
  hasSecret?: boolean;
  addresses?: readonly string[];
  topic?: string;
};
type SubscriptionJson = Omit<StoredSubscription, 'target' | 'state' | 'position'> & {
  target: TargetJson;
  isPaused: boolean;
  pauseReason?: string;
  failingSince?: number;
  deliveredTime?: number;
};
type DetailsJson = SubscriptionJson & {deliveries: readonly SubscriptionDelivery[]};

const wrong = [
  'NOT_ALLOWED',
  'INVALID_PARAMETERS',
  'UNKNOWN_TYPENAME',
  'UNKNOWN_CLASSIFICATION',
] as const;

/** GET /subscriptions */
export const listSubscriptions = query('GET /v2/subscriptions', {
  summary: 'Subscriptions to changes',
  description: 'For administrators. An addition to the Atlas API.',
  answer: shapes.subscriptions,
  errors: ['NOT_ALLOWED'],
  may: need,
  logAs: 'Subscriptions.list',
  run: async (graph, _input, c): Promise<{subscriptions: SubscriptionJson[]}> => {
    administratorsOnly(c);
    return {subscriptions: (await changeSubscriptions(graph)).map(jsonOf)};
  },
});

/** GET /subscriptions/{uuid} @throws NOT_FOUND */
export const readSubscription = query('GET /v2/subscriptions/{uuid}', {
  summary: 'A subscription with its last deliveries',
  description: 'For administrators. Secrets are not in the answer.',
  answer: shapes.subscriptionDetails,
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: need,
  logAs: 'Subscriptions.get',
  run: async (graph, {uuid}, c): Promise<DetailsJson> => {
    administratorsOnly(c);
    return detailsOf(await there(changeSubscriptionOf(graph, uuid), uuid));
  },
});

/** POST /subscriptions */
export const createSubscription = change('POST /v2/subscriptions', {
  summary: 'Create a subscription',
  description:
    'For administrators. It delivers the changes from then on that its filter selects, of all entities.',
  body: body(shapes.subscriptionInput, given => given),
  answer: shapes.subscriptionDetails,
  errors: [...wrong, 'CONFLICT'],
  may: need,
  logAs: 'Subscriptions.create',
  read: ({body: given}, c) => subscriptionIn(given, undefined, c.settings.subscriptions),
  run: async (tx, {isPaused, ...given}, c): Promise<DetailsJson> => {
    administratorsOnly(c);
    if (c.settings.notificationScope === 'nothing')
      throw new AppError('CONFLICT', ['No changes are kept (--change-feed)']);
    if ((await changeSubscriptions(tx)).length >= maxSubscriptions)
      throw new AppError('CONFLICT', [
        `There are ${maxSubscriptions} subscriptions, which is the limit`,
      ]);
    checkFilter(tx.types, feedFilter(given.filter), c);
    const now = Date.now();
    const {userName} = c.actor;
    const made: StoredSubscription = {
      uuid: randomUUID(),
      ...given,
      createdBy: userName,
      createdTime: now,
      updatedBy: userName,
      updatedTime: now,
      state: {...fresh, isPaused},
      position: positionText(await lastPosition(tx)),
    };
    await saveChangeSubscription(tx, made);
    return detailsOf(made);
  },
});

/** PUT /subscriptions/{uuid} @throws NOT_FOUND */
export const updateSubscription = change('PUT /v2/subscriptions/{uuid}', {
  summary: 'Change, pause or resume a subscription',
  description:
    'For administrators. What is left out is kept. One that is resumed continues where it was paused, as far as the changes since then are kept.',
  body: body(shapes.subscriptionInput, given => given),
  answer: shapes.subscriptionDetails,
  errors: [...wrong, 'NOT_FOUND'],
  may: need,
  logAs: 'Subscriptions.update',
  run: async (tx, {uuid, body: given}, c): Promise<DetailsJson> => {
    administratorsOnly(c);
    const before = await there(changeSubscriptionOf(tx, uuid, 'keep'), uuid);
    const {isPaused, ...rest} = subscriptionIn(given, before, c.settings.subscriptions);
    // What a filter that is kept names may be gone since.
    if (rest.filter !== before.filter) checkFilter(tx.types, feedFilter(rest.filter), c);
    const after: StoredSubscription = {
      ...before,
      ...rest,
      updatedBy: c.actor.userName,
      updatedTime: Date.now(),
      state: stateAfter(before.state, isPaused),
    };
    await saveChangeSubscription(tx, after);
    return detailsOf(after);
  },
});

/** DELETE /subscriptions/{uuid} @throws NOT_FOUND */
export const deleteSubscription = change('DELETE /v2/subscriptions/{uuid}', {
  summary: 'Delete a subscription',
  description: 'For administrators. What it has not delivered is not delivered any more.',
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: need,
  logAs: 'Subscriptions.delete',
  run: async (tx, {uuid}, c): Promise<void> => {
    administratorsOnly(c);
    await there(changeSubscriptionOf(tx, uuid, 'keep'), uuid);
    await removeChangeSubscription(tx, uuid);
  },
});

/** What a message is sent with, secrets included; nobody but the process itself gets it. */
export const subscriptionToTest = query({
  may: need,
  logAs: 'Subscriptions.test',
  run: async (graph, {uuid}: {uuid: string}, c): Promise<StoredSubscription> => {
    administratorsOnly(c);
    return await there(changeSubscriptionOf(graph, uuid), uuid);
  },
});

const fresh: SubscriptionState = {
  isPaused: false,
  pauseReason: '',
  failingSince: 0,
  deliveredTime: 0,
  deliveries: [],
};

/** One that is resumed has its whole time again before it is paused by itself. */
function stateAfter(before: SubscriptionState, isPaused: boolean): SubscriptionState {
  if (before.isPaused === isPaused) return before;
  return {...before, isPaused, pauseReason: '', failingSince: 0};
}

/**
 * A subscription tells of all entities, to whoever reads its destination: beside the privilege,
 * which everybody has without a policy, it is for administrators.
 * @throws NOT_ALLOWED
 */
function administratorsOnly({actor}: Context): void {
  if (!hasAdministrators(actor.groups))
    throw new AppError('NOT_ALLOWED', ['Only administrators manage subscriptions']);
}

async function there(
  found: Promise<StoredSubscription | undefined>,
  uuid: string,
): Promise<StoredSubscription> {
  const known = await found;
  if (known === undefined) throw new AppError('NOT_FOUND', [`There is no subscription ${uuid}`]);
  return known;
}

function detailsOf(one: StoredSubscription): DetailsJson {
  return {...jsonOf(one), deliveries: one.state.deliveries};
}

function jsonOf({
  target,
  state,
  position: _position,
  ...rest
}: StoredSubscription): SubscriptionJson {
  const {isPaused, pauseReason, failingSince, deliveredTime} = state;
  return {
    ...rest,
    target: targetJson(target),
    isPaused,
    ...(pauseReason === '' ? {} : {pauseReason}),
    ...(failingSince === 0 ? {} : {failingSince}),
    ...(deliveredTime === 0 ? {} : {deliveredTime}),
  };
}

/** Whoever has the whole address of a chat can write there. */
function targetJson(target: SubscriptionTarget): TargetJson {
  if (!('url' in target)) return target;
  const {kind} = target;
  const {protocol, host, pathname, search} = new URL(target.url);
  const url = `${protocol}//${host}/${pathname === '/' && search === '' ? '' : '…'}`;
  return {kind, url, ...(kind === 'WEBHOOK' ? {hasSecret: target.secret !== ''} : {})};
}

import {
  changeSubscriptionOf,
  changeSubscriptions,
  keepSubscriptionState,
  lastPosition,
  moveSubscription,
  awaitsNumbers,
  readPosition,
  subscriptionLease,
  takeLease,
  type GraphTx,
  type StoredSubscription,
  type SubscriptionDelivery,
  type SubscriptionState,
} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change, query} from '../operation.ts';

const maxDeliveries = 50;
const maxErrorLength = 500;

type Holder = {readonly uuid: string; readonly holder: string};

/** What is to be delivered to. */
export const activeSubscriptions = query({
  may: internal,
  on: 'main',
  logAs: 'Subscriptions.active',
  run: async (graph): Promise<StoredSubscription[]> =>
    (await changeSubscriptions(graph)).filter(one => !one.state.isPaused),
});

/** Whether there is something to read, and time enough has passed since the last delivery. */
export const isSubscriptionDue = query({
  may: internal,
  on: 'main',
  logAs: 'Subscriptions.look',
  run: async (graph, {uuid}: {uuid: string}): Promise<boolean> => {
    const one = await changeSubscriptionOf(graph, uuid);
    if (one === undefined || one.state.isPaused) return false;
    if (Date.now() < one.state.deliveredTime + one.every * 1000) return false;
    const position = readPosition(one.position);
    return (
      position === undefined ||
      position.row < (await lastPosition(graph)).row ||
      (await awaitsNumbers(graph))
    );
  },
});

/** The position, for the one process that delivers for it. */
export const claimSubscription = change({
  may: internal,
  isQuiet: true,
  logAs: 'Subscriptions.take',
  run: async (tx, mine: Holder): Promise<string | undefined> => (await held(tx, mine))?.position,
});

/** Keeps how far it has got. @returns whether this process is still the one that delivers */
export const moveOnSubscription = change({
  may: internal,
  isQuiet: true,
  logAs: 'Subscriptions.keep',
  run: async (
    tx,
    {position, changes, ...mine}: Holder & {position: string; changes: number},
  ): Promise<boolean> => {
    const one = await held(tx, mine);
    if (one === undefined) return false;
    await moveSubscription(tx, mine.uuid, position);
    if (changes === 0) return true;
    const time = Date.now();
    const {state} = one;
    await keepSubscriptionState(tx, mine.uuid, {
      ...state,
      failingSince: 0,
      deliveredTime: time,
      deliveries: noted(state, {time, changes, attempts: 1, error: ''}),
    });
    return true;
  },
});

/** Keeps that an attempt has failed. @returns whether it was paused for that */
export const failSubscription = change({
  may: internal,
  isQuiet: true,
  logAs: 'Subscriptions.fail',
  run: async (
    tx,
    {error, changes, ...mine}: Holder & {error: string; changes: number},
    c,
  ): Promise<boolean> => {
    const one = await held(tx, mine);
    if (one === undefined) return false;
    const time = Date.now();
    const {state} = one;
    const failingSince = state.failingSince === 0 ? time : state.failingSince;
    const isPaused = time - failingSince >= c.settings.subscriptions.pauseAfterMs;
    const attempt = {time, changes, attempts: 1, error: error.slice(0, maxErrorLength)};
    await keepSubscriptionState(tx, mine.uuid, {
      ...state,
      failingSince,
      isPaused,
      pauseReason: isPaused ? attempt.error : '',
      deliveries: noted(state, attempt),
    });
    return isPaused;
  },
});

/** Undefined for one that is gone or paused, or that another process delivers for. */
async function held(tx: GraphTx, {uuid, holder}: Holder): Promise<StoredSubscription | undefined> {
  const one = await changeSubscriptionOf(tx, uuid, 'keep');
  if (one === undefined || one.state.isPaused) return undefined;
  return (await takeLease(tx, subscriptionLease(uuid), holder)) ? one : undefined;
}

/** What fails again and again is one line, however often. */
function noted(
  {failingSince, deliveries}: SubscriptionState,
  last: SubscriptionDelivery,
): SubscriptionDelivery[] {
  const [before, ...older] = deliveries;
  if (failingSince === 0 || before === undefined || before.error === '')
    return [last, ...deliveries].slice(0, maxDeliveries);
  const attempts = before.attempts + 1;
  if (last.error !== '') return [{...last, attempts}, ...older];
  return [last, ...deliveries].slice(0, maxDeliveries);
}

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
/** What fails is tried again after so long at the latest, however rarely it delivers. */
const longestPauseMs = 300_000;

type Holder = {readonly uuid: string; readonly holder: string};
type Reached = NonNullable<SubscriptionState['reached']>;

/** What is to be delivered to. */
export const activeSubscriptions = query({
  may: internal,
  on: 'main',
  logAs: 'Subscriptions.active',
  run: async (graph): Promise<StoredSubscription[]> =>
    (await changeSubscriptions(graph)).filter(one => !one.state.isPaused),
});

/** Whether there is something to read, and time enough has passed since the last attempt. */
export const isSubscriptionDue = query({
  may: internal,
  on: 'main',
  logAs: 'Subscriptions.look',
  run: async (graph, {uuid}: {uuid: string}): Promise<boolean> => {
    const one = await changeSubscriptionOf(graph, uuid);
    if (one === undefined || one.state.isPaused) return false;
    if (Date.now() < dueTime(one)) return false;
    const position = readPosition(one.position);
    return (
      position === undefined ||
      position.row < (await lastPosition(graph)).row ||
      (await awaitsNumbers(graph))
    );
  },
});

function dueTime({every, state}: StoredSubscription): number {
  const [last] = state.deliveries;
  return state.failingSince === 0 || last === undefined
    ? state.deliveredTime + every * 1000
    : last.time + Math.min(every * 1000, longestPauseMs);
}

/** The position, and who is beyond it, for the one process that delivers for it. */
export const claimSubscription = change({
  may: internal,
  isQuiet: true,
  logAs: 'Subscriptions.take',
  run: async (tx, mine: Holder): Promise<{position: string; reached: Reached} | undefined> => {
    const one = await held(tx, mine);
    return one && {position: one.position, reached: one.state.reached ?? {}};
  },
});

/**
 * Keeps how far it has got.
 * @param error what of it has not arrived and is not tried again @returns whether this process is still the one that delivers */
export const moveOnSubscription = change({
  may: internal,
  isQuiet: true,
  logAs: 'Subscriptions.keep',
  run: async (
    tx,
    {
      position,
      changes,
      error,
      ...mine
    }: Holder & {position: string; changes: number; error: string},
  ): Promise<boolean> => {
    const one = await held(tx, mine);
    if (one === undefined) return false;
    await moveSubscription(tx, mine.uuid, position);
    const {reached: _reached, ...state} = one.state;
    if (changes > 0) {
      const time = Date.now();
      const last = {time, changes, attempts: 1, error: error.slice(0, maxErrorLength)};
      const deliveries = noted(state, last);
      const after = {...state, failingSince: 0, deliveredTime: time, deliveries};
      await keepSubscriptionState(tx, mine.uuid, after);
    } else if (state.failingSince !== 0) {
      // What failed is not wanted any more.
      await keepSubscriptionState(tx, mine.uuid, {...state, failingSince: 0});
    }
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
    {error, changes, reached, ...mine}: Holder & {error: string; changes: number; reached: Reached},
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
      reached,
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

import type {MessageTemplate, SubscriptionFilter} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {changeSubscription} from '../schema/schema.ts';

/** Where a subscription delivers to. An address of a chat is as secret as a password. */
export type SubscriptionTarget =
  | {readonly kind: 'WEBHOOK'; readonly url: string; readonly secret: string}
  | {readonly kind: 'SLACK' | 'TEAMS'; readonly url: string}
  | {readonly kind: 'MAIL'; readonly addresses: readonly string[]}
  | {readonly kind: 'KAFKA'; readonly topic: string};

/** What somebody has asked for. Times are epoch ms. */
export type ChangeSubscription = {
  readonly uuid: string;
  readonly name: string;
  readonly target: SubscriptionTarget;
  readonly filter: SubscriptionFilter;
  /** Of messages to people; absent: the usual words. */
  readonly template?: MessageTemplate | undefined;
  /** Seconds between two deliveries at least. */
  readonly every: number;
  readonly createdBy: string;
  readonly createdTime: number;
  readonly updatedBy: string;
  readonly updatedTime: number;
};

/** One delivery, or the same one that failed several times. */
export type SubscriptionDelivery = {
  readonly time: number;
  readonly changes: number;
  readonly attempts: number;
  /** Empty for one that has arrived. */
  readonly error: string;
};

export type SubscriptionState = {
  readonly isPaused: boolean;
  /** Why it was paused by itself; empty where somebody did it. */
  readonly pauseReason: string;
  /** Since when every attempt has failed; 0 when the last one has not. */
  readonly failingSince: number;
  /** When something was delivered last; 0 before the first. */
  readonly deliveredTime: number;
  /** By mail address, the last change it has got, while others wait for theirs. */
  readonly reached?: Readonly<Record<string, string>>;
  /** The newest first. */
  readonly deliveries: readonly SubscriptionDelivery[];
};

export type StoredSubscription = ChangeSubscription & {
  readonly state: SubscriptionState;
  /** Of the outbox, as text. */
  readonly position: string;
};

type Row = {uuid: string; content: string; state: string; position: string};

/** The name of the lease of whoever delivers for it. */
export const subscriptionLease = (uuid: string): string => `outbox.subscription-${uuid}`;

/** The oldest first. */
export async function changeSubscriptions({[inner]: db}: GraphRead): Promise<StoredSubscription[]> {
  const rows = await db.session.all<Row>('SELECT * FROM change_subscription');
  return rows.map(subscriptionIn).toSorted((a, b) => a.createdTime - b.createdTime);
}

/** @param hold `keep`: nobody else changes it before the transaction ends */
export async function changeSubscriptionOf(
  {[inner]: db}: GraphRead,
  uuid: string,
  hold: 'look' | 'keep' = 'look',
): Promise<StoredSubscription | undefined> {
  const lock = hold === 'keep' ? db.session.dialect.forUpdate : '';
  const rows = await db.session.all<Row>(
    `SELECT * FROM change_subscription WHERE uuid = ?${lock}`,
    [uuid],
  );
  return rows.map(subscriptionIn)[0];
}

export async function saveChangeSubscription(
  {[inner]: db}: GraphTx,
  {uuid, state, position, ...content}: StoredSubscription,
): Promise<void> {
  await db.session.insert(
    changeSubscription,
    [[uuid, JSON.stringify(content), JSON.stringify(state), position]],
    {key: ['uuid'], set: ['content', 'state', 'position']},
  );
}

/** Keeps how far it has been delivered. */
export async function moveSubscription(
  {[inner]: db}: GraphTx,
  uuid: string,
  position: string,
): Promise<void> {
  await db.session.run('UPDATE change_subscription SET position = ? WHERE uuid = ?', [
    position,
    uuid,
  ]);
}

/** Keeps what came of deliveries. */
export async function keepSubscriptionState(
  {[inner]: db}: GraphTx,
  uuid: string,
  state: SubscriptionState,
): Promise<void> {
  await db.session.run('UPDATE change_subscription SET state = ? WHERE uuid = ?', [
    JSON.stringify(state),
    uuid,
  ]);
}

export async function removeChangeSubscription(
  {[inner]: db}: GraphTx,
  uuid: string,
): Promise<void> {
  await db.session.run('DELETE FROM change_subscription WHERE uuid = ?', [uuid]);
  await db.session.run('DELETE FROM setting WHERE name = ?', [`lease.${subscriptionLease(uuid)}`]);
}

function subscriptionIn({uuid, content, state, position}: Row): StoredSubscription {
  return {
    uuid,
    ...(JSON.parse(content) as Omit<ChangeSubscription, 'uuid'>),
    state: JSON.parse(state) as SubscriptionState,
    position,
  };
}

import {randomUUID} from 'node:crypto';
import {feedFilter, isForBreaking} from '@gazetteer/model';
import type {ChangeSubscription} from '@gazetteer/store';
import {type CatalogHost, catalogItself} from '../caller.ts';
import type {Log} from '../catalog.ts';
import type {ChangeFeed} from '../notification/change-feed.ts';
import {askedIn, batchSize} from '../notification/configured-destination.ts';
import {OutboxDelivery, type ChangeDestination} from '../notification/outbox-delivery.ts';
import {readChanges, type Change, type Changes} from '../notification/read-changes.ts';
import {subscriptionOperations as operations} from './operations.ts';
import type {KnownUsers} from './digest-runner.ts';
import type {Progress} from './mail-target.ts';
import {openTarget, type Means} from './open-target.ts';

/** How often it is looked for what was changed by another node. */
const everyMs = 3000;
/** A message for people has so many changes at most, of so many pages. */
const maxGathered = 1000;
const maxPages = 50;

/** In the name of the catalog itself, since only administrators make subscriptions. */
const caller = catalogItself('subscriptions');

type Running = {readonly text: string; readonly delivery: OutboxDelivery};

/** Delivers for every subscription that is not paused, and follows what becomes of them. */
export class SubscriptionRunner {
  readonly #host: CatalogHost;
  readonly #feed: ChangeFeed;
  readonly #users: KnownUsers;
  readonly #means: Means;
  readonly #log: Log;
  /** The same for all: what is opened anew has the lease that was there before. */
  readonly #holder = randomUUID();
  readonly #running = new Map<string, Running>();
  /** Not waited for: a target may take its time. What follows one begins when it has ended. */
  readonly #ending = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #isStale = false;
  #isClosed = false;

  constructor(host: CatalogHost, feed: ChangeFeed, users: KnownUsers, means: Means, log: Log) {
    this.#host = host;
    this.#feed = feed;
    this.#users = users;
    this.#means = means;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), everyMs);
    this.#timer.unref();
    this.wake();
  }

  /** One may have been created, changed or deleted. */
  wake(): void {
    if (this.#timer === undefined || this.#isClosed) return;
    this.#isStale = true;
    this.#syncing ??= this.#follow().finally(() => (this.#syncing = undefined));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#syncing;
    for (const [uuid, {delivery}] of this.#running) this.#end(uuid, delivery);
    await Promise.all(this.#ending.values());
  }

  /**
   * Its lease is given back by closing it; then it is looked again, as the same one may be wanted
   * with other settings.
   */
  #end(uuid: string, delivery: OutboxDelivery): void {
    this.#running.delete(uuid);
    const ending = delivery
      .close()
      .catch((error: unknown) =>
        this.#log.error({error, subscription: uuid}, 'a subscription was not closed'),
      )
      .finally(() => {
        this.#ending.delete(uuid);
        this.wake();
      });
    this.#ending.set(uuid, ending);
  }

  /** One look at a time. What is woken meanwhile is looked for when this one has ended. */
  async #follow(): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      try {
        await this.#followOnce();
      } catch (error) {
        if (!this.#isClosed) this.#log.error({error}, 'subscriptions could not be read');
      }
    }
  }

  /** What has changed in any way is ended and begins anew; its position is in the store. */
  async #followOnce(): Promise<void> {
    const active = await this.#host.call(operations.activeSubscriptions, caller, undefined);
    const wanted = new Map(
      active.map(({state: _state, position: _position, ...one}) => [one.uuid, one] as const),
    );
    const ended = [...this.#running].filter(
      ([uuid, {text}]) => JSON.stringify(wanted.get(uuid)) !== text,
    );
    for (const [uuid, {delivery}] of ended) this.#end(uuid, delivery);
    for (const [uuid, one] of wanted) {
      if (this.#running.has(uuid) || this.#ending.has(uuid) || this.#isClosed) continue;
      const destination = this.#destinationOf(one);
      const delivery = new OutboxDelivery(destination, this.#feed, this.#log);
      await delivery.start();
      this.#running.set(uuid, {text: JSON.stringify(one), delivery});
    }
  }

  /**
   * What depends on what is nobody's to know who may not read both: they are read as the user who
   * subscribed. @throws Error when there is none any more, which the subscription shows
   */
  async #readBreaking(
    {uuid, createdBy: userName, filter}: ChangeSubscription,
    after: string | undefined,
  ): Promise<Changes> {
    if (!(await this.#users.isThere(userName))) {
      const error = `There is no user ${userName} any more, with whose permissions breaking changes are read`;
      const failure = {uuid, holder: this.#holder, changes: 0, reached: {}, error};
      await this.#host.call(operations.failSubscription, caller, failure);
      throw new Error(error);
    }
    const actor = {userName, groups: await this.#users.groupsOf(userName)};
    const reader = {actor, requestId: caller.requestId};
    const asked = {after, limit: batchSize, filter};
    return await this.#host.call(operations.readBreakingChanges, reader, asked);
  }

  /**
   * The target as a destination of the outbox. How far it is, and whether it fails, stands with the
   * subscription, so that another node can go on.
   */
  #destinationOf(one: ChangeSubscription): ChangeDestination {
    const {uuid, name, filter, every} = one;
    const target = openTarget(one, this.#means);
    const mine = {uuid, holder: this.#holder};
    let known: Progress['reached'] = {};
    let progress: Progress = {reached: known, problem: ''};
    const read = async (after: string | undefined): Promise<Changes> =>
      isForBreaking(filter)
        ? await this.#readBreaking(one, after)
        : await this.#host.call(readChanges, caller, {
            after,
            limit: batchSize,
            filter: feedFilter(filter),
            isStored: true,
            ...askedIn(target.wording),
          });
    return {
      name: `subscription-${uuid}`,
      isDue: () => this.#host.call(operations.isSubscriptionDue, caller, {uuid}),
      claim: async () => {
        const claimed = await this.#host.call(operations.claimSubscription, caller, mine);
        known = claimed?.reached ?? known;
        return claimed?.position;
      },
      read: after => (target.isForPeople ? gathered(read, after) : read(after)),
      publish: async changes => {
        // A mail may have reached some of its addresses before: those do not get it again.
        progress = {reached: known, problem: ''};
        await target.publish(changes, progress);
      },
      save: async (position, {length: changes}) => {
        const moved = {...mine, position, changes, error: progress.problem};
        const isStillMine = await this.#host.call(operations.moveOnSubscription, caller, moved);
        return isStillMine && (changes === 0 || every === 0);
      },
      failed: async (error, changes) => {
        const {reached} = progress;
        const failure = {...mine, changes, reached, error: (error as Error).message};
        if (await this.#host.call(operations.failSubscription, caller, failure)) {
          this.#log.error(
            {subscription: uuid, name},
            'a subscription that failed for long is paused',
          );
          this.wake();
        }
      },
      close: () => target.close(),
    };
  }
}

/** What is to be said at once, of several pages. */
async function gathered(
  read: (after: string | undefined) => Promise<Changes>,
  after: string | undefined,
): Promise<Changes> {
  const changes: Change[] = [];
  let at = after;
  for (let page = 0; page < maxPages && changes.length < maxGathered; page++) {
    const {changes: some, next} = await read(at);
    changes.push(...some);
    if (next === at) break;
    at = next;
  }
  return {changes, next: at ?? ''};
}

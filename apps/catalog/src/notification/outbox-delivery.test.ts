import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {leaseMs} from '@gazetteer/store';
import {hostOver} from '../../test/host-over.ts';
import {ChangeFeed} from './change-feed.ts';
import {OutboxDelivery, type ChangeDestination} from './outbox-delivery.ts';
import type {Change, Changes} from './read-changes.ts';

const change: Change = {id: '1.0', operationType: 'ENTITY_CREATE', eventTime: 0, user: 'ann'};
const log = {info: () => undefined, warn: () => undefined, error: () => undefined};

/** Delivers to a destination that has one change, and notes what is asked of it. */
async function deliver(t: TestContext, own: Partial<ChangeDestination>) {
  const done: string[] = [];
  const destination: ChangeDestination = {
    name: 'x',
    isDue: async () => true,
    claim: async () => '1.0',
    read: async () => ({changes: [change], next: '2.0'}),
    publish: async () => void done.push('published'),
    save: async () => {
      done.push('saved');
      return false;
    },
    failed: async (_error, changes) => void done.push(`failed with ${changes}`),
    close: async () => undefined,
    ...own,
  };
  const feed = new ChangeFeed(
    hostOver(async () => '"1.0"'),
    log,
  );
  const delivery = new OutboxDelivery(destination, feed, log);
  t.after(async () => {
    await delivery.close();
    await feed.close();
  });
  await delivery.start();
  return {done, delivery};
}

test('what fails before anything is published is not told as a failure of the destination', async t => {
  let reads = 0;
  let publications = 0;
  const {done} = await deliver(t, {
    read: async (): Promise<Changes> => {
      if (++reads !== 2) throw new Error('the database is away');
      return {changes: [change], next: '2.0'};
    },
    publish: async () => {
      publications++;
      throw new Error('503');
    },
  });
  await soon(() => assert.ok(reads > 2));
  assert.equal(publications, 1);
  assert.deepEqual(done, ['failed with 1']);
});

test('what took long to read is not published by who has lost the right to deliver', async t => {
  t.mock.timers.enable({apis: ['setInterval']});
  let holder = 'this';
  let reads = 0;
  const {done} = await deliver(t, {
    claim: async () => (holder === 'this' ? '1.0' : undefined),
    read: async () => {
      // Another node takes over in the first one, and gives it back.
      if (++reads === 1) {
        holder = 'other';
        t.mock.timers.tick(leaseMs);
      }
      return {changes: [{...change, id: `${reads}.0`}], next: '2.0'};
    },
    publish: async changes => void done.push(`published ${changes[0]?.id}`),
    isDue: async () => {
      if (reads === 1) {
        done.push('gave up');
        holder = 'this';
      }
      return done.length < 2;
    },
  });
  await soon(() => assert.ok(done.includes('saved')));
  assert.deepEqual(done, ['gave up', 'published 2.0', 'saved']);
});

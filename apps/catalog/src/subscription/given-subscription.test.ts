import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {StoredSubscription} from '@gazetteer/store';
import {subscriptionIn} from './given-subscription.ts';

test('one whose mail server is gone is paused and renamed, and not resumed', () => {
  const settings = {
    hasMail: false,
    mailDomains: [],
    hasKafka: false,
    takenTopics: [],
    pauseAfterMs: 1000,
  };
  const before = (isPaused: boolean): StoredSubscription => ({
    uuid: 'u',
    name: 'By mail',
    target: {kind: 'MAIL', addresses: ['ann@example.com']},
    filter: {},
    every: 300,
    createdBy: 'ann',
    createdTime: 1,
    updatedBy: 'ann',
    updatedTime: 1,
    state: {isPaused, pauseReason: '', failingSince: 0, deliveredTime: 0, deliveries: []},
    position: '1.0',
  });
  assert.equal(subscriptionIn({isPaused: true}, before(false), settings).isPaused, true);
  assert.equal(subscriptionIn({name: 'Renamed'}, before(true), settings).name, 'Renamed');
  for (const [given, known] of [
    [{isPaused: false}, before(true)],
    [{target: {addresses: ['bob@example.com']}}, before(true)],
  ] as const)
    assert.throws(() => subscriptionIn(given, known, settings), /no mail server/);
});

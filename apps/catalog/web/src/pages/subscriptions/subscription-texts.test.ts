import assert from 'node:assert/strict';
import {test} from 'node:test';
import {filterText, statusOf, targetText} from './subscription-texts.ts';

const subscription = {
  uuid: 'u',
  name: 'n',
  target: {kind: 'MAIL', addresses: ['ann@example.com', 'bob@example.com']},
  filter: {},
  every: 0,
  isPaused: false,
  createdBy: 'ann',
  createdTime: 0,
  updatedBy: 'ann',
  updatedTime: 0,
} as const;

test('a filter is told in a few words', () => {
  const name = (guid: string) => guid.toUpperCase();
  assert.equal(filterText({}, name), 'All changes');
  assert.equal(filterText({propagated: true}, name), 'All changes');
  assert.equal(
    filterText(
      {
        types: ['hive_table', 'hive_db'],
        classifications: ['PII'],
        propagated: false,
        domains: ['sales', 'it'],
        operations: ['ENTITY_DELETE'],
      },
      name,
    ),
    'hive_table, hive_db · with PII, not propagated · in SALES or IT · Entity deleted',
  );
  const breaking = {operations: ['BREAKING_CHANGE' as const]};
  assert.equal(filterText(breaking, name), 'Breaking change');
  assert.equal(
    filterText({...breaking, affects: {owners: ['ann', 'bob'], domains: ['it']}}, name),
    'Breaking change · affecting assets of ann or bob or assets in IT',
  );
  assert.equal(
    filterText({...breaking, affects: {assets: ['g']}}, name),
    'Breaking change · affecting one asset',
  );
});

test('a target and its state are told', () => {
  const target = {...subscription.target, addresses: [...subscription.target.addresses]};
  assert.equal(targetText(target), 'ann@example.com, bob@example.com');
  assert.equal(targetText({kind: 'SLACK', url: 'https://a/…'}), 'https://a/…');
  const one = {...subscription, target};
  assert.equal(statusOf(one).text, 'Active');
  assert.equal(statusOf({...one, failingSince: 1}).text, 'Failing');
  assert.equal(statusOf({...one, isPaused: true}).text, 'Paused');
  assert.equal(statusOf({...one, isPaused: true, pauseReason: 'x'}).text, 'Paused after failures');
});

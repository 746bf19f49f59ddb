import assert from 'node:assert/strict';
import {test} from 'node:test';
import {usageText} from './usage-text.ts';

const none = {queries: 0, writes: 0, people: 0, jobRuns: 0};

test('the use of an asset is one sentence', () => {
  assert.deepEqual(
    [
      {...none, queries: 1204, people: 17},
      {...none, queries: 1, writes: 2, people: 1},
      {...none, jobRuns: 3},
      {...none, writes: 1, people: 1, jobRuns: 1},
      none,
    ].map(usageText),
    [
      'Queried 1,204 times by 17 users in 90 days',
      'Queried once and written 2 times by 1 user in 90 days',
      'Read by jobs 3 times in 90 days',
      'Written once by 1 user, read by jobs once in 90 days',
      'Not queried in 90 days',
    ],
  );
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ago, localTime} from './time-text.ts';

const now = Date.UTC(2026, 10, 21, 12);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test('a time is told in the largest unit that fits, and never rounded up to one that has not passed', () => {
  for (const [ms, text] of [
    [0, 'now'],
    [-59_000, '59 seconds ago'],
    [-minute, '1 minute ago'],
    [-119 * minute, '1 hour ago'],
    [-23 * hour, '23 hours ago'],
    [-day, 'yesterday'],
    [-45 * day, 'last month'],
    [-800 * day, '2 years ago'],
    [3 * day, 'in 3 days'],
  ] as const) {
    assert.equal(ago(now + ms, now, 'en'), text);
  }
});

test('a field for a time gets the clock on the wall, which reads back as the same time', () => {
  for (const ms of [0, now, Date.UTC(2026, 6, 1, 23, 59, 59)]) {
    assert.equal(new Date(localTime(ms)).getTime(), ms);
  }
});

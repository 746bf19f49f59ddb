import assert from 'node:assert/strict';
import {test} from 'node:test';
import {HookStatistics} from './hook-statistics.ts';

const at = (text: string) => Date.parse(`2026-01-${text}Z`);

test('messages are counted in the hour and the day of their end, and altogether', () => {
  const statistics = new HookStatistics();
  statistics.add({done: 9, creates: 90, ms: 9}, at('01T10:00:00'));
  statistics.add({done: 2, creates: 3, updates: 1, deletes: 1, ms: 10}, at('02T09:59:59'));
  statistics.add({failed: 1, ms: 2}, at('03T09:10:00'));
  statistics.add({done: 1, creates: 1, ms: 6}, at('03T10:30:00'));
  const stats = statistics.stats(at('03T10:59:59'));
  const told = (span: string, of = 'Entity') =>
    ['', 'AvgTime', `${of}Creates`, `${of}Updates`, `${of}Deletes`, 'Failed'].map(
      name => stats[`Notification:${span}${name}`],
    );
  assert.deepEqual(told('currentHour'), [1, 6, 1, 0, 0, 0]);
  assert.deepEqual(told('previousHour'), [1, 2, 0, 0, 0, 1]);
  assert.deepEqual(told('currentDay'), [2, 4, 1, 0, 0, 1]);
  assert.deepEqual(told('previousDay'), [2, 5, 3, 1, 1, 0]);
  assert.deepEqual(told('total', ''), [13, 2, 94, 1, 1, 1]);
  assert.equal(stats['Notification:lastMessageProcessedTime'], at('03T10:30:00'));
  assert.equal(stats['Notification:currentHourStartTime'], at('03T10:00:00'));
  assert.equal(stats['Notification:currentDayStartTime'], at('03T00:00:00'));
});

test('nothing is zero', () => {
  const stats = new HookStatistics().stats(at('01T00:00:00'));
  assert.equal(stats['Notification:total'], 0);
  assert.equal(stats['Notification:currentDayAvgTime'], 0);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {checkPeriods} from './time-boundary.ts';

test('validity periods are times in a time zone, and end after their start', () => {
  checkPeriods([
    {startTime: '2026/01/31 00:00:00', endTime: '2026/02/28 23:59:59', timeZone: 'UTC'},
    {startTime: '2026/1/3 0:00:00', timeZone: 'Asia/Kolkata'},
    {endTime: '2024/02/29 12:00:00', timeZone: 'GMT+05:30'},
    {startTime: '', timeZone: 'IST'},
    {},
  ]);
  const refused: [object, RegExp][] = [
    [{timeZone: 'Mars/Olympus'}, /timezone Mars\/Olympus/],
    [{startTime: '2026-01-01 00:00:00'}, /startTime 2026-01-01/],
    [{startTime: '2026/02/30 00:00:00'}, /startTime 2026\/02\/30/],
    [{startTime: '2026/01/01 24:00:00'}, /startTime/],
    [{endTime: 'soon'}, /endTime soon/],
    [
      {startTime: '2026/01/02 00:00:00', endTime: '2026/01/02 00:00:00'},
      /startTime .* must be before endTime/,
    ],
    [{startTime: '2026/01/03 00:00:00', endTime: '2026/01/02 00:00:00'}, /must be before/],
  ];
  for (const [period, message] of refused) assert.throws(() => checkPeriods([{}, period]), message);
});

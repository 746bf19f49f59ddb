import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isTimeZone, zoned} from './time-zone.ts';

test('what a clock showed is a moment, in summer and in winter', () => {
  for (const [zone, shown, moment] of [
    ['UTC', '2023-01-05T23:08:20Z', '2023-01-05T23:08:20Z'],
    ['America/Los_Angeles', '2023-01-05T23:08:20Z', '2023-01-06T07:08:20Z'],
    ['America/Los_Angeles', '2023-07-05T23:08:20Z', '2023-07-06T06:08:20Z'],
    ['Europe/Berlin', '2023-03-26T01:59:59Z', '2023-03-26T00:59:59Z'],
    ['Europe/Berlin', '2023-03-26T03:00:00Z', '2023-03-26T01:00:00Z'],
    ['Asia/Kolkata', '2023-01-01T00:00:00Z', '2022-12-31T18:30:00Z'],
  ] as const)
    assert.equal(zoned(Date.parse(shown), zone), Date.parse(moment), `${shown} of ${zone}`);
});

test('names of zones are told from others', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Moon', ''].map(isTimeZone), [
    true,
    true,
    false,
    false,
  ]);
});

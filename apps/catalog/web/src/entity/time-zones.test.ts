import assert from 'node:assert/strict';
import {test} from 'node:test';
import {timeZones} from './time-zones.ts';

test('without the list of the server the time zone of the browser and those of periods are there', () => {
  const periods = [{timeZone: 'Asia/Tokyo'}, {}, {timeZone: 'Europe/Berlin'}];
  assert.deepEqual(timeZones(undefined, 'Europe/Berlin', periods), [
    'UTC',
    'Europe/Berlin',
    'Asia/Tokyo',
  ]);
  assert.deepEqual(timeZones(['UTC', 'GMT'], 'Europe/Berlin', periods), ['UTC', 'GMT']);
});

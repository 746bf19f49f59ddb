import assert from 'node:assert/strict';
import {test} from 'node:test';
import {draftOf, fieldsOf} from './check-draft.ts';
import type {TableCheck} from './check-queries.ts';

const place = {engine: 'duckdb', database: 'main', table: 'orders'};

test('a check that is edited keeps what the dialog does not show', () => {
  const fresh = fieldsOf(place, draftOf(place, undefined));
  const {name, cron, timeZone, rules, retries, retryPauseSeconds, keep, ...expected} = fresh;
  const kept = {
    retries: retries + 1,
    retryPauseSeconds: retryPauseSeconds + 1,
    keep: keep + 1,
  };
  const schedule = {...kept, name, cron, timeZone, rules, check: expected};
  const check = {schedule} as unknown as TableCheck;
  assert.deepEqual(fieldsOf(place, draftOf(place, check)), {...fresh, ...kept});
});

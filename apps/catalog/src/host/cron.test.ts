import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Cron} from './cron.ts';

const next = (expression: string, after: string) => {
  const at = new Cron(expression).next(new Date(after));
  return at && new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
};

test('the next time of an expression', () => {
  assert.equal(next('0 0 0/1 * * *', '2026-11-21T10:59:59'), '2026-11-21T11:00:00');
  assert.equal(next('0 0 0/1 * * *', '2026-11-21T11:00:00'), '2026-11-21T12:00:00');
  assert.equal(next('0 0 0/1 * * ?', '2026-12-31T23:00:01'), '2027-01-01T00:00:00');
  assert.equal(next('*/15 * * * * *', '2026-11-21T11:00:14.999'), '2026-11-21T11:00:15');
  assert.equal(next('0 30 2 * * MON-FRI', '2026-11-21T00:00:00'), '2026-11-23T02:30:00', 'a Saturday');
  assert.equal(next('0 0 0 29 2 *', '2026-01-01T00:00:00'), '2028-02-29T00:00:00');
  assert.equal(next('30 4 * * *', '2026-11-21T05:00:00'), '2026-11-22T04:30:00', 'five fields');
  assert.equal(next('0 0 12 1,15 * 0', '2026-11-10T13:00:00'), '2026-11-15T12:00:00', 'either day is enough');
  assert.equal(next('0 0 0 * * 7', '2026-11-21T00:00:00'), '2026-11-22T00:00:00', '7 is Sunday, too');
});

test('what is no expression, and what never comes', () => {
  for (const wrong of [
    '',
    '* * *',
    '0 60 * * * *',
    '0 0 24 * * *',
    '0 0 0 0 * *',
    'a b c d e f',
    '0 5-1 * * * *',
    '0 */0 * * * *',
    '1-2-3 * * * * *',
  ]) {
    assert.throws(() => new Cron(wrong), Error, wrong);
  }
  assert.equal(next('0 0 0 31 2 *', '2026-01-01T00:00:00'), undefined);
});

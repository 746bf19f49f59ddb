import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isCron, onSchedule} from './on-schedule.ts';

const local = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

test('work is done at each time of an expression, and gets the planned one', async t => {
  for (const [expression, start, ...times] of [
    ['0 0 0/1 * * *', '2026-11-21T10:59:59', '2026-11-21T11:00:00', '2026-11-21T12:00:00'],
    ['0 0 0/1 * * ?', '2026-12-31T23:00:01', '2027-01-01T00:00:00'],
    ['*/15 * * * * *', '2026-11-21T11:00:14.999', '2026-11-21T11:00:15', '2026-11-21T11:00:30'],
    ['0 30 2 * * MON-FRI', '2026-11-21T00:00:00', '2026-11-23T02:30:00', '2026-11-24T02:30:00'],
    ['30 4 * * *', '2026-11-21T05:00:00', '2026-11-22T04:30:00'],
    ['0 0 12 1,15 * 0', '2026-11-10T13:00:00', '2026-11-15T12:00:00', '2026-11-22T12:00:00'],
    ['0 0 0 * * 7', '2026-11-21T00:00:00', '2026-11-22T00:00:00'],
    // Further away than a timer can wait.
    ['0 0 0 29 2 *', '2027-11-01T00:00:00', '2028-02-29T00:00:00'],
  ] as const) {
    await t.test(expression, ({mock}) => {
      mock.timers.enable({apis: ['setTimeout', 'Date'], now: new Date(start)});
      const done: string[] = [];
      const stop = onSchedule(expression, at => done.push(local(at)));
      for (const [n, time] of times.entries()) {
        while (Date.now() < new Date(time).getTime() - 1000) {
          mock.timers.tick(Math.min(new Date(time).getTime() - 1000 - Date.now(), 3_600_000));
        }
        assert.equal(done.length, n, `none before ${time}`);
        mock.timers.tick(2000);
        assert.equal(done.at(-1), time);
      }
      stop();
      mock.timers.tick(3_600_000);
      assert.equal(done.length, times.length, 'none when stopped');
    });
  }
});

test('what is no expression, and one that never comes', () => {
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
    assert.equal(isCron(wrong), false, wrong);
  }
  assert.equal(isCron('0 0 0 31 2 *'), true);
  onSchedule('0 0 0 31 2 *', () => assert.fail('it never comes'))();
});

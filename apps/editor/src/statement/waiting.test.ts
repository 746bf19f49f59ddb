import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Statement} from './statement.ts';
import {WaitingStatements} from './waiting.ts';

const statement = (sql: string, userName = 'ada') =>
  ({uuid: sql, sql, userName, engine: 'hive', submittedAt: 1}) as Statement;
const placesOf = (waiting: WaitingStatements, user = 'ada') =>
  waiting.ofUser(user).map(({sql, step, ahead}) => `${sql} ${step} ${ahead}`);

test('who waits for what, and behind how many', () => {
  const waiting = new WaitingStatements();
  const [slow, fast, other] = ['slow', 'fast', 'other'].map(sql => waiting.enter(statement(sql)));
  waiting.enter(statement('theirs', 'bob')).to('server', 'session of bob');
  assert.deepEqual(placesOf(waiting), ['slow session 0', 'fast session 0', 'other session 0']);
  fast?.to('turn', 'one');
  fast?.to('server', 'one');
  other?.to('turn', 'one');
  slow?.to('turn', 'one');
  assert.deepEqual(placesOf(waiting), ['fast server 0', 'other turn 1', 'slow turn 2']);
  fast?.leave();
  assert.deepEqual(placesOf(waiting), ['other turn 0', 'slow turn 1']);
  assert.deepEqual(placesOf(waiting, 'bob'), ['theirs server 0']);
});

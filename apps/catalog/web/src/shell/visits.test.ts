import assert from 'node:assert/strict';
import {test} from 'node:test';
import {lastVisit, type Visit, withVisit} from './visits.ts';

const visit = (n: number): Visit => ({
  guid: `g${n}`,
  typeName: 'hive_table',
  name: `t${n}`,
  time: n,
});

test('the newest visit comes first, each entity once, and no more than twenty are kept', () => {
  let visits: readonly Visit[] = [];
  for (let n = 0; n < 30; n++) visits = withVisit(visits, visit(n));
  assert.equal(visits.length, 20);
  assert.equal(visits[0]?.guid, 'g29');
  visits = withVisit(visits, {...visit(20), time: 99});
  assert.deepEqual([visits.length, visits[0]?.time, visits[1]?.guid], [20, 99, 'g29']);
});

test('what is opened again soon is the same visit', () => {
  const minutes = (n: number) => n * 60_000;
  const open = (visits: readonly Visit[], time: number) => withVisit(visits, {...visit(1), time});
  const first = open([], minutes(100));
  assert.equal(lastVisit([], 'g1', minutes(100)), undefined);
  assert.equal(lastVisit(first, 'g1', minutes(101)), undefined);
  assert.equal(lastVisit(first, 'g1', minutes(200)), minutes(100));
  const second = open(open(first, minutes(200)), minutes(210));
  assert.equal(lastVisit(second, 'g1', minutes(211)), minutes(100));
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {type Visit, withVisit} from './visits.ts';

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

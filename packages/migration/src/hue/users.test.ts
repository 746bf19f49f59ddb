import assert from 'node:assert/strict';
import {test} from 'node:test';
import {userLines} from './users.ts';

test('only superusers become administrators; what can not stand in the file is told', () => {
  const {lines, faults} = userLines([
    {name: 'ada', groups: ['data science', 'ADMIN', 'ROLE_ADMIN '], isAdmin: false},
    {name: 'bob', groups: ['a,ADMIN', 'x::y'], isAdmin: false},
    {name: 'root', groups: ['ADMIN', 'ops'], isAdmin: true},
    {name: 'ada', groups: ['ops'], isAdmin: false},
    {name: 'e\nve=ADMIN', groups: [], isAdmin: false},
  ]);
  assert.deepEqual(lines, [String.raw`ada=data\ science,ops::`, 'bob=::', 'root=ops,ADMIN::']);
  assert.equal(faults.length, 5);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readFacets, toggled, writeFacets} from './facet-text.ts';

test('a choice becomes a text that can be read, and back', () => {
  const plain = {type: ['hive_table', 'hive_column'], owner: ['ann']};
  assert.equal(writeFacets(plain), 'type:hive_table,hive_column;owner:ann');
  for (const choice of [
    plain,
    {},
    {owner: ['a,b;c:d%', '100%', 'größe']},
    {'Group: x.tier': ['GOLD']},
  ])
    assert.deepEqual(readFacets(writeFacets(choice)), choice);
});

test('what was never a choice is none', () => {
  for (const text of [undefined, '', ';', 'type', 'type:', ':x', ';;type:,;'])
    assert.deepEqual(readFacets(text), {});
  assert.deepEqual(readFacets('owner:%E0%A4%A,ann,ann'), {owner: ['%E0%A4%A', 'ann']});
});

test('a value is put in and taken out, and the last one of a facet leaves nothing in the address', () => {
  const one = toggled({}, 'owner', 'ann');
  const two = toggled(one, 'owner', 'bob');
  assert.deepEqual(two, {owner: ['ann', 'bob']});
  assert.equal(writeFacets(toggled(toggled(two, 'owner', 'ann'), 'owner', 'bob')), '');
});

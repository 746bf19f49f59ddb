import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isMet} from './condition.ts';
import type {Condition, RunOutcome} from './schedule.ts';

const holds = (of: Condition['of'], operator: Condition['operator'], value: string) => ({
  for: (outcome: RunOutcome) => isMet({of, operator, value}, outcome),
});

test('the number of rows is compared as a number', () => {
  assert.equal(holds('rows', '>', '0').for({rows: 1}), true);
  assert.equal(holds('rows', '>', '0').for({rows: 0}), false);
  assert.equal(holds('rows', '<=', '9').for({rows: 10}), false);
  assert.equal(holds('rows', '=', ' 10 ').for({rows: 10}), true);
});

test('a first value is compared as a number where both are, else as text', () => {
  assert.equal(holds('value', '>', '9').for({rows: 1, value: '10'}), true);
  assert.equal(holds('value', '=', '12.5').for({rows: 1, value: '12.50'}), true);
  assert.equal(
    holds('value', '<', '9007199254740993').for({rows: 1, value: '9007199254740992'}),
    true,
    'more digits than a double has',
  );
  assert.equal(holds('value', '!=', 'ok').for({rows: 1, value: 'late'}), true);
  assert.equal(holds('value', '>=', 'b').for({rows: 1, value: 'a'}), false);
});

test('of rows that were not all fetched only what further ones cannot change holds', () => {
  const cut = {rows: 300, isCut: true};
  assert.equal(holds('rows', '>', '200').for(cut), true);
  assert.equal(holds('rows', '!=', '200').for(cut), true);
  for (const [operator, value] of [
    ['<', '500'],
    ['<=', '300'],
    ['=', '300'],
    ['!=', '500'],
  ] as const)
    assert.equal(holds('rows', operator, value).for(cut), false, `${operator} ${value}`);
});

test('nothing holds of NULL, and of what has no rows', () => {
  for (const operator of ['=', '!=', '<', '>'] as const) {
    assert.equal(holds('value', operator, '0').for({rows: 1, value: null}), false);
    assert.equal(holds('value', operator, '0').for({rows: 0}), false);
    assert.equal(holds('rows', operator, '0').for({}), false);
  }
});

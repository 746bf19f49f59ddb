import assert from 'node:assert/strict';
import {test} from 'node:test';
import {unset, variablesIn} from './variables.ts';

test('variables are found with their defaults and choices, once each', () => {
  assert.deepEqual(variablesIn("SELECT ${a}, '${b= x }' WHERE c IN (${c=1, 2(Two)}) AND ${a=7} OR ${hiveconf:d}"), [
    {name: 'a', fallback: '7', choices: []},
    {name: 'b', fallback: 'x', choices: []},
    {
      name: 'c',
      fallback: '1',
      choices: [
        {value: '1', label: '1'},
        {value: '2', label: 'Two'},
      ],
    },
  ]);
});

test('a variable without value and default is named', () => {
  assert.equal(unset('${a} ${b=1}', {}), 'a');
  assert.equal(unset('${a} ${b=1}', {a: 'x'}), undefined);
  assert.equal(unset('no variables', {}), undefined);
});

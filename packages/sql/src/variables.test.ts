import assert from 'node:assert/strict';
import {test} from 'node:test';
import {unset, variablesIn, withVariables} from './variables.ts';

test('variables are found with their defaults and choices, once each', () => {
  assert.deepEqual(
    variablesIn("SELECT ${a}, '${b= x }' WHERE c IN (${c=1, 2(Two)}) AND ${a=7} OR ${hiveconf:d}"),
    [
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
    ],
  );
});

test('a variable without value and default is named', () => {
  assert.equal(unset('${a} ${b=1}', {}), 'a');
  assert.equal(unset('${a} ${b=1}', {a: 'x'}), undefined);
  assert.equal(unset('no variables', {}), undefined);
});

test('values and defaults come into the text, and the rest is the server’s', () => {
  const values = new Map([
    ['n', '3'],
    ['empty', ''],
    ['odd', '$& $1'],
  ]);
  const cases: [string, string][] = [
    ['select ${n} + ${n=9}', 'select 3 + 3'],
    ["select '${empty}'", "select ''"],
    ['select ${odd}', 'select $& $1'],
    ['limit ${limit=10}', 'limit 10'],
    ['where d = ${day= 2024-01-01 , 2024-01-02}', 'where d = 2024-01-01'],
    ['where c = ${c=de(Germany), fr(France)}', 'where c = de'],
    ['select ${what=max(n)}', 'select max(n)'],
    ['where x = ${x=}', 'where x = '],
    ['select ${x}, ${x=5}, ${x=6}', 'select 5, 5, 5'],
    [
      '${unknown} ${hiveconf:n} ${env:HOME} $n {n} ${}',
      '${unknown} ${hiveconf:n} ${env:HOME} $n {n} ${}',
    ],
  ];
  for (const [text, expected] of cases) assert.equal(withVariables(text, values), expected, text);
});

test('choices with very many spaces are read', () => {
  const spaces = ' '.repeat(1_000_000);
  const [found] = variablesIn(`\${a=1, b${spaces}(${spaces}x${spaces})}`);
  assert.deepEqual(found?.choices.at(-1), {value: 'b', label: `${spaces}x${spaces}`});
  const [open] = variablesIn(`\${a=1, b${spaces}c(}`);
  assert.equal(open?.choices.at(-1)?.value, `b${spaces}c(`);
});

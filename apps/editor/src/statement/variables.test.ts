import assert from 'node:assert/strict';
import {test} from 'node:test';
import {withVariables} from './variables.ts';

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
    ['${unknown} ${hiveconf:n} ${env:HOME} $n {n} ${}', '${unknown} ${hiveconf:n} ${env:HOME} $n {n} ${}'],
  ];
  for (const [text, expected] of cases) assert.equal(withVariables(text, values), expected, text);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {diffLines} from './text-diff.ts';

const signs = {same: ' ', removed: '-', added: '+'} as const;
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({kind, text}) => signs[kind] + text);

test('what went, what came and what is the same, with line numbers', () => {
  assert.deepEqual(diffLines('a\nb\nc', 'a\nx\nc\nd'), [
    {kind: 'same', text: 'a', from: 1, to: 1},
    {kind: 'removed', text: 'b', from: 2},
    {kind: 'added', text: 'x', to: 2},
    {kind: 'same', text: 'c', from: 3, to: 3},
    {kind: 'added', text: 'd', to: 4},
  ]);
  assert.deepEqual(shown('', 'a'), ['+a']);
  assert.deepEqual(shown('a\r\nb', 'a\nb'), [' a', ' b']);
});

test('repeated lines are matched in order, moved ones go and come', () => {
  assert.deepEqual(shown('(\n1\n)\n(\n2\n)', '(\n1\n)\n(\n3\n)\n(\n2\n)'), [
    ' (',
    ' 1',
    ' )',
    ' (',
    '+3',
    '+)',
    '+(',
    ' 2',
    ' )',
  ]);
  assert.deepEqual(shown('first\nsecond\nthird', 'third\nfirst\nsecond'), [
    '+third',
    ' first',
    ' second',
    '-third',
  ]);
});

test('whatever the texts, both can be read off the difference', () => {
  let seed = 1;
  const dice = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let round = 0; round < 300; round++) {
    const text = () => Array.from({length: dice(30)}, () => 'abcdefgh'[dice(8)]).join('\n');
    const [before, after] = [text(), text()];
    const lines = diffLines(before, after);
    const side = (other: 'added' | 'removed') =>
      lines.filter(({kind}) => kind !== other).map(line => line.text);
    assert.equal(side('added').join('\n'), before);
    assert.equal(side('removed').join('\n'), after);
    const numbers = lines.flatMap(line => ('from' in line ? [line.from] : []));
    assert.deepEqual(
      numbers,
      numbers.map((_, n) => n + 1),
    );
  }
});

test('texts too different to compare pair by pair are replaced as a whole', () => {
  const before = Array.from({length: 5000}, (_, n) => `a${n % 7}`).join('\n');
  const after = Array.from({length: 5000}, (_, n) => `b${n % 7}`).join('\n');
  const kinds = diffLines(`same\n${before}`, `same\n${after}`).map(({kind}) => kind);
  assert.deepEqual(
    [kinds[0], new Set(kinds.slice(1, 5001)), kinds.length],
    ['same', new Set(['removed']), 10_001],
  );
  const longer = diffLines('a', `a\n${after}`);
  assert.deepEqual(
    [longer[0]?.kind, new Set(longer.slice(1).map(({kind}) => kind)), longer.length],
    ['same', new Set(['added']), 5001],
  );
});

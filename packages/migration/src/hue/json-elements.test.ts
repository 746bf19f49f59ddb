import assert from 'node:assert/strict';
import {test} from 'node:test';
import {jsonElements} from './json-elements.ts';

async function elementsOf(text: string, size: number): Promise<unknown[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  return await Array.fromAsync(jsonElements(chunks()));
}

const list = [
  {a: 'x, ] } " \\ y', b: [1, [2, {c: '\\"'}]], d: {}},
  {},
  [],
  [[]],
  'text, with "quotes" \\',
  1.5,
  null,
  true,
];

test('elements are the same wherever the text is cut', async () => {
  for (const text of [JSON.stringify(list), JSON.stringify(list, undefined, 2)])
    for (const size of [1, 2, 3, 7, 1000])
      assert.deepEqual(await elementsOf(text, size), list, `${size} of ${text}`);
  assert.deepEqual(await elementsOf(' [ ] ', 1), []);
  for (const size of [1, 3, 1000])
    assert.deepEqual(await elementsOf('[1, {"a": []}]\n[]\n [2]\n', size), [1, {a: []}, 2]);
});

test('what is no list, or only the beginning of one, is told', async () => {
  for (const [text, message] of [
    ['', 'it is no list in JSON'],
    ['{"a": 1}', 'it is no list in JSON'],
    ['x [1]', 'it is no list in JSON'],
    ['[{"a": 1}, {"a"', 'it ends before the list does'],
    ['[1, 2', 'it ends before the list does'],
    ['[1] [2', 'it ends before the list does'],
    ['[1] more', 'it is no list in JSON'],
    ['[1] {"a": 1}', 'it is no list in JSON'],
    ['[1]]', 'it is no list in JSON'],
  ] as const)
    await assert.rejects(elementsOf(text, 3), {message});
  await assert.rejects(elementsOf('[{"a": }]', 4), SyntaxError);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {OptionTable} from './option.ts';
import {inputFor} from './shared-input.ts';

function table(...names: readonly string[]): OptionTable {
  const option = (name: string) =>
    name.startsWith('is-')
      ? ({type: 'boolean', default: false} as const)
      : ({type: 'string', default: ''} as const);
  return {
    server: 'test',
    version: '1',
    envPrefix: 'TEST_',
    inert: [],
    options: Object.fromEntries(
      names.map(name => [
        name,
        {...option(name), key: `test.${name}`, cli: name, group: 'Test', doc: ''},
      ]),
    ),
  };
}

const a = table('data', 'a-port', 'is-a');
const b = table('data', 'b-port', 'is-b');

test('each server gets its own options, both get what both know, and nobody knows is kept to be reported', () => {
  const argv = [
    '--a-port',
    '1',
    '--data=x',
    '--b-port=2',
    '--is-b',
    '--is-a',
    '--nonsense',
    '3',
    '--test.b-port',
    '4',
  ];
  assert.deepEqual(inputFor(a, [b], {argv, env: {}}).argv, [
    '--a-port',
    '1',
    '--data=x',
    '--is-a',
    '--nonsense',
    '3',
  ]);
  assert.deepEqual(inputFor(b, [a], {argv, env: {}}).argv, [
    '--data=x',
    '--b-port=2',
    '--is-b',
    '--nonsense',
    '3',
    '--test.b-port',
    '4',
  ]);
});

test('variables of the other server are left out', () => {
  const env = {TEST_DATA: 'x', TEST_A_PORT: '1', TEST_B_PORT: '2', TEST_NONSENSE: '3', HOME: '/'};
  assert.deepEqual(inputFor(a, [b], {argv: [], env}).env, {
    TEST_DATA: 'x',
    TEST_A_PORT: '1',
    TEST_NONSENSE: '3',
    HOME: '/',
  });
});

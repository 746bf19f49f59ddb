import assert from 'node:assert/strict';
import {test} from 'node:test';
import {connectorOf, sourceTypes} from './connectors.ts';
import {describedSource} from './described-source.ts';

test('each kind of source is loaded by the name that it has itself', async () => {
  for (const type of sourceTypes) assert.equal((await connectorOf(type))?.type, type);
  for (const none of ['', 'oracle', 'constructor', '__proto__'])
    assert.equal(await connectorOf(none), undefined, none);
});

test('what a source says wrongly is told, also where there is no such kind', async () => {
  const errors = async (type: string, config: Record<string, string>) =>
    (await describedSource({name: 'mine', type, config}, {})).errors;
  assert.match((await errors('oracle', {})).join(), /there is no type oracle/);
  assert.match((await errors('mysq', {})).join(), /Did you mean mysql\?/);
  assert.deepEqual(await errors('editor-engine', {engine: 'duckdb'}), []);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {carryOut} from './source-process.ts';

test('an editor that does not answer is told of by what was asked', async () => {
  const source = {name: 'mine', type: 'editor-engine', config: {engine: 'duckdb'}};
  const askEditor = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
  await assert.rejects(carryOut({kind: 'test', source}, {askEditor}), {
    kind: 'BAD_REQUEST',
    message: 'the editor does not answer: too late',
  });
});

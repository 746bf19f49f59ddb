import assert from 'node:assert/strict';
import {test} from 'node:test';
import {lastWriteOf} from './last-write.ts';

test('the latest of what tells when an asset was written counts', () => {
  const usage = {lastWrite: 5000};
  const table = {attributes: {parameters: {transient_lastDdlTime: '7'}}};
  assert.deepEqual(lastWriteOf({attributes: {}}, usage), {ms: 5000, source: 'usage'});
  assert.deepEqual(lastWriteOf(table, usage), {ms: 7000, source: 'metastore'});
  assert.deepEqual(lastWriteOf({attributes: {modifiedTime: 9000}}, undefined), {
    ms: 9000,
    source: 'file',
  });
  assert.equal(
    lastWriteOf({attributes: {parameters: {transient_lastDdlTime: 'x'}, modifiedTime: ''}}, {}),
    undefined,
  );
});

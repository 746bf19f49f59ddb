import assert from 'node:assert/strict';
import {test} from 'node:test';
import {JsonError, parseJson} from './json-error.ts';
import {maxJsonDepth, tooDeepAt} from './json-depth.ts';

const nested = (depth: number, inner = '1') => '['.repeat(depth) + inner + ']'.repeat(depth);

test('a text may be as deep as the limit, and is refused where it goes deeper', () => {
  assert.equal(tooDeepAt(nested(maxJsonDepth)), -1);
  assert.equal(tooDeepAt(nested(maxJsonDepth + 1)), maxJsonDepth);
  const maps = '{"a":'.repeat(maxJsonDepth + 1);
  assert.equal(tooDeepAt(maps), maps.length - '{"a":'.length);
  assert.throws(() => parseJson(nested(1_000_000)), JsonError);
  assert.throws(
    () => parseJson('['.repeat(1_000_000)),
    /nested deeper than 256 levels at line 1, column 257$/,
  );
});

test('width is no depth, and brackets in texts are none', () => {
  assert.equal(tooDeepAt(`[${'[1],'.repeat(10_000)}[1]]`), -1);
  for (const text of ['[[[[', String.raw`\"[[[[`, String.raw`\\`, String.raw`\\\"{{{{`]) {
    assert.equal(tooDeepAt(`["${text.repeat(1000)}"]`), -1, text);
  }
  assert.equal(tooDeepAt(`["unfinished ${'['.repeat(1000)}`), -1);
});

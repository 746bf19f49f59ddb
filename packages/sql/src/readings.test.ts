// Statements of every dialect: what they read at the caret, what is proposed there, what is marked.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {dialects, read, readings} from '../test/readings.ts';

suite('readings', () => {
  const all = readings();
  for (const dialect of dialects)
    test(dialect, async () => {
      const own = all.filter(one => one.dialects.includes(dialect));
      const different = new Set(own.map(({marked}) => marked));
      assert.ok(different.size >= 200, `only ${different.size} statements`);
      assert.equal(different.size, own.length, 'a statement stands there twice');
      for (const {marked, expected} of own)
        assert.deepEqual(await read(dialect, marked), expected, marked);
    });

  test('each is of known dialects, with a caret and something expected', () => {
    for (const {dialects: of, marked, expected} of all) {
      assert.deepEqual(
        of.filter(one => !dialects.includes(one)),
        [],
      );
      assert.equal(marked.split('¦').length, 2, marked);
      assert.ok(expected.length >= 2, marked);
    }
  });
});

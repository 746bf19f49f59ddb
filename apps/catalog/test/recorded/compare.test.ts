import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Correspondence} from './compare.ts';

const theirs = '00000000-0000-4000-8000-000000000001';
const ours = '11111111-0000-4000-8000-000000000001';
const other = '11111111-0000-4000-8000-000000000002';

test('a recorded guid stands for one of ours, everywhere the same', () => {
  const same = new Correspondence();
  same.assertSame({guid: theirs}, {guid: ours});
  same.assertSame({[theirs]: {message: `no ${theirs}`}}, {[ours]: {message: `no ${ours}`}});
  assert.equal(same.translate(`/guid/${theirs}`), `/guid/${ours}`);
  assert.throws(() => same.assertSame({guid: theirs}, {guid: other}), /another entity/);
});

test('moments of the clock may differ, other numbers may not', () => {
  const same = new Correspondence();
  same.assertSame({createTime: 1_795_236_190_144}, {createTime: 1_795_999_999_999});
  assert.throws(() => same.assertSame({createTime: 1_795_236_190_144}, {createTime: 0}), /moment/);
  assert.throws(() =>
    same.assertSame({attributes: {createTime: 1_700_000_000_000}}, {attributes: {createTime: 1_700_000_000_001}}),
  );
  assert.throws(() => same.assertSame({count: 1}, {count: 2}));
});

test('missing, additional and different fields are told with their path', () => {
  const same = new Correspondence();
  assert.throws(() => same.assertSame({a: {b: 1}}, {a: {}}), /a: fields/);
  assert.throws(() => same.assertSame({a: {b: 1}}, {a: {b: 1, c: 2}}), /a: fields/);
  assert.throws(() => same.assertSame({a: [{b: null}]}, {a: [{b: ''}]}), /a\[0\]\.b/);
  assert.throws(() => same.assertSame({a: []}, {a: {}}), /expected a list/);
});

test('lists keep their order unless they are sets', () => {
  const same = new Correspondence();
  assert.throws(() => same.assertSame({a: [1, 2]}, {a: [2, 1]}));
  same.assertSame({a: [{n: 2, guid: theirs}, {n: 1}]}, {a: [{n: 1}, {n: 2, guid: ours}]}, new Set(['a']));
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Correspondence} from './compare.ts';

const theirs = '00000000-0000-4000-8000-000000000001';
const ours = '11111111-0000-4000-8000-000000000001';
const other = '11111111-0000-4000-8000-000000000002';
const another = '00000000-0000-4000-8000-000000000002';
const third = '00000000-0000-4000-8000-000000000003';
const fourth = '11111111-0000-4000-8000-000000000004';

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
    same.assertSame(
      {attributes: {createTime: 1_700_000_000_000}},
      {attributes: {createTime: 1_700_000_000_001}},
    ),
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
  same.assertSame(
    {a: [{n: 2, guid: theirs}, {n: 1}]},
    {a: [{n: 1}, {n: 2, guid: ours}]},
    new Set(['a']),
  );
});

test('names tell which guid stands for which, in whichever order they come', () => {
  const same = new Correspondence();
  const header = (name: string, guid: string) => ({typeName: 't', attributes: {name}, guid});
  const [recorded, actual] = [
    [header('a', theirs), header('b', another)],
    [header('b', other), header('a', ours)],
  ];
  same.learn(recorded, actual);
  assert.equal(same.translate(theirs + another), ours + other);
  assert.throws(
    () => same.assertSame({created: [theirs, another]}, {created: [other, ours]}),
    /another entity/,
  );
  same.assertSame({results: [theirs, another]}, {results: [other, ours]}, new Set(['results']));
});

test('an answer that differs teaches only what stands at the same place', () => {
  const same = new Correspondence();
  const recorded = {list: [theirs, another], one: {guid: third}, size: 1};
  assert.throws(() =>
    same.assertSameOrLearnLittle(
      recorded,
      {list: [ours, other], one: {guid: fourth}, size: 2},
      new Set(),
    ),
  );
  assert.equal(same.translate(theirs + another + third), theirs + another + fourth);
});

test('times of the recording and names that are made up may differ in any field', () => {
  const same = new Correspondence();
  same.assertSame(
    {
      requestId: 'a',
      at: 1_795_349_863_981,
      time: '2026-11-22T12:11:44.306Z',
      date: 'Sun Nov 22 12:12:37 UTC 2026',
    },
    {
      requestId: 'b',
      at: 1_800_000_000_000,
      time: '2027-01-02T01:02:03.004Z',
      date: 'Mon Jan 04 01:02:03 UTC 2027',
    },
  );
  assert.throws(() => same.assertSame({time: '2026-11-22T12:11:44.306Z'}, {time: 'now'}));
  assert.throws(() => same.assertSame({at: 1_795_349_863_981}, {at: '1800000000000'}), /moment/);
  same.assertSame({a: theirs, b: another}, {a: ours, b: other});
  same.assertSame({'-1001001': theirs, '-2002002': another}, {'-3003003': other, '-4004004': ours});
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {ResultColumn} from '../api/wire.ts';
import {shapeOf} from '../run/statement-shape.ts';
import {layoutKey, noLayout, readLayouts, withLayout} from './column-layout.ts';

const columns = ['id', 'name'].map(name => ({name, type: 'int', comment: '', kind: 'int32'}));
const key = (statement: string, names = columns as readonly ResultColumn[]) =>
  layoutKey(shapeOf(statement), names);

test('a query has the same layout with other values, and another one with other columns', () => {
  const first = key("SELECT id, name FROM t1 WHERE id = 17 AND name = 'a'");
  assert.equal(key("select  id, name\nFROM t1 WHERE id = 4.5 AND name = 'b c'"), first);
  assert.notEqual(key("SELECT id, name FROM t2 WHERE id = 17 AND name = 'a'"), first);
  assert.notEqual(
    key("SELECT id, name FROM t1 WHERE id = 17 AND name = 'a'", columns.slice(1) as ResultColumn[]),
    first,
  );
});

test('values of any length make no other layout, and what is behind them does', () => {
  const long = (value: string, end = 'a') =>
    key(`SELECT id, name FROM t1 WHERE name = '${value}' AND id > 0 ORDER BY id, ${end}`);
  assert.equal(long('x'), long('x'.repeat(200)));
  assert.notEqual(long('x'.repeat(200)), long('x'.repeat(200), 'b'));
  assert.equal(key('-- today\nSELECT 1 FROM t1'), key('SELECT 2 FROM t1'));
});

test('layouts are kept up to a number and a size, those that were changed last', () => {
  let kept = readLayouts(null);
  for (let n = 0; n < 150; n++) kept = withLayout(kept, `k${n}`, {...noLayout, hidden: [n]});
  assert.deepEqual([kept.length, kept[0]?.[0], kept.at(-1)?.[0]], [100, 'k50', 'k149']);
  kept = withLayout(kept, 'k60', {...noLayout, pinned: [1]});
  assert.deepEqual([kept.length, kept.at(-1)], [100, ['k60', {...noLayout, pinned: [1]}]]);
  assert.equal(withLayout(kept, 'k60', noLayout).length, 99, 'one that is reset is not kept');
  const wide = {...noLayout, hidden: Array.from({length: 20_000}, (_, n) => n)};
  for (let n = 0; n < 5; n++) kept = withLayout(kept, `wide${n}`, wide);
  assert.ok(JSON.stringify(kept).length <= 200_000);
  assert.equal(kept.at(-1)?.[0], 'wide4');
  assert.deepEqual(readLayouts(JSON.stringify(kept)), kept);
});

test('what is no layout is not taken for one', () => {
  for (const text of ['', '{', 'null', '7', '[["a"]]', '[["a",{"widths":{"0":1},"hidden":[]}]]'])
    assert.deepEqual(readLayouts(text), []);
  const odd = [
    ['a', {...noLayout, widths: {0: 1e9}}],
    ['b', {...noLayout, hidden: ['x']}],
    ['c', {...noLayout, pinned: null}],
    ['d', {...noLayout, widths: {3: 200}}],
  ];
  assert.deepEqual(readLayouts(JSON.stringify(odd)), odd.slice(3));
});

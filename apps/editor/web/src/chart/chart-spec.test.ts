import assert from 'node:assert/strict';
import {test} from 'node:test';
import {askedOf, asKind, isAlike, pivotLimits} from './chart-spec.ts';

const line = {kind: 'line', x: 'month', y: ['amount', 'orders']} as const;

test('another kind keeps at the right only what it draws', () => {
  const {y, right} = asKind({...line, right: ['orders']}, 'pie');
  assert.deepEqual([y, right], [['amount'], []]);
});

test('how values are drawn is no part of the question for them', () => {
  const asked = askedOf(line);
  for (const other of [
    {title: 'T'},
    {right: ['orders']},
    {isStacked: true},
    {kind: 'bar'},
  ] as const)
    assert.deepEqual(askedOf({...line, ...other}), asked);
  for (const other of [{series: 's'}, {unit: 'day'}, {aggregate: 'avg'}, {kind: 'pie'}] as const)
    assert.notDeepEqual(askedOf({...line, ...other}), asked);
});

test('values stand in for those of a chart that is drawn in the same way', () => {
  assert.ok(isAlike(line, {...line, kind: 'area', x: 'day'}));
  assert.ok(!isAlike(line, {...line, kind: 'pie'}));
  const map = {...line, kind: 'map'} as const;
  assert.ok(!isAlike(map, {...map, longitude: 'lon'}));
});

test('a pivot table has as many cells as a page can show', () => {
  const pivot = {kind: 'pivot', x: 'a', series: 'b'} as const;
  const values = Array.from({length: 12}, (_, n) => `v${n}`);
  for (const y of [[], ['v'], values]) {
    const {rows, columns} = pivotLimits({...pivot, y});
    assert.ok(rows * columns * Math.max(1, y.length) <= 5000, `${rows} x ${columns}`);
  }
  assert.deepEqual(pivotLimits({...pivot, y: values}), {rows: 200, columns: 2});
  assert.deepEqual(pivotLimits({kind: 'pivot', x: 'a', y: ['v']}), {rows: 200, columns: 1});
});

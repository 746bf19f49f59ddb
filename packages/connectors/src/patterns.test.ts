import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isIncluded} from './patterns.ts';

test('a name is included by a pattern or by none being there, and excluded whatever includes it', () => {
  const names = ['sales', 'sales_old', 'hr', 'a.b'];
  const chosen = (include: string[], exclude: string[]) =>
    names.filter(name => isIncluded(name, include, exclude));
  assert.deepEqual(chosen([], []), names);
  assert.deepEqual(chosen(['sales*', 'h?'], ['*_old']), ['sales']);
  assert.deepEqual(chosen([], ['*']), []);
  assert.deepEqual(chosen(['a.b', 'axb'], []), ['a.b']);
  assert.deepEqual(chosen(['s*s'], []), ['sales']);
});

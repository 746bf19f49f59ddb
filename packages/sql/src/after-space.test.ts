import assert from 'node:assert/strict';
import {test} from 'node:test';
import {afterSpace} from './after-space.ts';

test('finds what comes behind white space and comments', () => {
  const rest = (text: string, from = 0) => text.slice(afterSpace(text, from));
  assert.equal(rest(' \n\t/* a *//* b */-- c\n  x /* d */'), 'x /* d */');
  assert.equal(rest('use  db', 3), 'db');
  assert.equal(rest('-- all of it'), '');
  assert.equal(rest('/* not closed'), '');
  assert.equal(rest('- x'), '- x');
});

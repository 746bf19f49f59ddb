import assert from 'node:assert/strict';
import {test} from 'node:test';
import {likePatterns} from './search-words.ts';

test('words in any order, quoted ones together, in small letters', () => {
  assert.deepEqual(likePatterns(' Daily  "Sales of" Ä '), ['%daily%', '%sales of%', '%ä%']);
  assert.deepEqual(likePatterns('100%_\\'), ['%100\\%\\_\\\\%']);
  assert.deepEqual(likePatterns('say "hello'), ['%say%', '%hello%']);
  assert.deepEqual(likePatterns(' "" " " '), []);
});

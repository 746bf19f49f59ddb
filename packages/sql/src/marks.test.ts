import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf} from './dialects.ts';
import {marksOf} from './marks.ts';

const marks = (text: string) =>
  marksOf(text, dialectOf('hive')).map(({from, message}) => `${from} ${message}`);

test('what is closed is fine', () => {
  assert.deepEqual(
    marks(
      "SELECT (1 + (2)) AS `a`, 'it''s', \"x\\\"\" -- (\n FROM t; /* ( */ INSERT INTO t VALUES (1)",
    ),
    [],
  );
});

test('what nobody closes or opens is marked where it stands', () => {
  assert.deepEqual(marks('SELECT (1; SELECT 2)'), [
    '7 Unclosed parenthesis.',
    '19 No matching opening parenthesis.',
  ]);
  assert.deepEqual(marks("SELECT 'abc"), ['7 Unclosed text.']);
  assert.deepEqual(marks('SELECT 1 /* abc'), ['9 Unclosed comment.']);
});

test('a statement that begins with a misspelt word says which one was meant', () => {
  assert.deepEqual(marks('SELCT 1; slect 2; SEELCT 3'), [
    '0 Did you mean SELECT?',
    '9 Did you mean SELECT?',
    '18 Did you mean SELECT?',
  ]);
  assert.deepEqual(marks('ROWS 7; FOO BAR'), []);
});

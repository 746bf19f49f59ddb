import assert from 'node:assert/strict';
import {test} from 'node:test';
import {statementRanges} from '@gazetteer/sql';
import {statementAt} from './statement-at.ts';

const text = 'SELECT 1;\n\n-- two\nSELECT 2;\n\n';
const ranges = statementRanges(text, 'hive');
const at = (caret: number) => statementAt(ranges, caret)?.statement;

test('statements have their places in the text', () => {
  assert.deepEqual(
    ranges.map(({from, to}) => text.slice(from, to)),
    ['SELECT 1;', '-- two\nSELECT 2;'],
  );
});

test('the statement around the caret is meant, else the one before it', () => {
  assert.equal(at(0), 'SELECT 1');
  assert.equal(at(9), 'SELECT 1');
  assert.equal(at(10), 'SELECT 1');
  assert.equal(at(text.indexOf('two')), '-- two\nSELECT 2');
  assert.equal(at(text.length), '-- two\nSELECT 2');
  assert.equal(statementAt([], 0), undefined);
  assert.equal(statementAt(statementRanges('\n\nSELECT 3', 'hive'), 0)?.statement, 'SELECT 3');
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {sqlName, sqlText} from './sql-quotes.ts';

test('what is quoted ends nowhere before its end', () => {
  assert.equal(sqlText("it's '' \"so\""), "'it''s '''' \"so\"'");
  assert.equal(sqlName('a "b" `c`'), '"a ""b"" `c`"');
  assert.equal(sqlName('a "b" `c`', '`'), '`a "b" ``c```');
  assert.deepEqual([sqlText(''), sqlName('')], ["''", '""']);
});

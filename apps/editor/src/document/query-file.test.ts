import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readQueryFile, writeQueryFile} from './query-file.ts';

const content = {
  engine: 'hive',
  database: 'sales',
  text: 'select *\nfrom t;\n',
  state: {variables: [{name: 'n', value: '1'}]},
};

test('a file that any SQL client can run says the rest in comments', () => {
  assert.equal(
    writeQueryFile({name: 'Daily sales', description: 'Two\nlines', content}),
    `-- @name: Daily sales
-- @description: "Two\\nlines"
-- @engine: hive
-- @database: sales
-- @state: {"variables":[{"name":"n","value":"1"}]}

select *
from t;
`,
  );
});

test('what was written is read again, whatever the texts', () => {
  for (const name of ['a', ' blanks ', '"quoted"', 'Ä\nö', '-- @name: x', '']) {
    for (const text of [
      '',
      '\n\nselect 1',
      '-- @engine: trap\nselect 1',
      'a\r\nb\r\n',
      '-- @name: trap',
    ]) {
      for (const state of [{}, content.state]) {
        const query = {name, description: name, content: {engine: '', database: '"', text, state}};
        assert.deepEqual(readQueryFile('x.sql', writeQueryFile(query)), query);
      }
    }
  }
});

test('a file of somebody else is a query by its own name', () => {
  const {name, content: read} = readQueryFile('Report.sql', '\uFEFF-- a comment\r\nselect 1\r\n');
  assert.deepEqual([name, read.text, read.engine], ['Report', '-- a comment\r\nselect 1\r\n', '']);
  assert.equal(readQueryFile('x.sql', '-- @engine: hive\r\n\r\nselect 1').content.engine, 'hive');
});

test('a line that says nothing sensible is refused with the name of the file', () => {
  for (const [text, message] of [
    ['-- @state: {', /^x\.sql: @state is no JSON/],
    ['-- @state: []', /@state has to be a JSON object/],
    ['-- @name: "', /@name is no JSON/],
  ] as const) {
    assert.throws(() => readQueryFile('x.sql', text), {status: 400, message});
  }
});

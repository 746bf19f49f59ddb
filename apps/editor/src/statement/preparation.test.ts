import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readPreparation} from './preparation.ts';

test('settings, files and functions become what the server is told before the statement', () => {
  const snippet = {
    settings: [
      {key: 'hive.exec.parallel', value: 'true'},
      {key: '', value: ''},
    ],
    files: [{type: 'jar', path: 'hdfs://h:1/a.jar'}, {path: '/b.jar'}],
    functions: [{name: 'mine', class_name: 'a.b.C$D'}],
  };
  const {settings, statements} = readPreparation(
    [
      {key: 'settings', value: [{key: 'x', value: '1'}]},
      {key: 'files', value: []},
    ],
    snippet,
    undefined,
  );
  assert.deepEqual(
    [...settings],
    [
      ['x', '1'],
      ['hive.exec.parallel', 'true'],
    ],
  );
  assert.deepEqual(statements, [
    'ADD JAR hdfs://h:1/a.jar',
    'ADD JAR /b.jar',
    "CREATE TEMPORARY FUNCTION mine AS 'a.b.C$D'",
  ]);
});

test('nothing but settings, files and functions can be said in this way', () => {
  const wrong = [
    {settings: [{key: 'a b', value: '1'}]},
    {settings: [{key: 'a', value: '1\ndrop table t'}]},
    {files: [{type: 'table', path: '/x'}]},
    {files: [{type: 'jar', path: '/x /y'}]},
    {functions: [{name: "f' as", class_name: 'A'}]},
    {functions: [{name: 'f', class_name: "A' using jar '/x"}]},
  ];
  for (const properties of wrong)
    assert.throws(() => readPreparation(properties), /cannot be/, JSON.stringify(properties));
});

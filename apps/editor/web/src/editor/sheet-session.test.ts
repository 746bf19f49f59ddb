import assert from 'node:assert/strict';
import {test} from 'node:test';
import {filledIn, noPreparation, sessionFields} from './sheet-session.ts';

const session = {engine: 'hive', id: 7, guid: 'a:b', openedAt: 1, configuration: {}};

test('rows that nobody has filled in are not sent', () => {
  assert.equal(filledIn({...noPreparation, settings: [{key: ' ', value: ''}]}), undefined);
  const files = [{type: 'jar', path: '/a.jar'}];
  assert.deepEqual(filledIn({settings: [{key: '', value: 'x'}], files, functions: []}), {
    ...noPreparation,
    files,
  });
});

test('a session goes with the engine that it is on', () => {
  assert.deepEqual(sessionFields('hive', session, undefined), {session: {type: 'hive', id: 7}});
  const preparation = {...noPreparation, settings: [{key: 'a', value: 'b'}]};
  assert.deepEqual(sessionFields('impala', session, preparation), {properties: preparation});
});

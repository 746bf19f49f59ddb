import assert from 'node:assert/strict';
import {test} from 'node:test';
import {bareCommand} from './hive-engine-session.ts';

test('commands of the server are sent without the comments in front of them, SQL as it is', () => {
  assert.equal(bareCommand('/* why; */ -- how\nSET a=b'), 'SET a=b');
  assert.equal(bareCommand('/* jar */add jar /x.jar'), 'add jar /x.jar');
  const texts = ['set a=b', '/* c */ select 1', '/*+ hint */ settle', '/* set a=b', '-- set a=b', ''];
  for (const text of texts) assert.equal(bareCommand(text), text);
});

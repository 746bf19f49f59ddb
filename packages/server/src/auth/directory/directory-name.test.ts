import assert from 'node:assert/strict';
import {test} from 'node:test';
import {nameAttributes, plainName, spellingOf} from './directory-name.ts';

test('the attribute of the name is that of the pattern, else those of the filter', () => {
  const of = (loginPattern: string, userFilter: string) =>
    nameAttributes({loginPattern, userFilter});
  assert.deepEqual(of('uid={0},ou=people,dc=x', '(cn={0})'), ['uid']);
  assert.deepEqual(of('{0}@example.com', '(&(objectClass=user)(sAMAccountName={0}))'), [
    'sAMAccountName',
  ]);
  assert.deepEqual(of('', '(|(uid={0})(mail={0}))'), ['uid', 'mail']);
});

test('a name has the spelling of the directory, and stays where the directory has another', () => {
  assert.equal(spellingOf('ANN  Lee ', ['ann', 'Ann Lee']), 'Ann Lee');
  assert.equal(spellingOf('ann', ['Ann', 'ann']), 'ann');
  assert.equal(spellingOf('ann@example.com', ['ann']), 'ann@example.com');
  assert.equal(plainName(' \uff21nn  LEE'), 'ann lee');
});

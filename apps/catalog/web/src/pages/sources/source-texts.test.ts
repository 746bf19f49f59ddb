import assert from 'node:assert/strict';
import {test} from 'node:test';
import {configOf, keyLabel, runText, sourceNameOf, valuesOf, whatToRead} from './source-texts.ts';

const keys = [
  {name: 'host', kind: 'text', doc: '', default: ''},
  {name: 'password', kind: 'secret', doc: '', default: ''},
  {name: 'databases', kind: 'list', doc: '', default: ''},
  {name: 'exclude-databases', kind: 'list', doc: '', default: ''},
] as const;

test('keys are called as people call them', () => {
  assert.deepEqual(
    ['host', 'ca-file', 'exclude-databases', 'tls', 'password-file', 'url'].map(keyLabel),
    ['Host', 'CA file', 'Exclude databases', 'TLS', 'Password file', 'URL'],
  );
});

test('what is read is told from how to get there', () => {
  assert.deepEqual(
    keys.filter(key => whatToRead(keys, key)).map(key => key.name),
    ['databases', 'exclude-databases'],
  );
});

test('values of a form and those of a source are each other’s', () => {
  const values = valuesOf({host: 'db', databases: ['a', 'b']});
  assert.deepEqual(values, {host: 'db', databases: 'a, b'});
  assert.deepEqual(configOf(keys, {...values, password: '', 'exclude-databases': ' c , '}), {
    host: 'db',
    databases: ['a', 'b'],
    'exclude-databases': ['c'],
  });
});

test('a run tells what it did, or would do', () => {
  const count = (n: number) => ({count: n, names: []});
  const run = {
    status: 'COMPLETE' as const,
    assets: 14,
    created: count(12),
    changed: count(1),
    deleted: count(0),
  };
  assert.equal(runText(run), '14 read: 12 new, 1 changed');
  assert.equal(runText({...run, deleted: count(2)}), '14 read: 12 new, 1 changed, 2 deleted');
  assert.equal(runText({...run, created: count(0), changed: count(0)}), '14 read, nothing changed');
  assert.equal(runText({...run, status: 'CANCELLED'}), '14 read');
  assert.equal(runText({...run, status: 'PENDING'}), 'Queued');
});

test('a source of an engine has a name of its own', () => {
  assert.deepEqual(
    [sourceNameOf('hive', []), sourceNameOf('hive', ['hive', 'hive-2', 'x'])],
    ['hive', 'hive-3'],
  );
  assert.equal(sourceNameOf('spark (nightly)', []), 'spark-nightly-');
});

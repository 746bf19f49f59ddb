import assert from 'node:assert/strict';
import {test} from 'node:test';
import {TypeRegistry} from '../types/type-registry.ts';
import {attribute, entityDef} from '../testing.ts';
import {emptyChangeSet, type ChangeSet, type EntityRecord} from './record.ts';
import {notifiedChanges} from './notified-changes.ts';

const types = new TypeRegistry([
  entityDef('__internal', [], []),
  entityDef('profile', ['__internal'], [attribute('name', 'string')]),
  entityDef('table', [], [attribute('name', 'string')]),
]);

function record(guid: string, more: Partial<EntityRecord> = {}): EntityRecord {
  return {
    guid,
    typeName: 'table',
    status: 'ACTIVE',
    createdBy: 'ann',
    updatedBy: 'ann',
    createTime: 1,
    updateTime: 1,
    attributes: {},
    ...more,
  };
}

const told = (changes: Partial<ChangeSet>) =>
  notifiedChanges(types, {...emptyChangeSet(), ...changes}, 'entities').map(
    one => `${one.operation} ${'guid' in one ? one.guid : ''}`,
  );

test('internal entities are not told of, and incomplete ones from when they are filled', () => {
  assert.deepEqual(
    told({created: [record('p', {typeName: 'profile'}), record('shell', {isIncomplete: true})]}),
    [],
  );
  const filled = {
    before: record('shell', {isIncomplete: true}),
    after: record('shell', {attributes: {name: 'x'}}),
  };
  assert.deepEqual(told({updated: [filled]}), ['ENTITY_CREATE shell']);
});

test('what goes at once is deleted, what was deleted before is purged', () => {
  assert.deepEqual(told({removed: [record('a'), record('b', {status: 'DELETED'})]}), [
    'ENTITY_DELETE a',
    'ENTITY_PURGE b',
  ]);
});

test('an entity that only a classification moved is told of once, by its classification', () => {
  const pii = {
    entityGuid: 'a',
    typeName: 'PII',
    attributes: {},
    propagate: false,
    removePropagationsOnEntityDelete: false,
  };
  assert.deepEqual(told({touched: [record('a')], classificationsAdded: [pii]}), [
    'CLASSIFICATION_ADD a',
  ]);
  assert.deepEqual(told({removed: [record('a')], classificationsRemoved: [pii]}), [
    'ENTITY_DELETE a',
  ]);
});

test('nothing is told when nobody wants to hear', () => {
  assert.deepEqual(
    notifiedChanges(types, {...emptyChangeSet(), created: [record('a')]}, 'nothing'),
    [],
  );
});

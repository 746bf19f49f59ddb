import assert from 'node:assert/strict';
import {test} from 'node:test';
import {entityDef} from '../testing.ts';
import {TypeRegistry} from '../types/type-registry.ts';
import {grantsOf} from './policy.ts';
import {readPolicy} from './read-policy.ts';
import {Readable} from './readable.ts';

test('what may be read of no type says nothing of what may be read of any', () => {
  const types = new TypeRegistry([entityDef('shown', [], []), entityDef('hidden', [], [])]);
  const entityPermissions = [
    {
      privileges: ['entity-read'],
      entityTypes: ['shown'],
      entityIds: ['.*'],
      entityClassifications: ['.*'],
    },
  ];
  const {policy} = readPolicy({roles: {SOME: {entityPermissions}}, userRoles: {bob: ['SOME']}});
  const readable = new Readable(grantsOf(policy, {userName: 'bob', groups: []}, 0), types, 'bob');
  assert.equal(readable.condition([]), undefined);
  assert.deepEqual(readable.condition(), {kind: 'type', names: ['shown']});
});

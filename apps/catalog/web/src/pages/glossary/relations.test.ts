import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Term} from '../../api/wire.ts';
import {relationCount, withRelations} from './relations.ts';

const term: Term = {
  guid: 't',
  name: 'Customer',
  anchor: {glossaryGuid: 'g'},
  seeAlso: [
    {termGuid: 'a', relationGuid: 'r1', steward: 'ann', description: 'old'},
    {termGuid: 'b', relationGuid: 'r2'},
  ],
};

test('a relation that is said again keeps its guid, and what was emptied goes', () => {
  const {seeAlso} = withRelations(term, {
    guids: ['a', 'c'],
    field: 'seeAlso',
    formerField: 'seeAlso',
    said: {description: 'new'},
  });
  assert.deepEqual(seeAlso, [
    {termGuid: 'b', relationGuid: 'r2'},
    {termGuid: 'a', relationGuid: 'r1', description: 'new'},
    {termGuid: 'c', description: 'new'},
  ]);
});

test('a relation of another kind leaves the one that it was', () => {
  const changed = withRelations(term, {
    guids: ['a'],
    field: 'synonyms',
    formerField: 'seeAlso',
    said: {},
  });
  assert.deepEqual(changed.seeAlso, [{termGuid: 'b', relationGuid: 'r2'}]);
  // A guid belongs to the kind: this is a new relation.
  assert.deepEqual(changed.synonyms, [{termGuid: 'a'}]);
  assert.equal(relationCount(changed), relationCount(term));
});

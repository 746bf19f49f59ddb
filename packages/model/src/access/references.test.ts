import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {EntityRecord} from '../entity/record.ts';
import {attribute, entityDef} from '../testing.ts';
import {TypeRegistry} from '../types/type-registry.ts';
import {referencedBy, withoutReferences} from './references.ts';

test('references are found and taken away wherever they stand in values', () => {
  const types = new TypeRegistry([
    entityDef(
      'step',
      [],
      [
        attribute('one', 'step'),
        attribute('many', 'array<step>'),
        attribute('named', 'map<string,step>'),
        attribute('text', 'string'),
      ],
    ),
  ]);
  const ref = (guid: string) => ({guid, typeName: 'step'});
  const record: EntityRecord = {
    guid: 'a',
    typeName: 'step',
    status: 'ACTIVE',
    createdBy: 'a',
    updatedBy: 'a',
    createTime: 1,
    updateTime: 1,
    attributes: {
      one: ref('b'),
      many: [ref('b'), ref('c')],
      named: {x: ref('b'), y: ref('d')},
      text: 'b',
    },
  };
  assert.deepEqual(referencedBy(types, record), ['b', 'b', 'c', 'b', 'd']);
  assert.deepEqual(withoutReferences(types, record, new Set(['b'])).attributes, {
    many: [ref('c')],
    named: {y: ref('d')},
    text: 'b',
  });
  assert.equal(withoutReferences(types, record, new Set(['x'])), record);
});

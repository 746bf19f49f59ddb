import assert from 'node:assert/strict';
import {test} from 'node:test';
import {linesOf, totalOf, typeCounts} from './counts.ts';

const data = {
  general: {entityCount: 4, tagCount: 0, typeCount: 0, typeUnusedCount: 0, collectionTime: 0},
  tag: {},
  system: {},
  entity: {
    entityActive: {b: 2, a: 1},
    entityDeleted: {c: 1},
    entityShell: {},
    'entityActive-typeAndSubTypes': {top: 3, b: 2, a: 1},
    'entityDeleted-typeAndSubTypes': {top: 1, c: 1},
  },
};

test('types come by name with all three counts', () => {
  assert.deepEqual(typeCounts(data, false), [
    {typeName: 'a', active: 1, deleted: 0, shell: 0},
    {typeName: 'b', active: 2, deleted: 0, shell: 0},
    {typeName: 'c', active: 0, deleted: 1, shell: 0},
  ]);
  assert.deepEqual(typeCounts(data, true).at(-1), {
    typeName: 'top',
    active: 3,
    deleted: 1,
    shell: 0,
  });
  assert.equal(totalOf(data, 'entityActive'), 3);
});

test('lines go from the oldest to the newest, without states that never were', () => {
  const stat = (collectionTime: number, active: number, deleted: number) => ({
    collectionTime,
    typeData: {
      t: {'entityActive-typeAndSubTypes': active, 'entityDeleted-typeAndSubTypes': deleted},
    },
  });
  assert.deepEqual(linesOf([stat(20, 5, 1), stat(10, 3, 0)], 't'), [
    {
      label: 'Active',
      points: [
        [10, 3],
        [20, 5],
      ],
    },
    {
      label: 'Deleted',
      points: [
        [10, 0],
        [20, 1],
      ],
    },
  ]);
  assert.deepEqual(linesOf([stat(10, 0, 0)], 't'), [{label: 'Active', points: [[10, 0]]}]);
});

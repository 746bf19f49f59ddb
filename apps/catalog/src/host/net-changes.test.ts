import assert from 'node:assert/strict';
import {test} from 'node:test';
import {netOf} from './net-changes.ts';

type One = {guid: string; status: 'ACTIVE' | 'DELETED'; n: number};

const one = (n: number, status: One['status'] = 'ACTIVE'): One => ({guid: 'g', status, n});
const change = (part: {
  created?: One[];
  updated?: {before: One; after: One}[];
  removed?: One[];
}) => ({
  created: [],
  updated: [],
  removed: [],
  ...part,
});

test('several changes of one record are told as one', () => {
  const none = {created: [], updated: [], deleted: [], purged: []};
  const create = change({created: [one(1)]});
  const update = change({updated: [{before: one(1), after: one(2)}]});
  const remove = change({updated: [{before: one(2), after: one(3, 'DELETED')}]});
  const purge = change({removed: [one(3, 'DELETED')]});
  assert.deepEqual(netOf([create, update]), {...none, created: [one(2)]});
  assert.deepEqual(netOf([create, purge]), none);
  assert.deepEqual(netOf([update]), {...none, updated: [one(2)]});
  assert.deepEqual(netOf([update, remove]), {...none, deleted: [one(1)]});
  assert.deepEqual(netOf([update, remove, purge]), {...none, purged: [one(1)]});
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {CategoryTree, type CategoryNode} from './category-tree.ts';

const glossaries = new Map([
  ['G', 'sales'],
  ['H', 'risk'],
]);

/** a > b > c, and d beside a, all in G; e in H. */
function tree(): CategoryTree {
  const node = (
    name: string,
    qualifiedName: string,
    parent?: string,
    glossary = 'G',
  ): [string, CategoryNode] => [name, {name, qualifiedName, glossary, parent}];
  return new CategoryTree(
    new Map([
      node('a', 'a@sales'),
      node('b', 'b.a@sales', 'a'),
      node('c', 'c.b.a@sales', 'b'),
      node('d', 'd@sales'),
      node('e', 'e@risk', undefined, 'H'),
    ]),
    glossaries,
  );
}

const names = (of: CategoryTree) =>
  Object.fromEntries(
    [...of.changed()].map(([guid, {qualifiedName, glossary}]) => [
      guid,
      `${glossary} ${qualifiedName}`,
    ]),
  );

test('a new category is named for its place, and takes its children along', () => {
  const one = tree();
  one.place({guid: 'new', name: 'n', glossary: 'G', parent: 'c', children: ['d']});
  assert.deepEqual(names(one), {new: 'G n.c.b.a@sales', d: 'G d.n.c.b.a@sales'});
});

test('moving a category names everything below it anew; a new name alone changes no qualified name', () => {
  const moved = tree();
  moved.place({guid: 'b', name: 'b', glossary: 'G', parent: 'd', children: ['c']});
  assert.deepEqual(names(moved), {b: 'G b.d@sales', c: 'G c.b.d@sales'});
  const renamed = tree();
  renamed.place({guid: 'b', name: 'beta', glossary: 'G', parent: 'a', children: ['c']});
  assert.deepEqual(names(renamed), {});
  assert.equal(renamed.get('b')?.name, 'beta');
});

test('children that are left out go to the top', () => {
  const one = tree();
  one.place({guid: 'a', name: 'a', glossary: 'G', parent: undefined, children: []});
  assert.deepEqual(names(one), {b: 'G b@sales', c: 'G c.b@sales'});
});

test('two can change places at once', () => {
  const one = tree();
  one.place({guid: 'b', name: 'b', glossary: 'G', parent: undefined, children: ['a']});
  one.place({guid: 'a', name: 'a', glossary: 'G', parent: 'b', children: []});
  assert.deepEqual(names(one), {b: 'G b@sales', a: 'G a.b@sales', c: 'G c@sales'});
});

test('another glossary takes the whole branch, but not what was left out of it', () => {
  const one = tree();
  one.place({guid: 'a', name: 'a', glossary: 'H', parent: 'e', children: ['b']});
  assert.deepEqual(names(one), {a: 'H a.e@risk', b: 'H b.a.e@risk', c: 'H c.b.a.e@risk'});
  const other = tree();
  other.place({guid: 'a', name: 'a', glossary: 'H', parent: undefined, children: []});
  assert.deepEqual(names(other), {a: 'H a@risk', b: 'G b@sales', c: 'G c.b@sales'});
});

test('parents and children are of the same glossary, and nobody is above itself', () => {
  const place = (parent: string | undefined, children: string[]) => () =>
    tree().place({guid: 'a', name: 'a', glossary: 'G', parent, children});
  assert.throws(place(undefined, ['b', 'e']), {
    message:
      'Invalid child category relationship: Child category (guid = e) belongs to different glossary',
  });
  assert.throws(place('e', ['b']), {kind: 'INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY'});
  assert.throws(place('c', ['b']), {message: 'Category a cannot stand below itself'});
  assert.throws(place(undefined, ['a']), {message: 'Category a cannot stand below itself'});
  assert.throws(place('nowhere', []), {kind: 'INSTANCE_GUID_NOT_FOUND'});
  assert.throws(place(undefined, ['nowhere']), {kind: 'INSTANCE_GUID_NOT_FOUND'});
});

test('what stood below a removed category is at the top', () => {
  const one = tree();
  one.remove('a');
  assert.deepEqual(names(one), {b: 'G b@sales', c: 'G c.b@sales'});
});

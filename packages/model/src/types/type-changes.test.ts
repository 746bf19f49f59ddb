import assert from 'node:assert/strict';
import {test} from 'node:test';
import {inOrderOfNames, typeDefsChange} from './type-changes.ts';
import type {TypeDef} from './type-def.ts';
import {TypeRegistry} from './type-registry.ts';

const def = (name: string) => ({name, category: 'ENUM'}) as TypeDef;
const defs = (...list: TypeDef[]) => new Map(list.map(one => [one.name, one]));

test('the change between two states of the types is what is new, replaced and gone', () => {
  const [a, b, c, newB] = [def('a'), def('b'), def('c'), def('b')];
  const [before, after] = [defs(a, b), defs(a, newB, c)];
  assert.deepEqual(typeDefsChange(before, after), {saved: [newB, c], former: [b]});
  assert.deepEqual(typeDefsChange(after, before), {saved: [b], former: [newB, c]});
  assert.deepEqual(typeDefsChange(before, defs(a)), {saved: [], former: [b]});
  assert.deepEqual(typeDefsChange(after, after), {saved: [], former: []});
});

test('a registry knows what differs from the one that it was made of, and from any other', () => {
  const enums = (...names: string[]) =>
    names.map(name => ({name, category: 'ENUM', elementDefs: []}) as unknown as TypeDef);
  const [a, b, c] = enums('a', 'b', 'c') as [TypeDef, TypeDef, TypeDef];
  const first = new TypeRegistry([a, b]);
  const second = new TypeRegistry(defs(a, c), 1, undefined, first);
  const change = second.changeSince(first);
  assert.deepEqual(change, {saved: [c], former: [b]});
  assert.equal(second.changeSince(first), change, 'found once');
  // The same definitions under another version, as when they have been stored.
  const stored = new TypeRegistry(second.defs, 2, undefined, second);
  assert.equal(stored.changeSince(first), change);
  assert.deepEqual(stored.changeSince(second), {saved: [], former: []});
  assert.deepEqual(stored.changeSince(new TypeRegistry([a])), {saved: [c], former: []});
});

test('definitions are brought into the order of their names, once', () => {
  const ordered = inOrderOfNames(defs(def('b'), def('Z'), def('a'), def('_')));
  assert.deepEqual([...ordered.keys()], ['Z', '_', 'a', 'b']);
  assert.equal(inOrderOfNames(ordered), ordered);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {inOrderOfNames, typeDefsChange} from './type-changes.ts';
import type {TypeDef} from './type-def.ts';

const def = (name: string) => ({name, category: 'ENUM'}) as TypeDef;
const defs = (...list: TypeDef[]) => new Map(list.map(one => [one.name, one]));

test('the change between two states of the types is what is new, replaced and gone, found once', () => {
  const [a, b, c, newB] = [def('a'), def('b'), def('c'), def('b')];
  const [before, after] = [defs(a, b), defs(a, newB, c)];
  assert.deepEqual(typeDefsChange(before, after), {saved: [newB, c], former: [b]});
  assert.equal(typeDefsChange(before, after), typeDefsChange(before, after));
  assert.deepEqual(typeDefsChange(after, before), {saved: [b], former: [newB, c]});
  assert.deepEqual(
    typeDefsChange(before, defs(a)),
    {saved: [], former: [b]},
    'not what was found for another state',
  );
  assert.deepEqual(typeDefsChange(after, after), {saved: [], former: []});
});

test('definitions are brought into the order of their names, once', () => {
  const ordered = inOrderOfNames(defs(def('b'), def('Z'), def('a'), def('_')));
  assert.deepEqual([...ordered.keys()], ['Z', '_', 'a', 'b']);
  assert.equal(inOrderOfNames(ordered), ordered);
});

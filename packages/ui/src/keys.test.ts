import assert from 'node:assert/strict';
import {test} from 'node:test';
import {actionOf, helpOf, isPressed, keyText, lineAfter, rowKeys} from './keys.ts';

const typed = (key: string, held: Partial<Parameters<typeof isPressed>[1]> = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('a key is read as people write it', () => {
  assert.deepEqual(keyText('Mod-Shift-f', false), ['Ctrl', 'Shift', 'F']);
  assert.deepEqual(keyText('Mod-ArrowRight', true), ['⌘', 'Right']);
  assert.deepEqual(keyText('F1', false), ['F1']);
});

test('a key is pressed with those that belong to it and no others', () => {
  assert.equal(isPressed('Mod-s', typed('s', {ctrlKey: true}), false), true);
  assert.equal(isPressed('Mod-s', typed('s', {metaKey: true}), true), true);
  assert.equal(isPressed('Mod-s', typed('s', {metaKey: true}), false), false);
  assert.equal(isPressed('Mod-s', typed('S', {ctrlKey: true, shiftKey: true}), false), false);
  assert.equal(isPressed('s', typed('s', {ctrlKey: true}), false), false);
});

test('with Alt the key counts, whatever sign it writes', () => {
  assert.equal(
    isPressed('Mod-Alt-c', typed('ç', {code: 'KeyC', ctrlKey: true, altKey: true}), false),
    true,
  );
});

test('keys lead along lines and no further than the first and the last', () => {
  const from = (active: number) =>
    ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map(key =>
      lineAfter(key, active, 40),
    );
  assert.deepEqual(from(20), [19, 21, 5, 35, 0, 39]);
  assert.deepEqual(from(0), [0, 1, 0, 15, 0, 39]);
  assert.deepEqual(from(39), [38, 39, 24, 39, 0, 39]);
  assert.equal(lineAfter('ArrowDown', 0, 0), 0);
  for (const key of ['Enter', ' ', 'a', 'ArrowLeft', 'toString'])
    assert.equal(lineAfter(key, 3, 40), undefined, key);
});

test('a table of keys says what a key does, and is the help of it', () => {
  assert.equal(actionOf(rowKeys, ' '), 'select');
  assert.equal(actionOf(rowKeys, 'toString'), undefined);
  const [line] = helpOf('In a table', rowKeys);
  assert.deepEqual(line, {keys: ['Enter', ' '], what: 'In a table: open the row, or select it'});
  assert.deepEqual(
    line.keys.map(key => keyText(key)),
    [['Enter'], ['Space']],
  );
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isPressed, keyText} from './keys.ts';

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

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {weaknessOf} from './weak-password.ts';

test('passwords that are short, or that everybody tries, are weak', () => {
  for (const password of ['', 'secret', 'elevenchars', 'päßwörter🔑🔑']) {
    assert.match(weaknessOf(password, 'ann') ?? '', /needs at least 12/, password);
  }
  for (const password of ['aaaaaaaaaaaa', 'abababababab', '112211221122']) {
    assert.equal(weaknessOf(password, 'ann'), 'it repeats a few characters', password);
  }
  for (const password of [
    '123456789012',
    'Password1234',
    'password12345678',
    'qwertyuiop123',
    'QwErTy098765',
    'zyxwvutsrqponm',
    'annabellannabell',
    'AdminAdmin!23',
    'Welcome-0987',
  ]) {
    assert.match(weaknessOf(password, 'annabell') ?? '', /tried first/, password);
  }
});

test('others are not', () => {
  for (const password of [
    'correct horse battery',
    'Tr0ub4dor&3xyz',
    'mein kleiner grüner',
    '7Gq!x2Lm0#vT',
    'ann went to sea',
  ]) {
    assert.equal(weaknessOf(password, 'ann'), undefined, password);
  }
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {weaknessOf} from './weak-password.ts';

test('passwords that are short, known, or soon guessed are weak', async () => {
  for (const password of ['', 'secret', 'elevenchars', 'päßwörter🔑🔑']) {
    assert.match((await weaknessOf(password, 'ann')) ?? '', /needs at least 12/, password);
  }
  for (const password of [
    'aaaaaaaaaaaa',
    'abababababab',
    '112211221122',
    '123456789012',
    'Password1234',
    'P@ssw0rd1234',
    'password12345678',
    'qwertyuiop123',
    '1q2w3e4r5t6y',
    'zaq12wsxcde3',
    'zyxwvutsrqponm',
    'princess1234',
    'unbelievable',
    'michaeljordan',
    'manchesterunited',
    'annabellannabell',
    'gazetteer1234',
    'AdminAdmin!23',
    'Welcome-0987',
  ]) {
    assert.match((await weaknessOf(password, 'annabell')) ?? '', /tried first/, password);
  }
});

test('others are not', async () => {
  for (const password of [
    'correct horse battery',
    'Tr0ub4dor&3xyz',
    'mein kleiner grüner',
    '7Gq!x2Lm0#vT',
    'ann went to sea',
    '7Gq!x2Lm0#vT'.repeat(80),
  ]) {
    assert.equal(await weaknessOf(password, 'ann'), undefined, password);
  }
});

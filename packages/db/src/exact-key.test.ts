import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as fc from 'fast-check';
import {exactDigits, exactKey, ExactSum} from './exact-key.ts';

const decimal = fc.tuple(fc.bigInt({min: -(10n ** 30n), max: 10n ** 30n}), fc.nat(30));
const textOf = ([digits, scale]: readonly [bigint, number]) => `${digits}e-${scale}`;
/** All in one unit, 10^-30. */
const scaled = ([digits, scale]: readonly [bigint, number]) => digits * 10n ** BigInt(30 - scale);
const options = {seed: 1, numRuns: 500};

test('keys are in the order of the numbers and equal when these are', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [one, other] = [exactKey(textOf(a)), exactKey(textOf(b))];
      assert.equal(
        Math.sign(one < other ? -1 : one > other ? 1 : 0),
        Number(scaled(a) - scaled(b) < 0n ? -1 : scaled(a) > scaled(b) ? 1 : 0),
      );
    }),
    options,
  );
  const inOrder = [
    '-12.1',
    '-12',
    '-1.5',
    '-0.001',
    '0',
    '0.00009',
    '0.001',
    '1',
    '9007199254740992',
    '9007199254740993',
    '1e20',
  ];
  assert.deepEqual(inOrder.map(exactKey).toSorted(), inOrder.map(exactKey));
  assert.equal(exactKey('1.50'), exactKey('1.5'));
  assert.equal(exactKey('-0'), exactKey('0'));
});

test('a key has all digits of its number', () => {
  for (const text of [
    '0',
    '-12.1',
    '0.00009',
    '9007199254740993',
    '123456789012345678901234567890',
    '1500',
  ]) {
    assert.equal(exactDigits(exactKey(text)), text);
  }
  assert.equal(exactDigits(exactKey('1.5e3')), '1500');
});

test('sums are exact, and what was added can be taken away again', () => {
  fc.assert(
    fc.property(fc.array(decimal, {minLength: 1, maxLength: 8}), decimal, (numbers, other) => {
      const sum = new ExactSum();
      for (const one of [...numbers, other]) sum.add(exactKey(textOf(one)));
      sum.add(exactKey(textOf(other)), -1n);
      const total = numbers.reduce((all, one) => all + scaled(one), 0n);
      assert.equal(sum.key, exactKey(`${total}e-30`));
    }),
    options,
  );
  assert.equal(new ExactSum().key, null);
});

test('numbers with very many zeros have a key', () => {
  const zeros = '0'.repeat(1_000_000);
  assert.equal(exactDigits(exactKey(`1${zeros}1`)), `1${zeros}1`);
});

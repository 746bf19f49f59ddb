// Values of columns for tests of what writes them.
import * as fc from 'fast-check';
import {type ColumnToPack, packedKinds} from '../engine/packed-page.ts';

/** As a server of Hive's kind sends them. */
export function utf8Column(values: readonly (string | null)[]): ColumnToPack {
  const parts = values.flatMap(value => {
    const text = Buffer.from(value ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(text.length);
    return [length, text];
  });
  const nulls = Uint8Array.from(values, value => (value === null ? 1 : 0));
  return {kind: packedKinds.utf8, nulls: nulls.includes(1) ? nulls : undefined, parts};
}

/** As people and servers write them, and what formats have to escape. */
export const texts = fc.oneof(
  fc.string({unit: fc.constantFrom(...'ab1.;,"\'=+-@ \t\r\n\u00a0é€😀'), maxLength: 6}),
  fc.stringMatching(/^-?\d{1,9}(\.\d{1,9})?$/),
  fc.string({unit: 'binary', maxLength: 300}).map(text => text.toWellFormed()),
);
/** Of five rows. */
export const fiveOf = <T>(values: fc.Arbitrary<T>) =>
  fc.array(fc.option(values, {nil: null, freq: 4}), {minLength: 5, maxLength: 5});

const doubles = fc.oneof(fc.maxSafeInteger(), fc.double(), fc.integer());
const powers = fc
  .integer({min: -63, max: 63})
  .map(n => (n < 0 ? -(2n ** BigInt(-n)) : 2n ** BigInt(n) - 1n));
const wide = fc.oneof(fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}), powers);
const others = fc.oneof(fc.boolean(), fc.bigInt(), fc.uint8Array(), texts, doubles);

/** One of each kind, and one of several kinds. */
export const mixedColumns = fc.tuple(
  fiveOf(doubles),
  fiveOf(wide),
  fiveOf(fc.boolean()),
  fiveOf(others),
  fiveOf(fc.integer()),
);

import {compareDigits, plainDigits, type Field, type ValueTest} from '@gazetteer/model';
import {nearDouble} from './search-index.ts';

/**
 * A test of exact numbers as one of doubles. `exactly`: what it says of numbers that are doubles;
 * for those alone two that differ as numbers differ as doubles, too, in the same order. `nearly`:
 * what passes at least whatever is next to a number that passes.
 */
export function amongDoubles(test: ValueTest, how: 'exactly' | 'nearly'): ValueTest {
  const field: Field = {...test.field, compare: 'number'};
  switch (test.kind) {
    case 'value':
      return {...test, field, tests: test.tests.map(one => amongDoubles(one, how))};
    case 'oneOf': {
      const wanted = test.values.map(String).filter(value => how === 'nearly' || isDouble(value));
      return {kind: 'oneOf', field, values: wanted.map(nearDouble)};
    }
    case 'match':
      throw new Error('a number has no pattern');
    case 'compare': {
      const digits = String(test.value);
      const value = nearDouble(digits);
      if (how === 'nearly') return {kind: 'compare', field, op: withEqual(test.op), value};
      if (isDouble(digits)) return {kind: 'compare', field, op: test.op, value};
      if (test.op === '=') return {kind: 'oneOf', field, values: []};
      // The number itself is no double, so the next one is either below it or above it.
      const isBelow = compareDigits(plainDigits(String(value)) ?? '', digits) < 0;
      const op = test.op.startsWith('<') ? (isBelow ? '<=' : '<') : isBelow ? '>' : '>=';
      return {kind: 'compare', field, op, value};
    }
  }
}

function isDouble(digits: string): boolean {
  return plainDigits(String(nearDouble(digits))) === digits;
}

function withEqual(op: '=' | '<' | '>' | '<=' | '>='): '=' | '<=' | '>=' {
  return op === '<' ? '<=' : op === '>' ? '>=' : op;
}

import type {Condition, RunOutcome} from './schedule.ts';

const numeric = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const whole = /^-?\d+$/;

/**
 * Whether a condition holds: numbers are compared as numbers, whole ones exactly, and other values
 * as texts. Of rows that were not all fetched only what further ones cannot change holds. Nothing
 * holds of NULL, and of a result without rows only what is said of their number.
 */
export function isMet(
  {of, operator, value}: Condition,
  {rows, value: first, isCut}: RunOutcome,
): boolean {
  const given = of === 'rows' ? (rows === undefined ? undefined : String(rows)) : first;
  if (given === undefined || given === null) return false;
  const order = compared(given.trim(), value.trim());
  // There may be any number of rows more.
  if (of === 'rows' && isCut === true && !operator.startsWith('>'))
    return operator === '!=' && order > 0;
  switch (operator) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
  }
}

function compared(a: string, b: string): number {
  if (whole.test(a) && whole.test(b)) return sign(BigInt(a), BigInt(b));
  if (numeric.test(a) && numeric.test(b)) return sign(Number(a), Number(b));
  return sign(a, b);
}

function sign<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As people read it. */
export function conditionText({of, operator, value}: Condition): string {
  return `${of === 'rows' ? 'Number of rows' : 'First value'} ${operator} ${value}`;
}

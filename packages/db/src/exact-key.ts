/**
 * Decimal numbers of any length as texts that are in the order of the numbers, and equal when the
 * numbers are: SQLite has doubles and 64-bit integers only. 0.D × 10^E is a sign, E and the digits
 * D; of negative numbers E and D are complements.
 */

type Decimal = {readonly isNegative: boolean; readonly digits: string; readonly exponent: number};

const offset = 50_000_000;
const zero = '1';

/** @param text as JSON writes a number */
export function exactKey(text: string): string {
  const {isNegative, digits, exponent} = decimalOf(text);
  if (digits === '') return zero;
  const key = `${offset + exponent}${digits}`;
  // Behind the end of a negative number comes what is above any digit: the longer one is the
  // smaller one.
  return isNegative ? `0${complement(key)}:` : `2${key}`;
}

/** The number's digits, without an exponent and without zeros that say nothing. */
export function exactDigits(key: string): string {
  return plainText(keyed(key));
}

/** Adds up keys; sums are exact. */
export class ExactSum {
  #total = 0n;
  /** Digits behind the point. */
  #scale = 0;
  #count = 0;

  add(key: string, sign: 1n | -1n = 1n): this {
    const {isNegative, digits, exponent} = keyed(key);
    const scale = Math.max(0, digits.length - exponent);
    if (scale > this.#scale) {
      this.#total *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    const value =
      BigInt(digits === '' ? '0' : digits) * 10n ** BigInt(this.#scale - digits.length + exponent);
    this.#total += sign * (isNegative ? -value : value);
    this.#count += Number(sign);
    return this;
  }

  /** Of no numbers there is none. */
  get key(): string | null {
    return this.#count === 0 ? null : exactKey(`${this.#total}e-${this.#scale}`);
  }
}

function decimalOf(text: string): Decimal {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`no number: ${text}`);
  const all = whole + part;
  const digits = all.replace(/^0+/, '').replace(/(?<!0)0+$/, '');
  const leading = all.length - all.replace(/^0+/, '').length;
  return {
    isNegative: sign === '-' && digits !== '',
    digits,
    exponent: whole.length - leading + Number(power),
  };
}

function keyed(key: string): Decimal {
  if (key === zero) return {isNegative: false, digits: '', exponent: 0};
  const isNegative = key.startsWith('0');
  const plain = isNegative ? complement(key.slice(1, -1)) : key.slice(1);
  const width = String(offset).length;
  return {isNegative, digits: plain.slice(width), exponent: Number(plain.slice(0, width)) - offset};
}

function complement(digits: string): string {
  return digits.replace(/\d/g, digit => String(9 - Number(digit)));
}

function plainText({isNegative, digits, exponent}: Decimal): string {
  if (digits === '') return '0';
  const text =
    exponent <= 0
      ? `0.${'0'.repeat(-exponent)}${digits}`
      : exponent >= digits.length
        ? digits.padEnd(exponent, '0')
        : `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
  return isNegative ? `-${text}` : text;
}

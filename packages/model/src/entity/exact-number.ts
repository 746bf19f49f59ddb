/**
 * Numbers that a double cannot hold: 64-bit integers beyond 2^53 and long decimals. They are kept
 * as their own digits, and `JSON.stringify` writes those digits back, so that an id or an amount
 * leaves the catalog as it came.
 */
export type ExactNumber = {readonly rawJSON: string};

/** Part of the language that TypeScript's library does not describe yet. */
const json = JSON as unknown as {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: {source?: string}) => unknown,
  ): unknown;
};

/**
 * Like `JSON.parse`, but numbers that would lose digits become `ExactNumber`s, and halves of
 * characters, which no database can hold, U+FFFD: what would be one value there is one from the
 * start.
 */
export function parseExactly(text: string): unknown {
  // Most texts have neither, and looking at each value costs several times the parsing.
  const whole =
    /\\u[dD][89abAB]/.test(text) || /\\u[dD][c-fC-F]/.test(text) ? wellFormed(text) : text;
  return /\d{16}|\.\d{15}/.test(whole) ? json.parse(whole, keepDigits) : JSON.parse(whole);
}

/** Escapes of halves are read by pairs; a backslash before the backslash makes it no escape. */
function wellFormed(text: string): string {
  return text.replace(
    /(?<!\\)((?:\\\\)*)((?:\\u[dD][89a-fA-F][\da-fA-F]{2})+)/g,
    (_whole, before: string, halves: string) =>
      before + JSON.stringify((JSON.parse(`"${halves}"`) as string).toWellFormed()).slice(1, -1),
  );
}

function keepDigits(_key: string, value: unknown, {source}: {source?: string}): unknown {
  return typeof value === 'number' && source !== undefined ? exactly(source) : value;
}

/** The number that a text of plain digits is; a double when that has all of them. */
export function exactly(given: string): number | ExactNumber {
  // JSON has no zeros in front.
  const text = given.replace(/^(-?)0+(?=\d)/, '$1');
  const value = Number(text);
  return !/^-?\d+(\.\d+)?$/.test(text) || String(value) === text
    ? value
    : sameDigits(text, value)
      ? value
      : json.rawJSON(text);
}

/** `1.50` and `1.5` are the same digits. */
function sameDigits(text: string, value: number): boolean {
  return text.includes('.') && String(value) === text.replace(/\.?(?<!0)0+$/, '');
}

export function isExact(value: unknown): value is ExactNumber {
  return json.isRawJSON(value);
}

/**
 * Any JSON value as people and look-ups read it: a text as it is, everything else as it would be
 * written.
 */
export function writtenText(value: unknown): string {
  // `String` fails on an exact number, and makes the same words of all maps.
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Most digits before or behind the point that an exponent may stand for. */
const maxExponent = 9_999;

/**
 * The number that a text is, in digits alone and without zeros that say nothing, so that equal
 * numbers are equal texts; undefined for what is no number.
 */
export function plainDigits(text: string): string | undefined {
  const found = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d{1,5}))?$/i.exec(text.trim());
  const [, sign = '', whole = '', part = '', power = '0'] = found ?? [];
  if (whole + part === '' || Math.abs(Number(power)) > maxExponent) return undefined;
  const point = whole.length + Number(power);
  const digits = (whole + part)
    .padStart((whole + part).length + Math.max(0, -point), '0')
    .padEnd(point, '0');
  const at = Math.max(0, point);
  const before = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const behind = digits.slice(at).replace(/(?<!0)0+$/, '');
  const plain = behind === '' ? before : `${before}.${behind}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/** Below 0, 0 or above it, as texts of `plainDigits` stand to each other. */
export function compareDigits(one: string, other: string): number {
  const isNegative = one.startsWith('-');
  if (isNegative !== other.startsWith('-')) return isNegative ? -1 : 1;
  if (isNegative) return compareDigits(other.slice(1), one.slice(1));
  const [whole = '', part = ''] = one.split('.');
  const [otherWhole = '', otherPart = ''] = other.split('.');
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return whole.length - otherWhole.length || order(whole, otherWhole) || order(part, otherPart);
}

/** Nearest double, for comparing. */
export function nearest(value: number | ExactNumber): number {
  return typeof value === 'number' ? value : Number(value.rawJSON);
}

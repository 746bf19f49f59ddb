/**
 * Numbers that a double cannot hold: 64-bit integers beyond 2^53 and long decimals. They are kept as their own digits, and
 * `JSON.stringify` writes those digits back, so that an id or an amount leaves the catalog as it came.
 */
export type ExactNumber = {readonly rawJSON: string};

/** Part of the language that TypeScript's library does not describe yet. */
const json = JSON as unknown as {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
  parse(text: string, reviver: (key: string, value: unknown, context: {source?: string}) => unknown): unknown;
};

/** Like `JSON.parse`, but numbers that would lose digits become `ExactNumber`s. */
export function parseExactly(text: string): unknown {
  // Most texts have no number that long, and looking at each value costs several times the parsing.
  return /\d{16}|\.\d{15}/.test(text) ? json.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, {source}: {source?: string}): unknown {
  return typeof value === 'number' && source !== undefined ? exactly(source) : value;
}

/** The number that a text of plain digits is; a double when that has all of them. */
export function exactly(text: string): number | ExactNumber {
  const value = Number(text);
  return !/^-?\d+(\.\d+)?$/.test(text) || String(value) === text
    ? value
    : sameDigits(text, value)
      ? value
      : json.rawJSON(text);
}

/** `1.50` and `1.5` are the same digits. */
function sameDigits(text: string, value: number): boolean {
  return text.includes('.') && String(value) === text.replace(/\.?0+$/, '');
}

export function isExact(value: unknown): value is ExactNumber {
  return json.isRawJSON(value);
}

/** Any JSON value as people and look-ups read it: a text as it is, everything else as it would be written. */
export function writtenText(value: unknown): string {
  // `String` fails on an exact number, and makes the same words of all maps.
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Nearest double, for comparing. */
export function nearest(value: number | ExactNumber): number {
  return typeof value === 'number' ? value : Number(value.rawJSON);
}

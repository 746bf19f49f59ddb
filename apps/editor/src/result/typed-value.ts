import type {ColumnKind} from './column-kind.ts';

const dayMs = 86_400_000;

/** Days since 1970-01-01 of `yyyy-mm-dd`; undefined for what is no such date. */
export function daysOf(text: string): number | undefined {
  const match = /^(-?\d{1,6})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isThatDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isThatDay ? date.getTime() / dayMs : undefined;
}

/** Microseconds since 1970 of `yyyy-mm-dd hh:mm:ss[.fraction][offset]`; digits beyond are cut off. */
export function microsOf(text: string): bigint | undefined {
  const match = /^(-?\d{1,6}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, day = '', hours = '', minutes = '', seconds = '0', fraction = '', offset = ''] = match;
  const days = daysOf(day);
  if (days === undefined || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const wholeSeconds =
    days * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - offsetSeconds(offset);
  return BigInt(wholeSeconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

function offsetSeconds(offset: string): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(offset);
  if (match === null) return 0;
  const [, sign = '+', hours = '0', minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** The digits of a decimal without its point: 1.50 with scale 2 is 150. Undefined when it does not fit. */
export function unscaled(text: string, scale: number): bigint | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole + fraction === '' || /[1-9]/.test(fraction.slice(scale))) return undefined;
  const digits = BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale));
  return sign === '-' ? -digits : digits;
}

/**
 * A value of a `Page` as files with types take it: dates as days, timestamps as microseconds, decimals as their digits,
 * 64-bit integers as bigint.
 * @throws {Error} naming the column, when the server sent something that its type does not allow
 */
export function typedValue(kind: ColumnKind, value: unknown, column: string): unknown {
  if (value === null || value === undefined) return null;
  const typed = convert(kind, value);
  if (typed === undefined) {
    throw new Error(
      `column ${column} holds ${JSON.stringify(String(value))}, which is no ${kind.kind}; CSV takes it as it is`,
    );
  }
  return typed;
}

function convert(kind: ColumnKind, value: unknown): unknown {
  switch (kind.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'int32':
    case 'float':
      return typeof value === 'number' ? value : undefined;
    case 'int64':
      return typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
    case 'decimal':
      return unscaled(String(value), kind.scale);
    case 'date':
      return daysOf(String(value));
    case 'timestamp':
      return microsOf(String(value));
    case 'binary':
      return value instanceof Uint8Array ? value : Buffer.from(String(value));
    case 'text':
      return String(value);
  }
}

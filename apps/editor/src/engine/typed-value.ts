import type {ColumnKind} from './column-kind.ts';

const dayMs = 86_400_000;

/** Days since 1970-01-01 of `yyyy-mm-dd`; undefined for what is no such date. */
export function daysOf(text: string): number | undefined {
  // Values of a column often come day by day.
  if (text !== lastDay.text) lastDay = {text, days: readDays(text)};
  return lastDay.days;
}

let lastDay: {readonly text: string; readonly days: number | undefined} = {
  text: '',
  days: undefined,
};

function readDays(text: string): number | undefined {
  const match = /^(-?\d{1,6})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isThatDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isThatDay ? date.getTime() / dayMs : undefined;
}

/**
 * Microseconds since 1970 of `yyyy-mm-dd hh:mm:ss[.fraction][offset]`; digits beyond are cut off.
 */
export function microsOf(text: string): bigint | undefined {
  return quickMicros(text) ?? readMicros(text);
}

/** Of the usual form, without a fraction and an offset, in a quarter of the time. */
function quickMicros(text: string): bigint | undefined {
  if (text.length !== 19 || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':')
    return undefined;
  const days = daysOf(text.slice(0, 10));
  const [hours, minutes, seconds] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  // NaN is not within either.
  if (days === undefined || !(hours <= 24 && minutes <= 59 && seconds <= 60)) return undefined;
  return BigInt((days * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1_000_000);
}

/** NaN for what are no digits. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

function readMicros(text: string): bigint | undefined {
  const match =
    /^(-?\d{1,6}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [, day = '', hours = '', minutes = '', seconds = '0', fraction = '', offset = ''] = match;
  const days = daysOf(day);
  if (days === undefined || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60)
    return undefined;
  const wholeSeconds =
    days * 86_400 +
    Number(hours) * 3600 +
    Number(minutes) * 60 +
    Number(seconds) -
    offsetSeconds(offset);
  return BigInt(wholeSeconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

function offsetSeconds(offset: string): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(offset);
  if (match === null) return 0;
  const [, sign = '+', hours = '0', minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/**
 * The digits of a decimal without its point: 1.50 with scale 2 is 150. Undefined when it does not
 * fit.
 */
export function unscaled(text: string, scale: number): bigint | undefined {
  // As servers write them: with all digits of the scale, and few enough to be a number.
  const point = text.length - scale - 1;
  if (scale > 0 && text.length <= 16 && text[point] === '.' && /^-?\d+\.\d+$/.test(text))
    return BigInt(text.slice(0, point) + text.slice(point + 1));
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole + fraction === '' || /[1-9]/.test(fraction.slice(scale))) return undefined;
  const digits = BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale));
  return sign === '-' ? -digits : digits;
}

/**
 * Values of a column of a `Page` as files with types take them: dates as days, timestamps as
 * microseconds, decimals as their digits, 64-bit integers as bigint.
 * @throws {Error} naming the column, when the server sent something that its type does not allow
 */
export function typedValues(
  kind: ColumnKind,
  values: readonly unknown[],
  column: string,
): unknown[] {
  const convert = converter(kind);
  return values.map(value => {
    if (value === null || value === undefined) return null;
    const typed = convert(value);
    if (typed !== undefined) return typed;
    const shown = JSON.stringify(String(value));
    throw new Error(
      `column ${column} holds ${shown}, which is no ${kind.kind}; CSV takes it as it is`,
    );
  });
}

/** Answers undefined for what the kind does not allow. */
function converter(kind: ColumnKind): (value: unknown) => unknown {
  switch (kind.kind) {
    case 'boolean':
      return value => (typeof value === 'boolean' ? value : undefined);
    case 'int32':
    case 'float':
      return value => (typeof value === 'number' ? value : undefined);
    case 'int64':
      return value =>
        typeof value === 'bigint'
          ? value
          : Number.isSafeInteger(value)
            ? BigInt(value as number)
            : undefined;
    case 'decimal':
      return value => unscaled(String(value), kind.scale);
    case 'date':
      return value => daysOf(String(value));
    case 'timestamp':
      return value => microsOf(String(value));
    case 'binary':
      return value => (value instanceof Uint8Array ? value : Buffer.from(String(value)));
    case 'text':
      return String;
  }
}

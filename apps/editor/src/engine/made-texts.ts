import type {TextBuffer} from './text-buffer.ts';

const [minus, point, colon, blank] = Buffer.from('-.: ') as unknown as [
  number,
  number,
  number,
  number,
];
const upper = 2 ** 32;
/** Upper 32 bits from here on belong to numbers that a double would not have all digits of. */
const unsafeHigh = 2 ** 20;
const million = 1_000_000;

/** Days since 1970 in years of four digits: what is beyond them is written in ways of its own. */
export const days = {first: -719_162, last: 2_932_896} as const;
/** Upper 32 bits of microseconds since 1970 that certainly belong to such years. */
export const microsHigh = {first: -14_467_070, last: 58_999_819} as const;

/** A whole number of 64 bits, as its lower and its upper half. */
export function writeInteger(out: TextBuffer, low: number, high: number): void {
  if (isSafe(high)) out.integer(high * upper + (low >>> 0));
  else out.ascii(String(wide(low, high)));
}

/** The digits of a decimal in 64 bits, of which so many stand behind the point. */
export function writeDecimal(out: TextBuffer, low: number, high: number, scale: number): void {
  if (scale === 0) return writeInteger(out, low, high);
  if (!isSafe(high)) return out.ascii(pointed(wide(low, high), scale));
  let value = high * upper + (low >>> 0);
  if (value < 0) {
    out.byte(minus);
    value = -value;
  }
  const one = 10 ** scale;
  let whole = Math.floor(value / one);
  // A quotient just below a whole number may have been rounded up to it.
  if (whole * one > value) whole--;
  out.integer(whole);
  out.byte(point);
  out.padded(value - whole * one, scale);
}

/** As `yyyy-mm-dd`. @param day since 1970, as `days` has them */
export function writeDate(out: TextBuffer, day: number): void {
  // Counted in years that begin with March, so that the odd day is a year's last.
  const sinceMarch = day + 719_468;
  const era = (sinceMarch / 146_097) | 0;
  const ofEra = sinceMarch - era * 146_097;
  const yearOfEra =
    ((ofEra - ((ofEra / 1460) | 0) + ((ofEra / 36_524) | 0) - ((ofEra / 146_096) | 0)) / 365) | 0;
  const ofYear = ofEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const monthFromMarch = ((5 * ofYear + 2) / 153) | 0;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  out.padded(era * 400 + yearOfEra + (month <= 2 ? 1 : 0), 4);
  out.byte(minus);
  out.padded(month, 2);
  out.byte(minus);
  out.padded(ofYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1, 2);
}

/**
 * As `yyyy-mm-dd hh:mm:ss`, with the fraction that there is. @param high of microseconds since
 * 1970, as `microsHigh` has them
 */
export function writeTimestamp(out: TextBuffer, low: number, high: number): void {
  // 2^32 are 4294 millions and 967,296: so all numbers stay as small as a double has them exactly.
  const rest = high * 967_296 + (low >>> 0);
  const more = Math.floor(rest / million);
  const seconds = high * 4294 + more;
  const day = Math.floor(seconds / 86_400);
  const ofDay = seconds - day * 86_400;
  writeDate(out, day);
  out.byte(blank);
  out.padded((ofDay / 3600) | 0, 2);
  out.byte(colon);
  out.padded(((ofDay / 60) | 0) % 60, 2);
  out.byte(colon);
  out.padded(ofDay % 60, 2);
  let fraction = rest - more * million;
  if (fraction === 0) return;
  let digits = 6;
  for (; fraction % 10 === 0; digits--) fraction /= 10;
  out.byte(point);
  out.padded(fraction, digits);
}

function isSafe(high: number): boolean {
  return high < unsafeHigh && high >= -unsafeHigh;
}

function wide(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

function pointed(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const place = digits.length - scale;
  return `${value < 0n ? '-' : ''}${digits.slice(0, place)}.${digits.slice(place)}`;
}

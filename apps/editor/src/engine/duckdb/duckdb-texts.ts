import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';

const dayMicros = 86_400_000_000;
const dayMs = 86_400_000;
/** Years of four digits: what is beyond them is written in ways of its own. */
const years = {first: -719_162, last: 2_932_896};
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A decimal, a date or a time as `String(value)` writes it, several times as fast: with numbers
 * where they are exact, and the text of a day made once for all values in a row that fall on it.
 * Undefined for all others.
 */
export function quickText(value: DuckDBValue): string | undefined {
  if (value instanceof DuckDBDecimalValue) return decimalText(value);
  if (value instanceof DuckDBTimestampValue) return timestampText(value.micros);
  return value instanceof DuckDBDateValue ? dayText(value.days) : undefined;
}

function decimalText({value, scale}: DuckDBDecimalValue): string | undefined {
  if (scale === 0 || value > maxSafe || value < -maxSafe) return undefined;
  const number = Number(value);
  const digits = String(Math.abs(number)).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${number < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function timestampText(micros: bigint): string | undefined {
  if (micros > maxSafe || micros < -maxSafe) return undefined;
  const number = Number(micros);
  const days = Math.floor(number / dayMicros);
  const day = dayText(days);
  if (day === undefined) return undefined;
  const ofDay = number - days * dayMicros;
  const seconds = Math.floor(ofDay / 1_000_000);
  const fraction = ofDay - seconds * 1_000_000;
  const time = `${day} ${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return fraction === 0 ? time : `${time}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
}

let lastDay: {readonly days: number; readonly text: string} | undefined;

function dayText(days: number): string | undefined {
  if (days < years.first || days > years.last) return undefined;
  if (lastDay?.days !== days)
    lastDay = {days, text: new Date(days * dayMs).toISOString().slice(0, 10)};
  return lastDay.text;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

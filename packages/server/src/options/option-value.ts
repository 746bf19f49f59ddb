import {readFileSync} from 'node:fs';
import type {Option} from './option.ts';

export type Parsed = {readonly value: string | number | boolean} | {readonly allowed: string};

const timeUnits = {ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000};
const sizeUnits = {b: 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30};

/** The value that `text` means for this option, or what would be allowed. */
export function parseValue(option: Option, text: string): Parsed {
  const trimmed = text.trim();
  switch (option.type) {
    case 'string': {
      if (option.fromFile === true && trimmed.startsWith('file:')) return contentOf(trimmed.slice('file:'.length));
      const allowed = option.check?.(trimmed);
      return allowed === undefined ? {value: trimmed} : {allowed};
    }
    case 'enum':
      return option.allowed.includes(trimmed) ? {value: trimmed} : {allowed: allowedText(option)};
    case 'boolean':
      return /^(true|false)$/i.test(trimmed)
        ? {value: trimmed.toLowerCase() === 'true'}
        : {allowed: allowedText(option)};
    case 'integer':
      return withinRange(option, withUnit(trimmed, {}, 1));
    case 'bytes':
      return withinRange(option, withUnit(trimmed, sizeUnits, 1));
    case 'duration':
      return withinRange(option, withUnit(trimmed, timeUnits, timeUnits[option.unit]));
    case 'map':
      return {value: trimmed};
  }
}

function contentOf(file: string): Parsed {
  try {
    return {value: readFileSync(file, 'utf8').trim()};
  } catch (error) {
    return {allowed: `file:<path> of a file that can be read (${(error as Error).message})`};
  }
}

/** What a value of this option may be, for errors, help and documentation. */
export function allowedText(option: Option): string {
  switch (option.type) {
    case 'string':
      return 'text';
    case 'enum':
      return `one of ${option.allowed.join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number from ${option.min} to ${option.max}`;
    case 'bytes':
      return `a size from ${sizeText(option.min)} to ${sizeText(option.max)}: bytes, or a number with KiB, MiB or GiB`;
    case 'duration': {
      const bare = option.unit === 's' ? 'seconds' : 'milliseconds';
      return `a time from ${timeText(option.min)} to ${timeText(option.max)}: ${bare}, or a number with ms, s, m, h or d`;
    }
    case 'map':
      return `${option.key}.<name>=<text>`;
  }
}

/** The value as an operator would write it; secrets are masked. */
export function showValue(option: Option, text: string): string {
  if (option.secret === 'all') return '***';
  if (option.secret === 'url') return maskUrl(text);
  return text;
}

/** Default as shown in help and documentation. */
export function defaultText(option: Option): string {
  return option.defaultText ?? valueText(option, option.default);
}

/** A value in the words that an operator would give it in. */
export function valueText(option: Option, value: unknown): string {
  if (option.type === 'bytes') return sizeText(Number(value));
  if (option.type === 'duration') return timeText(Number(value));
  return option.type === 'map' ? '' : String(value);
}

/** Hides the password of `scheme://user:password@host`, and of `?password=`, also where the rest is no valid URL. */
export function maskUrl(text: string): string {
  return text.replace(/(:\/\/[^/?#]*?:).*(@)/, '$1***$2').replace(/([?&]password=)[^&]*/gi, '$1***');
}

function withinRange(option: Option & {min: number; max: number}, value: number | undefined): Parsed {
  if (value === undefined || value < option.min || value > option.max) return {allowed: allowedText(option)};
  return {value};
}

/** Whole numbers only, so that no rounding hides what was meant. */
function withUnit(text: string, units: Readonly<Record<string, number>>, bare: number): number | undefined {
  const parts = /^(-?\d{1,15})\s*([a-z]*)$/i.exec(text);
  if (parts === null) return undefined;
  const unit = parts[2] === '' ? bare : units[(parts[2] ?? '').toLowerCase()];
  return unit === undefined ? undefined : Number(parts[1]) * unit;
}

function sizeText(bytes: number): string {
  return largestUnit(bytes, [
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
    ['B', 1],
  ]);
}

function timeText(ms: number): string {
  return largestUnit(ms, [
    ['d', timeUnits.d],
    ['h', timeUnits.h],
    ['m', timeUnits.m],
    ['s', timeUnits.s],
    ['ms', 1],
  ]);
}

function largestUnit(value: number, units: readonly (readonly [string, number])[]): string {
  const [name, size] = units.find(([, size]) => value >= size && value % size === 0) ?? ['', 1];
  return `${value / size} ${name}`.trim();
}

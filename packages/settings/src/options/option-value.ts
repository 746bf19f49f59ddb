import {readFileSync} from 'node:fs';
import {joined, type Kind, oneOf, type Parsed, type Range, wholeNumber, yesOrNo} from '../kind.ts';
import type {Option} from './option.ts';

const timeUnits = {ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000};
/** Largest first, those of disks beside those of memory. */
const sizes = [
  ['TiB', 2 ** 40],
  ['TB', 1e12],
  ['GiB', 2 ** 30],
  ['GB', 1e9],
  ['MiB', 2 ** 20],
  ['MB', 1e6],
  ['KiB', 2 ** 10],
  ['KB', 1e3],
  ['B', 1],
] as const;
const sizeUnits = Object.fromEntries(sizes.map(([name, size]) => [name.toLowerCase(), size]));

/** How the text of an option is read, and what may be written. */
export function kindOf(option: Option): Kind<string | number | boolean> {
  switch (option.type) {
    case 'string':
      return {allowed: 'text', parse: given => parseText(option, joined(given))};
    case 'enum':
      return oneOf(option.allowed);
    case 'boolean':
      return yesOrNo;
    case 'integer':
      return wholeNumber(option);
    case 'bytes':
      return withUnits(
        option,
        `a size ${sizeRange(option)}: bytes, or a number with a unit such as MB or GiB`,
        sizeUnits,
        1,
      );
    case 'duration': {
      const bare = option.unit === 's' ? 'seconds' : 'milliseconds';
      return withUnits(
        option,
        `a time from ${timeText(option.min)} to ${timeText(option.max)}: ${bare}, or a number with ms, s, m, h or d`,
        timeUnits,
        timeUnits[option.unit],
      );
    }
    case 'map':
      return {allowed: `${option.key}.<name>=<text>`, parse: given => ({value: joined(given)})};
  }
}

function parseText(option: Extract<Option, {type: 'string'}>, text: string): Parsed<string> {
  if (option.fromFile === true && text.startsWith('file:'))
    return contentOf(text.slice('file:'.length));
  const allowed = option.check?.(text);
  return allowed === undefined ? {value: text} : {allowed};
}

function contentOf(file: string): Parsed<string> {
  try {
    return {value: readFileSync(file, 'utf8').trim()};
  } catch (error) {
    return {allowed: `file:<path> of a file that can be read (${(error as Error).message})`};
  }
}

/** The value as an operator would write it; secrets are masked. */
export function showValue(option: Option, text: string): string {
  if (option.secret === 'all') return text === '' ? '' : '***';
  if (option.secret === 'url') return maskUrl(text);
  if (option.secret === 'path') return text.split(',').map(hostOf).join(', ');
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
  if (option.type === 'boolean') return value === true ? 'yes' : 'no';
  return option.type === 'map' ? '' : String(value);
}

/**
 * Hides the password of `scheme://user:password@host`, and of parameters such as `?password=`, also
 * where the rest is no valid URL.
 */
export function maskUrl(text: string): string {
  return text
    .replace(/(:\/\/[^/?#:]*:).*(@)/, '$1***$2')
    .replace(/([?&][^=&]*(?:password|secret|token)[^=&]*=)[^&]*/gi, '$1***');
}

/** `https://host/***`; nothing of a text that is no address. */
function hostOf(text: string): string {
  const [, scheme, host] = /^\s*([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^/?#@]+)/i.exec(text) ?? [];
  if (text.trim() === '') return '';
  return host === undefined ? '***' : `${scheme}${host}/***`;
}

/** Whole numbers only, so that no rounding hides what was meant. */
function withUnits(
  {min, max}: Range,
  allowed: string,
  units: Readonly<Record<string, number>>,
  bare: number,
): Kind<number> {
  return {
    allowed,
    parse: given => {
      const [, digits = '', name = ''] = /^(-?\d{1,15})\s*([a-z]*)$/i.exec(joined(given)) ?? [];
      const unit = name === '' ? bare : units[name.toLowerCase()];
      const value = digits === '' || unit === undefined ? NaN : Number(digits) * unit;
      return value >= min && value <= max ? {value} : {allowed};
    },
  };
}

function sizeText(bytes: number): string {
  return largestUnit(bytes, sizes);
}

function sizeRange({min, max}: Range): string {
  if (max === Number.MAX_SAFE_INTEGER)
    return min === 0 ? 'of any amount' : `of at least ${sizeText(min)}`;
  return `from ${sizeText(min)} to ${sizeText(max)}`;
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

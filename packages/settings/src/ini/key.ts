import {
  type Given,
  joined,
  type Kind,
  oneOf,
  type Parsed,
  type Range,
  type Setting,
  wholeNumber,
  yesOrNo,
} from '../kind.ts';

/**
 * One key of the ini files: how its text is read, what it is when nobody gives it, and what it
 * means.
 */
export type Key<T> = Setting<T> &
  Kind<T> & {
    /** Names that the same key had before. */
    readonly formerly?: readonly string[];
  };

type More = Pick<Key<unknown>, 'secret' | 'formerly'>;

export function text(fallback: string, doc: string, more: More = {}): Key<string> {
  return {parse: given => ({value: joined(given)}), allowed: '', default: fallback, doc, ...more};
}

/** Undefined when it is absent or empty. `from` says where the value comes from then. */
export function optionalText(doc: string, from = '', more: More = {}): Key<string | undefined> {
  const parse = (given: Given) => ({value: joined(given) || undefined});
  return {parse, allowed: '', default: undefined, defaultText: from, doc, ...more};
}

export function secret(doc: string, from = ''): Key<string | undefined> {
  return optionalText(doc, from, {secret: 'all'});
}

export const ports: Range = {min: 1, max: 65535};
/** Seconds, rows or bytes of which nobody wants more. */
export const counts: Range = {min: 0, max: 2 ** 31 - 1};
/** As `counts`, where -1 stands for no limit. */
export const limits: Range = {min: -1, max: 2 ** 31 - 1};

export function integer(fallback: number, range: Range, doc: string, more: More = {}): Key<number> {
  return {...wholeNumber(range), default: fallback, doc, ...more};
}

export function optionalInteger(
  range: Range,
  doc: string,
  from: string,
  more: More = {},
): Key<number | undefined> {
  return {...optional(wholeNumber(range)), defaultText: from, doc, ...more};
}

export function flag(fallback: boolean, doc: string, more: More = {}): Key<boolean> {
  return {...flagKey, default: fallback, doc, ...more};
}

export function optionalFlag(doc: string, from: string): Key<boolean | undefined> {
  return {...optional(flagKey), defaultText: from, doc};
}

export function choice<const Allowed extends string>(
  fallback: NoInfer<Allowed>,
  allowed: readonly Allowed[],
  doc: string,
): Key<Allowed> {
  return {...oneOf(allowed, (a, b) => a.toLowerCase() === b.toLowerCase()), default: fallback, doc};
}

/** Undefined when it is absent or empty; `from` says what counts then. */
export function optionalChoice<const Allowed extends string>(
  allowed: readonly Allowed[],
  doc: string,
  from: string,
): Key<Allowed | undefined> {
  const [first] = allowed as readonly [Allowed];
  return {...optional(choice(first, allowed, doc)), defaultText: from, doc};
}

/** Texts with commas between them. */
export function list(fallback: readonly string[], doc: string): Key<readonly string[]> {
  const parse = (given: Given) => ({value: items(given)});
  return {parse, allowed: 'a list, with commas', default: fallback, doc};
}

/** Text that another reader has to understand; `check` throws an error that tells what is wrong. */
export function checkedText(
  fallback: string,
  allowed: string,
  doc: string,
  check: (value: string) => void,
): Key<string> {
  const parse = (given: Given): Parsed<string> => {
    const value = items(given).join(',');
    try {
      check(value);
      return {value};
    } catch (error) {
      return {allowed: `${allowed} (${error instanceof Error ? error.message : String(error)})`};
    }
  };
  return {parse, allowed, default: fallback, doc};
}

/** JSON in quotes; without them a comma in it would make it a list. */
export function jsonObject(doc: string): Key<Readonly<Record<string, unknown>>> {
  const allowed = 'a JSON object in single quotes';
  const parse = (given: Given): Parsed<Readonly<Record<string, unknown>>> => {
    if (given === '') return {value: {}};
    try {
      const value: unknown = typeof given === 'string' ? JSON.parse(given) : undefined;
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject ? {value: value as Record<string, unknown>} : {allowed};
    } catch (error) {
      return {allowed: `${allowed} (${(error as Error).message})`};
    }
  };
  return {parse, allowed, default: {}, doc};
}

/**
 * Name of a Kerberised service, or undefined. The host may be `_HOST`, the realm may be left to
 * Kerberos.
 */
export function principal(doc: string): Key<string | undefined> {
  const allowed = '<service>/<host>@<REALM>';
  const parse = (given: Given): Parsed<string | undefined> => {
    const word = joined(given);
    if (word === '') return {value: undefined};
    return /^[^/@\s]+\/[^/@\s]+(@[^/@\s]+)?$/.test(word) ? {value: word} : {allowed};
  };
  return {parse, allowed, default: undefined, doc};
}

/** What a template leaves empty is off. */
const flagKey: Kind<boolean> = {
  ...yesOrNo,
  parse: given => (joined(given) === '' ? {value: false} : yesOrNo.parse(given)),
};

/** An empty value stands for none, as a template leaves it behind. */
function optional<T>(key: Kind<T>): Kind<T | undefined> & {readonly default: undefined} {
  return {
    allowed: key.allowed,
    default: undefined,
    parse: given => (joined(given) === '' ? {value: undefined} : key.parse(given)),
  };
}

function items(given: Given): string[] {
  return (typeof given === 'string' ? given.split(',') : given)
    .map(item => item.trim())
    .filter(item => item !== '');
}

/**
 * What was written for a setting: a text, or of an ini file a list, where commas stood outside of
 * quotes.
 */
export type Given = string | readonly string[];

/** A value, or what would be allowed. */
export type Parsed<T> = {readonly value: T} | {readonly allowed: string};

/**
 * How the text of a setting is read, and what may be written, in words for errors, help and
 * documentation; empty for any text.
 */
export type Kind<T> = {readonly parse: (given: Given) => Parsed<T>; readonly allowed: string};

/** What every setting has, wherever it is given. */
export type Setting<T> = {
  readonly doc: string;
  readonly default: T;
  /**
   * How a default is shown that is not a plain value, such as one that comes from somewhere else.
   */
  readonly defaultText?: string;
  /**
   * `all`: never shown. `url`: shown without the password inside. `path`: of addresses that are
   * secrets themselves, as those of many webhooks, the host alone is shown.
   */
  readonly secret?: 'all' | 'url' | 'path';
};

export type Range = {readonly min: number; readonly max: number};

export function wholeNumber({min, max}: Range): Kind<number> {
  const allowed = `a whole number from ${min} to ${max}`;
  return {
    allowed,
    parse: given => {
      const word = joined(given);
      const value = /^-?\d{1,15}$/.test(word) ? Number(word) : NaN;
      return value >= min && value <= max ? {value} : {allowed};
    },
  };
}

export function oneOf<const Word extends string>(
  words: readonly Word[],
  isSame = (a: string, b: string) => a === b,
): Kind<Word> {
  const allowed = `one of ${words.join(', ')}`;
  return {
    allowed,
    parse: given => {
      const found = words.find(word => isSame(word, joined(given)));
      return found === undefined ? {allowed} : {value: found};
    },
  };
}

const flags = new Map([
  ...['yes', 'true', 'on', '1', 'yea'].map(word => [word, true] as const),
  ...['no', 'false', 'off', '0', 'nay'].map(word => [word, false] as const),
]);

/** Also what existing configurations say in place of either. */
export const yesOrNo: Kind<boolean> = {
  allowed: 'yes or no',
  parse: given => {
    const value = flags.get(joined(given).toLowerCase());
    return value === undefined ? {allowed: 'yes or no'} : {value};
  },
};

/** A comma outside of quotes made a list of what was meant as one text. */
export function joined(given: Given): string {
  return (typeof given === 'string' ? given : given.join(',')).trim();
}

import {AppError} from '@gazetteer/model';
import {
  attributeGroupsOf,
  attributesOf,
  integerOf,
  listOf,
  maxInteger,
  textOf,
  type Values,
} from './values.ts';
import type {Given} from './given.ts';
import * as shape from './shape.ts';

/**
 * A parameter of the query string: how the API document shows it, and how a request's value is
 * read.
 */
export type Parameter<T> = {
  readonly description: string;
  readonly shape: shape.Shape;
  /** Its name in the query string, where routes call it something else. */
  readonly wireName?: string;
  readonly default?: string | number | boolean;
  /** In the document; what is missing is told by whoever reads it. */
  readonly isNeeded?: true;
  read(values: Values, name: string): T;
};

/** By the names that the route's function sees them under. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type ValuesOf<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

/** The parameters of an address as its operation takes them. @throws what their readers do */
export function valuesOf(wanted: Parameters, given: Given): object {
  const values = Object.entries(wanted).map(([name, one]) => [
    name,
    one.read(given as Values, one.wireName ?? name),
  ]);
  return Object.fromEntries(values) as object;
}

/** Undefined when it is not given; an empty text is a text. */
export const text = (description: string): Parameter<string | undefined> => ({
  description,
  shape: shape.text(),
  read: textOf,
});

/**
 * A text that is one of some words, in any case, where whoever reads it says what is wrong with
 * another.
 */
export const oneWord = (pattern: string, description: string): Parameter<string | undefined> => ({
  description,
  shape: shape.word(pattern),
  read: textOf,
});

/** A parameter without which, or with nothing in it, a request is refused. */
export const needed = <T>(one: Parameter<T>): Parameter<T> => ({
  ...one,
  shape: shape.notEmpty(one.shape),
  isNeeded: true,
});

/**
 * False unless it is `true`, in any case; one that is true by default is true unless it is `false`.
 */
export function flag(
  description: string,
  {default: otherwise = false, wireName}: {default?: boolean; wireName?: string} = {},
): Parameter<boolean> {
  return {
    description,
    ...(wireName === undefined ? {} : {wireName}),
    shape: shape.anyFlag,
    default: otherwise,
    read: (from, name) =>
      otherwise
        ? textOf(from, name)?.toLowerCase() !== 'false'
        : textOf(from, name)?.toLowerCase() === 'true',
  };
}

/** Undefined when it is not given. @throws BAD_REQUEST for what is no whole number */
export const optionalInteger = (description: string): Parameter<number | undefined> => ({
  description,
  shape: {type: 'integer', minimum: -maxInteger, maximum: maxInteger},
  read: integerOf,
});

/**
 * @throws BAD_REQUEST for what is no whole number, less than `min` or more than `max`, or the error
 * that `refuse` makes of it
 */
export function integer(
  description: string,
  options: {
    default: number;
    min?: number;
    max?: number;
    refuse?: (name: string, text: string) => AppError;
  },
): Parameter<number> {
  const refuse =
    options.refuse ??
    ((name, given) => new AppError('BAD_REQUEST', [`${name} must not be ${given}`]));
  return {
    description,
    shape: {
      type: 'integer',
      minimum: options.min ?? -maxInteger,
      maximum: options.max ?? maxInteger,
    },
    default: options.default,
    read: (from, name) => {
      const value = integerOf(from, name) ?? options.default;
      if (value < (options.min ?? -Infinity) || value > (options.max ?? Infinity))
        throw refuse(name, String(value));
      return value;
    },
  };
}

/**
 * One of some words; an empty one is none. @throws BAD_REQUEST for another, or the error that
 * `refuse` makes of it
 */
export function choice<const T extends string>(
  description: string,
  values: readonly T[],
  options: {default: T; refuse?: (name: string, text: string) => AppError},
): Parameter<T> {
  const refuse =
    options.refuse ??
    ((name, given) =>
      new AppError('BAD_REQUEST', [`${name} must be one of ${values.join(', ')}, not ${given}`]));
  return {
    description,
    shape: shape.oneOf(values),
    default: options.default,
    read: (from, name) => {
      const given = textOf(from, name) ?? '';
      const value = given === '' ? options.default : values.find(one => one === given);
      if (value === undefined) throw refuse(name, given);
      return value;
    },
  };
}

/** Given once for each value. */
export const list = (description: string, wireName?: string): Parameter<string[]> => ({
  description,
  ...(wireName === undefined ? {} : {wireName}),
  shape: shape.list(shape.text()),
  read: listOf,
});

/** `attr:<name>=<value>` pairs. */
export const uniqueAttributes: Parameter<Record<string, string>> = {
  description:
    'A unique attribute of the type and its value; `qualifiedName` stands for any: `attr:<name>=<value>`',
  wireName: 'attr:qualifiedName',
  shape: shape.text(),
  read: attributesOf,
};

/** `attr_<n>:<name>=<value>` pairs, a group an entity. */
export const uniqueAttributeGroups: Parameter<Record<string, string>[]> = {
  description:
    'Unique attributes of one entity; further ones have other numbers: `attr_<n>:<name>=<value>`',
  wireName: 'attr_0:qualifiedName',
  shape: shape.text(),
  read: attributeGroupsOf,
};

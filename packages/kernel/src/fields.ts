import {AppError} from '@gazetteer/model';
import type {Given} from './given.ts';
import type {Parameter, Parameters, ValuesOf} from './parameters.ts';
import * as shape from './shape.ts';

// Fields of queries, forms and JSON bodies that are read strictly: what has another type is refused
// with its name. Null stands for absent.

/** A field, whichever way it came. */
type Field<T> = Parameter<T>;
type Member = {readonly [name: string]: unknown};

/**
 * @throws BAD_REQUEST when it is no text, longer than `max` characters, or missing and without a
 * default
 */
export function text(
  description: string,
  {max = 1_000_000, default: otherwise}: {readonly max?: number; readonly default?: string} = {},
): Field<string> {
  return field(description, shape.text(), otherwise, (value, name) => {
    if (typeof value !== 'string') throw bad(`${name} has to be a text.`);
    if (value.length > max)
      throw bad(`${name} may have ${max} characters, and has ${value.length}.`);
    return value;
  });
}

/** A text with something in it, without the blanks around it. @throws BAD_REQUEST */
export function name(description: string, max = 200): Field<string> {
  const whole = text(description, {max});
  return {
    ...whole,
    read: (given, at) => {
      const trimmed = whole.read(given, at).trim();
      if (trimmed === '') throw bad(`${at} is empty.`);
      return trimmed;
    },
  };
}

/** @throws BAD_REQUEST for another one */
export function choice<const T extends string>(
  description: string,
  allowed: readonly T[],
  otherwise?: NoInfer<T>,
): Field<T> {
  const words = text(description, otherwise === undefined ? {} : {default: otherwise});
  return {
    ...words,
    shape: shape.oneOf(allowed),
    read: (given, at) => {
      const value = words.read(given, at);
      const found = allowed.find(one => one === value);
      if (found === undefined) throw bad(`${at} has to be one of ${allowed.join(', ')}.`);
      return found;
    },
  };
}

/**
 * A number of JSON, or its digits. @throws BAD_REQUEST for what is none, or none from 0 to `max`
 */
export function wholeNumber(
  description: string,
  {
    max = Number.MAX_SAFE_INTEGER,
    default: otherwise,
  }: {readonly max?: number; readonly default?: number} = {},
): Field<number> {
  return field(description, shape.integer(), otherwise, (value, at) => {
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > max) {
      throw bad(`${at} has to be a whole number from 0 to ${max}.`);
    }
    return number;
  });
}

/** False when absent. */
export function flag(description: string): Field<boolean> {
  return field(description, shape.flag(), false, (value, at) => {
    if (value === false || value === 'false') return false;
    if (value === true || value === 'true') return true;
    throw bad(`${at} has to be true or false.`);
  });
}

/** Whatever its members; empty when absent. */
export function object(description: string): Field<Member> {
  return {...record(description, {}), read: (given, at) => objectIn(given[at] ?? {}, at)};
}

/** An object with these members. Where it is absent all of them are. */
export function record<P extends Parameters>(description: string, members: P): Field<ValuesOf<P>> {
  return {
    description,
    shape: shapeOf(members),
    read: (given, at) => membersOf(members, objectIn((given as Given)[at] ?? {}, at)),
  };
}

/** A list of objects with these members. */
export function items<P extends Parameters>(description: string, members: P): Field<ValuesOf<P>[]> {
  const whole = list(description, shapeOf(members));
  return {
    ...whole,
    read: (given, at) =>
      whole.read(given, at).map(one => {
        if (typeof one !== 'object' || one === null || Array.isArray(one)) {
          throw bad(`${at} has to be a list of objects.`);
        }
        return membersOf(members, one as Member);
      }),
  };
}

/** A list of whatever. */
export function list(
  description: string,
  of: shape.Shape = shape.anything,
): Field<readonly unknown[]> {
  return {
    description,
    shape: shape.list(of),
    isNeeded: true,
    read: (given, at) => listIn((given as Given)[at], at),
  };
}

/** Any JSON; undefined when absent or null. */
export function any(description: string): Field<unknown> {
  return {
    description,
    shape: shape.anything,
    read: (given, at) => (given as Given)[at] ?? undefined,
  };
}

/** Undefined when it is absent. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  const {isNeeded: _, ...one} = field;
  return {
    ...one,
    read: (given, at) => (isAbsent((given as Given)[at]) ? undefined : one.read(given, at)),
  };
}

/** The id of something. @throws NOT_FOUND for what can be the id of nothing */
export const id: Field<string> = {
  description: 'Its id',
  shape: {type: 'string', format: 'uuid'},
  read: (given, at) => {
    const uuid = String(given[at]);
    if (!isUuid(uuid)) throw new AppError('NOT_FOUND', [`${uuid} is no id.`]);
    return uuid;
  },
};

export function isUuid(words: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(words);
}

/** What fields say of an object that was not read with a request. */
export function membersOf<P extends Parameters>(members: P, given: Given): ValuesOf<P> {
  const values = Object.entries(members).map(([at, one]) => [at, one.read(given as never, at)]);
  return Object.fromEntries(values) as ValuesOf<P>;
}

/** Of an object with these members. */
export function shapeOf(members: Parameters): shape.Shape {
  const properties = Object.entries(members).map(([at, one]) => [
    at,
    shape.described(one.shape, one.description),
  ]);
  const needed = Object.entries(members).flatMap(([at, one]) => (one.isNeeded ? [at] : []));
  return shape.object(Object.fromEntries(properties) as Record<string, shape.Shape>, needed);
}

function field<T extends string | number | boolean | object>(
  description: string,
  of: shape.Shape,
  otherwise: T | undefined,
  read: (value: unknown, at: string) => T,
): Field<T> {
  return {
    description,
    shape: of,
    ...(otherwise === undefined
      ? {isNeeded: true}
      : typeof otherwise === 'object'
        ? {}
        : {default: otherwise}),
    read: (given, at) => {
      const value = (given as Given)[at];
      if (!isAbsent(value)) return read(value, at);
      if (otherwise === undefined) throw bad(`${at} is missing.`);
      return otherwise;
    },
  };
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function objectIn(value: unknown, at: string): Member {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad(`${at} has to be an object.`);
  return value as Member;
}

function listIn(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw bad(`${at} has to be a list.`);
  return value as unknown[];
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}

import {AppError} from '@gazetteer/model';
import {type Given, lastOf, parseGiven} from './given.ts';
import type {Parameter} from './parameters.ts';
import * as shape from './shape.ts';

// Fields as clients of many years send them: complex ones are JSON or its text, numbers and
// switches may be texts, a word may be in quotes.

export type ObjectField = {readonly [name: string]: unknown};

/** `otherwise` when it is absent. Numbers and switches of JSON are texts, too. */
export function text(description: string, otherwise = ''): Parameter<string> {
  return field(description, shape.text(), (given = null) => {
    const value = lastOf(given) ?? null;
    if (value === null) return otherwise;
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
  });
}

/** A word that older clients send as JSON, such as `"hdfs-file"`. */
export function word(description: string, otherwise = ''): Parameter<string> {
  const plain = text(description, otherwise);
  return {
    ...plain,
    read: (given, name) => {
      const words = plain.read(given, name);
      return /^".*"$/s.test(words) ? String(parseGiven(name, words)) : words;
    },
  };
}

/** Never more than `max`. @throws BAD_REQUEST for what is no whole number */
export function number(
  description: string,
  otherwise: number,
  max = Number.MAX_SAFE_INTEGER,
): Parameter<number> {
  const plain = text(description);
  return {
    description,
    shape: shape.integer(),
    default: otherwise,
    read: (given, name) => {
      const digits = plain.read(given, name).trim();
      if (digits === '' || digits === 'null') return otherwise;
      const value = Number(digits);
      if (!Number.isInteger(value) || value < 0)
        throw bad(`${name} must be a whole number, not ${digits}`);
      return Math.min(value, max);
    },
  };
}

export function flag(description: string): Parameter<boolean> {
  const plain = text(description);
  return {
    description,
    shape: shape.flag(),
    read: (given, name) => plain.read(given, name).trim().toLowerCase() === 'true',
  };
}

/** A list of texts, or one text, as such or as JSON. */
export function words(description: string): Parameter<string[]> {
  return field(description, shape.list(shape.text()), (value, name) =>
    [jsonOf(value, name) ?? []].flat().map(String),
  );
}

/** A list of objects, or one, as such or as JSON; what is none is left out. */
export function objects(description: string): Parameter<readonly ObjectField[]> {
  return field(description, shape.list(shape.mapOf(shape.anything)), (value, name) =>
    [jsonOf(value, name) ?? []]
      .flat()
      .filter((part): part is ObjectField => typeof part === 'object' && part !== null),
  );
}

/** A list of objects as one that has the fields of all. */
export function merged(description: string): Parameter<ObjectField> {
  const all = objects(description);
  return {
    ...all,
    read: (given, name) => Object.assign({}, ...all.read(given, name)) as ObjectField,
  };
}

/**
 * An object: given as such, or as its JSON text. Empty when absent. @throws BAD_REQUEST for what is
 * none
 */
export function object(
  description: string,
  of: shape.Shape = shape.mapOf(shape.anything),
): Parameter<ObjectField> {
  return field(description, of, (given, name) => {
    const value = lastOf(given) ?? null;
    if (value === null || value === '') return {};
    const parsed = typeof value === 'string' ? parseGiven(name, value) : value;
    if (parsed === null) return {};
    if (typeof parsed !== 'object' || Array.isArray(parsed))
      throw bad(`${name} must be a JSON object`);
    return parsed as ObjectField;
  });
}

/** The object inside an object; empty when there is none. */
export function inner(given: ObjectField, name: string): ObjectField {
  const value = given[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ObjectField)
    : {};
}

export function textIn(given: ObjectField, name: string): string {
  const value = lastOf(given[name]);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function field<T>(
  description: string,
  of: shape.Shape,
  read: (value: unknown, name: string) => T,
): Parameter<T> {
  return {description, shape: of, read: (given, name) => read((given as Given)[name], name)};
}

function jsonOf(value: unknown, name: string): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' && /^[[{"]/.test(value.trim()) ? parseGiven(name, value) : value;
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}

import {isMap} from './entity/value.ts';
import {JsonError} from './json-error.ts';

/**
 * Reading of bodies: what is not there is undefined or empty, what has the wrong shape is refused
 * with its path.
 */

/** @throws JsonError with the path when it is something else, as the others here */
export function mapAt(json: unknown, path: string): Record<string, unknown> {
  if (!isMap(json)) throw wrongShape(path, 'an object');
  return json;
}

export function optionalMap(json: unknown, path: string): Record<string, unknown> | undefined {
  return json === null || json === undefined ? undefined : mapAt(json, path);
}

export function optionalList(json: unknown, path: string): unknown[] {
  if (json === null || json === undefined) return [];
  if (!Array.isArray(json)) throw wrongShape(path, 'an array');
  return json;
}

/** Numbers and booleans are read as their text, as the reference's JSON reader does. */
export function optionalText(json: unknown, path: string): string | undefined {
  if (json === null || json === undefined) return undefined;
  if (typeof json === 'object') throw wrongShape(path, 'a text');
  return String(json);
}

export function wrongShape(path: string, expected: string): JsonError {
  return new JsonError(`Expected ${expected}`, undefined, path);
}

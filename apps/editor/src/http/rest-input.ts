import {Refusal} from './refusal.ts';

export type JsonObject = {readonly [name: string]: unknown};

/** What came with a request, read field by field; what has the wrong shape is refused with its name. */
export class RestInput {
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  /** As they came. */
  get all(): JsonObject {
    return this.#values;
  }

  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== null;
  }

  /** @throws {Refusal} when it is no text, or longer than `max` characters */
  text(name: string, otherwise?: string, max = 1_000_000): string {
    const value = this.#values[name];
    if (value === undefined || value === null) {
      if (otherwise === undefined) throw new Refusal(400, `${name} is missing.`);
      return otherwise;
    }
    if (typeof value !== 'string') throw new Refusal(400, `${name} has to be a text.`);
    if (value.length > max) throw new Refusal(400, `${name} may have ${max} characters, and has ${value.length}.`);
    return value;
  }

  choice<T extends string>(name: string, allowed: readonly T[], otherwise?: T): T {
    const value = this.text(name, otherwise);
    const found = allowed.find(one => one === value);
    if (found === undefined) throw new Refusal(400, `${name} has to be one of ${allowed.join(', ')}.`);
    return found;
  }

  /** Numbers of JSON, and the texts of a query. */
  wholeNumber(name: string, otherwise: number | undefined, max: number): number {
    const value = this.#values[name];
    if (value === undefined || value === null) {
      if (otherwise === undefined) throw new Refusal(400, `${name} is missing.`);
      return otherwise;
    }
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > max) {
      throw new Refusal(400, `${name} has to be a whole number from 0 to ${max}.`);
    }
    return number;
  }

  flag(name: string): boolean {
    const value = this.#values[name];
    if (value === undefined || value === null || value === false || value === 'false') return false;
    if (value === true || value === 'true') return true;
    throw new Refusal(400, `${name} has to be true or false.`);
  }

  /** Empty when absent. */
  object(name: string): JsonObject {
    const value = this.#values[name];
    if (value === undefined || value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) throw new Refusal(400, `${name} has to be an object.`);
    return value as JsonObject;
  }

  list(name: string): readonly unknown[] {
    const value = this.#values[name];
    if (!Array.isArray(value)) throw new Refusal(400, `${name} has to be a list.`);
    return value as unknown[];
  }

  /** A list of objects, each to be read like this one. */
  items(name: string): readonly RestInput[] {
    return this.list(name).map(value => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Refusal(400, `${name} has to be a list of objects.`);
      }
      return new RestInput(value as JsonObject);
    });
  }
}

/** @throws {Refusal} 404 for what can be the id of nothing */
export function uuidIn(path: Readonly<Record<string, string>>, name = 'uuid'): string {
  const uuid = path[name] ?? '';
  if (!isUuid(uuid)) throw new Refusal(404, `${uuid} is no id.`);
  return uuid;
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text);
}

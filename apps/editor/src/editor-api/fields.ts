import {ApiError, status} from './envelope.ts';
import {parseGiven} from './parse-given.ts';

/** What a client sent: form fields, whose complex values are JSON texts, or a JSON object. */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** All of them, unread. */
  get all(): ObjectField {
    return Object.fromEntries(this.#values);
  }

  /** The text of a field, `otherwise` when it is absent. Numbers and switches of JSON bodies are texts, too. */
  text(name: string, otherwise = ''): string {
    const value = this.#values.get(name);
    if (value === undefined || value === null) return otherwise;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  /** A word that older clients send as JSON, such as `"hdfs-file"`. */
  word(name: string, otherwise = ''): string {
    const text = this.text(name, otherwise);
    return /^".*"$/s.test(text) ? String(parseGiven(name, text)) : text;
  }

  number(name: string, otherwise: number, max: number): number {
    const text = this.text(name).trim();
    if (text === '' || text === 'null') return otherwise;
    const number = Number(text);
    if (!Number.isInteger(number) || number < 0) throw invalid(`${name} must be a whole number, not ${text}`);
    return Math.min(number, max);
  }

  flag(name: string): boolean {
    return this.text(name).trim().toLowerCase() === 'true';
  }

  /** A list of texts, or one text, as such or as JSON. */
  words(name: string): string[] {
    const value = this.#json(name);
    return [value ?? []].flat().map(String);
  }

  /** A list of objects as one that has the fields of all. */
  merged(name: string): ObjectField {
    const value = this.#json(name) ?? {};
    const parts = [value].flat().filter((part): part is ObjectField => typeof part === 'object' && part !== null);
    return Object.assign({}, ...parts) as ObjectField;
  }

  #json(name: string): unknown {
    const value = this.#values.get(name);
    if (value === '') return undefined;
    return typeof value === 'string' && /^[[{"]/.test(value.trim()) ? parseGiven(name, value) : value;
  }

  /** An object: given as such, or as its JSON text. Empty when absent. */
  object(name: string): ObjectField {
    const value = this.#values.get(name);
    if (value === undefined || value === null || value === '') return {};
    const parsed = typeof value === 'string' ? parseGiven(name, value) : value;
    if (parsed === null) return {};
    if (typeof parsed !== 'object' || Array.isArray(parsed)) throw invalid(`${name} must be a JSON object`);
    return parsed as ObjectField;
  }
}

export type ObjectField = {readonly [name: string]: unknown};

/** The object inside an object; empty when there is none. */
export function inner(object: ObjectField, name: string): ObjectField {
  const value = object[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ObjectField) : {};
}

export function textIn(object: ObjectField, name: string): string {
  const value = object[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function invalid(message: string): ApiError {
  return new ApiError(status.failed, message);
}

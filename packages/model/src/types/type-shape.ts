import type {TypeIssues} from './type-issues.ts';

/**
 * Reads the fields of a JSON object of unknown shape. A field of the wrong kind becomes an issue
 * that names its path and reads as absent, so that all of a request's faults are found. Numbers and
 * booleans written as text are taken, and text written as number, as other servers of this API do;
 * null is absent.
 */
export class Shape {
  readonly path: string;
  readonly #fields: Record<string, unknown>;
  readonly #issues: TypeIssues;
  /**
   * Of something else it is said once that it is no object, and not that every field of it is
   * missing.
   */
  readonly isObject: boolean;

  constructor(value: unknown, path: string, issues: TypeIssues) {
    this.path = path;
    this.#issues = issues;
    this.isObject = isRecord(value);
    this.#fields = isRecord(value) ? value : {};
    if (!this.isObject) this.#wrong('', 'an object', value);
  }

  has(name: string): boolean {
    return this.#get(name) !== undefined;
  }

  text(name: string, maxLength = Infinity): string | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return this.#wrong(name, 'a text', value);
    }
    const text = String(value);
    // Databases refuse NUL inside text.
    if (text.includes('\0')) return this.#wrong(name, 'a text without NUL characters', value);
    return text.length > maxLength
      ? this.#wrong(name, `at most ${maxLength} characters long`, value)
      : text;
  }

  /** A text that is there and not blank; else an issue, and ''. */
  required(name: string, maxLength = Infinity): string {
    const text = this.given(name, maxLength);
    if (this.has(name) && text.trim() === '') this.#missing(name);
    return text;
  }

  /** A text that is there, be it blank; else an issue, and ''. */
  given(name: string, maxLength = Infinity): string {
    if (this.isObject && !this.has(name)) this.#missing(name);
    return this.text(name, maxLength) ?? '';
  }

  #missing(name: string): void {
    this.#issues.add('INVALID_TYPE_DEFINITION', `${this.#at(name)}: missing`);
  }

  flag(name: string): boolean {
    const value = this.#get(name) ?? false;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    return this.#wrong(name, 'true or false', value) ?? false;
  }

  integer(name: string): number | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const fits = Number.isInteger(number) && Math.abs(number as number) <= 2147483647;
    return fits ? (number as number) : this.#wrong(name, 'a whole number', value);
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    return (
      values.find(one => one === value) ?? this.#wrong(name, `one of ${values.join(', ')}`, value)
    );
  }

  /** The objects of a list; absent is empty. */
  list(name: string): Shape[] {
    return this.#array(name).map(
      (item, i) => new Shape(item, `${this.#at(name)}[${i}]`, this.#issues),
    );
  }

  texts(name: string): string[] {
    const texts = this.#array(name).filter((item, i) => {
      if (typeof item !== 'string' || item.trim() === '')
        this.#wrong(`${name}[${i}]`, 'a name', item);
      return typeof item === 'string';
    });
    return [...new Set(texts as string[])];
  }

  object(name: string): Shape | undefined {
    const value = this.#get(name);
    return value === undefined ? undefined : new Shape(value, this.#at(name), this.#issues);
  }

  /** A map of texts; null values are left out. */
  textMap(name: string): Record<string, string> | undefined {
    const shape = this.object(name);
    return shape === undefined ? undefined : shape.allTexts();
  }

  allTexts(): Record<string, string> {
    const entries = Object.keys(this.#fields).map(key => [key, this.text(key)] as const);
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  record(): Record<string, unknown> {
    return this.#fields;
  }

  #array(name: string): readonly unknown[] {
    const value = this.#get(name);
    if (Array.isArray(value)) return value;
    if (value !== undefined) this.#wrong(name, 'a list', value);
    return [];
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  #at(name: string): string {
    if (name === '') return this.path === '' ? 'the body' : this.path;
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  #wrong(name: string, expected: string, found: unknown): undefined {
    this.#issues.add(
      'INVALID_TYPE_DEFINITION',
      `${this.#at(name)}: must be ${expected}, found ${describe(found)}`,
    );
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

import {isExact, JsonError, parseJson} from '@gazetteer/model';

/**
 * The shape of a JSON value, as a part of JSON Schema 2020-12 that the API document shows as it is and `checkShape` checks
 * bodies against. A named shape is a component of the document; it is made when asked for, so that it may hold itself.
 */
export type Shape = {readonly description?: string} & (
  | {readonly type: 'string'; readonly enum?: readonly string[]; readonly format?: string}
  | {readonly type: 'integer' | 'number' | 'boolean'; readonly default?: unknown; readonly minimum?: number}
  | {readonly type: 'array'; readonly items: Shape}
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, Shape>>;
      /** In answers they are there; in a body whose reader misses one, its error says so. */
      readonly required?: readonly string[];
      /** Absent: members that are not listed are ignored. */
      readonly additionalProperties?: Shape;
    }
  | {readonly nullable: Shape}
  | {readonly any: true}
  | {readonly name: string; readonly of: () => Shape}
);

type Properties = Readonly<Record<string, Shape>>;

export const anything: Shape = {any: true};
export const text = (description?: string): Shape => ({type: 'string', ...described(description)});
export const flag = (description?: string): Shape => ({type: 'boolean', ...described(description)});
export const integer = (description?: string): Shape => ({type: 'integer', ...described(description)});
export const number = (description?: string): Shape => ({type: 'number', ...described(description)});
export const time = (description = 'Milliseconds since 1970, UTC'): Shape => integer(description);
export const oneOf = (values: readonly string[], description?: string): Shape => ({
  type: 'string',
  enum: values,
  ...described(description),
});
export const list = (items: Shape, description?: string): Shape => ({type: 'array', items, ...described(description)});
export const mapOf = (values: Shape, description?: string): Shape => ({
  type: 'object',
  properties: {},
  additionalProperties: values,
  ...described(description),
});
export const nullable = (shape: Shape): Shape => ({nullable: shape});

/** `required`: names of the members that are always there. */
export const object = (properties: Properties, required: readonly string[] = []): Shape => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : {required}),
});

/** A component of the API document. */
export const named = (name: string, of: () => Shape): Shape => ({name, of});

function described(description: string | undefined): {description?: string} {
  return description === undefined ? {} : {description};
}

/** The JSON of a body, of the shape that its route declares. @throws JsonError with the place of what does not fit */
export function parseBody(shape: Shape, body: string): unknown {
  const json = parseJson(body);
  checkShape(shape, json);
  return json;
}

/**
 * As other servers of this API read JSON: null stands for absent, members that are not declared are ignored, and numbers and
 * booleans may be written as text. What is required is left to the reader, whose errors say more.
 */
export function checkShape(shape: Shape, json: unknown, path = ''): void {
  if (json === null || json === undefined || 'any' in shape) return;
  if ('of' in shape) checkShape(shape.of(), json, path);
  else if ('nullable' in shape) checkShape(shape.nullable, json, path);
  else if (shape.type === 'array') {
    if (!Array.isArray(json)) throw wrong(path, 'an array');
    json.forEach((item, i) => checkShape(shape.items, item, `${path}[${i}]`));
  } else if (shape.type === 'object') {
    if (typeof json !== 'object' || Array.isArray(json) || isExact(json)) throw wrong(path, 'an object');
    for (const [name, value] of Object.entries(json)) {
      const member = Object.hasOwn(shape.properties, name) ? shape.properties[name] : shape.additionalProperties;
      if (member !== undefined) checkShape(member, value, path === '' ? name : `${path}.${name}`);
    }
  } else checkScalar(shape, json, path);
}

function checkScalar(
  shape: Extract<Shape, {type: 'string' | 'integer' | 'number' | 'boolean'}>,
  json: unknown,
  path: string,
): void {
  if (typeof json === 'object' && !isExact(json)) throw wrong(path, nouns[shape.type]);
  const written = String(json);
  if (shape.type === 'string') {
    const values = 'enum' in shape ? shape.enum : undefined;
    if (values !== undefined && !values.includes(written)) throw wrong(path, `one of ${values.join(', ')}`);
  } else if (shape.type === 'boolean') {
    if (!/^(true|false|)$/i.test(written)) throw wrong(path, nouns.boolean);
  } else if (!isNumber(written) || (shape.type === 'integer' && !Number.isInteger(Number(written)))) {
    throw wrong(path, nouns[shape.type]);
  }
}

const nouns = {string: 'a text', integer: 'a whole number', number: 'a number', boolean: 'true or false'} as const;

/** An empty text is a number that was not filled in. */
function isNumber(written: string): boolean {
  return written === '' || (written.trim() !== '' && Number.isFinite(Number(written)));
}

function wrong(path: string, expected: string): JsonError {
  return new JsonError(`Expected ${expected}`, undefined, path);
}

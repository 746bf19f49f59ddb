import {isExact, JsonError, nearest, parseJson} from '@gazetteer/model';

/**
 * The shape of a JSON value, as a part of JSON Schema 2020-12 that the API document shows as it is and `checkShape` checks
 * bodies against. A named shape is a component of the document; it is made when asked for, so that it may hold itself.
 */
export type Shape = {readonly description?: string} & (
  | {
      readonly type: 'string';
      readonly enum?: readonly string[];
      readonly format?: string;
      readonly pattern?: string;
      readonly minLength?: number;
    }
  | {readonly type: 'integer' | 'number' | 'boolean'; readonly default?: unknown; readonly minimum?: number}
  | {readonly type: 'array'; readonly items: Shape; readonly minItems?: number}
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, Shape>>;
      /** In answers they are there; in a body whose reader misses one, its error says so. */
      readonly required?: readonly string[];
      /** Absent: members that are not listed are ignored. */
      readonly additionalProperties?: Shape;
      readonly minProperties?: number;
    }
  | {readonly nullable: Shape}
  /** In its place there may be a text, which is what its `member` says. */
  | {readonly orText: Shape; readonly member: string}
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

/** One of some words, where whoever reads it says what is wrong with another, or takes it in any case. */
export const word = (pattern: string, description?: string): Shape => ({
  type: 'string',
  pattern: `^(${pattern})$`,
  ...described(description),
});

/** For the document: a text, list or map that says something. Whoever reads it says what is wrong with an empty one. */
export function notEmpty(shape: Shape): Shape {
  if (!('type' in shape)) return shape;
  if (shape.type === 'string') return {...shape, minLength: 1};
  if (shape.type === 'array') return {...shape, minItems: 1};
  return shape.type === 'object' ? {...shape, minProperties: 1} : shape;
}

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
  return fitted(shape, parseJson(body), '');
}

/**
 * As other servers of this API read JSON: null stands for absent, members that are not declared are ignored, and numbers and
 * booleans may be written as text. What is required is left to the reader, whose errors say more. A number with more digits than
 * a double has is the nearest double, or a text, as declared; only values without a declared shape keep all digits.
 */
function fitted(shape: Shape, json: unknown, path: string): unknown {
  if (json === null || json === undefined || 'any' in shape) return json;
  if ('of' in shape) return fitted(shape.of(), json, path);
  if ('nullable' in shape) return fitted(shape.nullable, json, path);
  if ('orText' in shape) return typeof json === 'string' ? {[shape.member]: json} : fitted(shape.orText, json, path);
  if (shape.type === 'array') {
    if (!Array.isArray(json)) throw wrong(path, 'an array');
    json.forEach((item, i) => (json[i] = fitted(shape.items, item, `${path}[${i}]`)));
    return json;
  }
  if (shape.type !== 'object') return fittedScalar(shape, json, path);
  if (typeof json !== 'object' || Array.isArray(json) || isExact(json)) throw wrong(path, 'an object');
  // In place: it was just parsed and is nobody else's.
  const members = json as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const member = Object.hasOwn(shape.properties, name) ? shape.properties[name] : shape.additionalProperties;
    if (member === undefined) continue;
    const fit = fitted(member, value, path === '' ? name : `${path}.${name}`);
    if (fit !== value) members[name] = fit;
  }
  return json;
}

function fittedScalar(
  shape: Extract<Shape, {type: 'string' | 'integer' | 'number' | 'boolean'}>,
  json: unknown,
  path: string,
): unknown {
  if (typeof json === 'object' && !isExact(json)) throw wrong(path, nouns[shape.type]);
  const written = isExact(json) ? json.rawJSON : String(json);
  if (shape.type === 'string') {
    const values = 'enum' in shape ? shape.enum : undefined;
    if (values !== undefined && !values.includes(written)) throw wrong(path, `one of ${values.join(', ')}`);
    return isExact(json) ? written : json;
  }
  if (shape.type === 'boolean') {
    if (!/^(true|false|)$/i.test(written)) throw wrong(path, nouns.boolean);
  } else if (!isNumber(written) || (shape.type === 'integer' && !Number.isInteger(Number(written)))) {
    throw wrong(path, nouns[shape.type]);
  }
  return isExact(json) ? nearest(json) : json;
}

const nouns = {string: 'a text', integer: 'a whole number', number: 'a number', boolean: 'true or false'} as const;

/** An empty text is a number that was not filled in. */
function isNumber(written: string): boolean {
  return written === '' || (written.trim() !== '' && Number.isFinite(Number(written)));
}

function wrong(path: string, expected: string): JsonError {
  return new JsonError(`Expected ${expected}`, undefined, path);
}

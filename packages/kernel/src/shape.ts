import {isExact, JsonError, nearest, parseJson} from '@gazetteer/model';

/**
 * The shape of a JSON value, as a part of JSON Schema 2020-12 that the API document shows as it is
 * and `checkShape` checks bodies against. A named shape is a component of the document; it is made
 * when asked for, so that it may hold itself.
 */
export type Shape = {readonly description?: string} & (
  | {
      readonly type: 'string';
      readonly enum?: readonly string[];
      readonly format?: string;
      readonly pattern?: string;
      readonly minLength?: number;
    }
  | {
      readonly type: 'integer' | 'number';
      readonly default?: unknown;
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | {
      readonly type: 'boolean';
      readonly default?: unknown;
      /** In a request any other text is one of both, too, as its reader says. */
      readonly isAnyText?: true;
    }
  | {readonly type: 'array'; readonly items: Shape; readonly minItems?: number}
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, Shape>>;
      /** In answers they are there, and what needs them in a body says so where one is missing. */
      readonly required?: readonly string[];
      /** Always there in answers, and of no need in a body. */
      readonly answered?: readonly string[];
      /** Absent: members that are not listed are ignored. */
      readonly additionalProperties?: Shape;
      readonly minProperties?: number;
    }
  | {readonly nullable: Shape}
  /** One of these; which one a body has is for its reader to say. */
  | {readonly either: readonly Shape[]}
  /** In its place there may be a text, which is what its `member` says. */
  | {readonly orText: Shape; readonly member: string}
  | {readonly any: true}
  | {readonly name: string; readonly about: string; readonly of: () => Shape}
);

type Properties = Readonly<Record<string, Shape>>;

export const anything: Shape = {any: true};
export const text = (description?: string): Shape => ({type: 'string', ...optional(description)});
export const flag = (description?: string): Shape => ({type: 'boolean', ...optional(description)});
/** Of a query string: what is neither `true` nor `false` is read as its reader says. */
export const anyFlag: Shape = {type: 'boolean', isAnyText: true};
export const integer = (description?: string): Shape => ({
  type: 'integer',
  ...optional(description),
});
export const number = (description?: string): Shape => ({type: 'number', ...optional(description)});
export const time = (description = 'Milliseconds since 1970, UTC'): Shape => integer(description);
export const oneOf = (values: readonly string[], description?: string): Shape => ({
  type: 'string',
  enum: values,
  ...optional(description),
});
export const list = (items: Shape, description?: string): Shape => ({
  type: 'array',
  items,
  ...optional(description),
});
export const mapOf = (values: Shape, description?: string): Shape => ({
  type: 'object',
  properties: {},
  additionalProperties: values,
  ...optional(description),
});
export const nullable = ({description, ...shape}: Shape): Shape => ({
  nullable: shape,
  ...optional(description),
});

export const either = (...shapes: readonly Shape[]): Shape => ({either: shapes});

/**
 * One of some words, where whoever reads it says what is wrong with another, or takes it in any
 * case.
 */
export const word = (pattern: string, description?: string): Shape => ({
  type: 'string',
  pattern: `^(${pattern})$`,
  ...optional(description),
});

/**
 * For the document: a text, list or map that says something. Whoever reads it says what is wrong
 * with an empty one.
 */
export function notEmpty(shape: Shape): Shape {
  if (!('type' in shape)) return shape;
  if (shape.type === 'string') return {...shape, minLength: 1};
  if (shape.type === 'array') return {...shape, minItems: 1};
  return shape.type === 'object' ? {...shape, minProperties: 1} : shape;
}

/**
 * @param required names of the members that are always there, in a body, too
 * @param answered of those that are only always there in an answer
 */
export const object = (
  properties: Properties,
  required: readonly string[] = [],
  answered: readonly string[] = [],
): Shape => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : {required}),
  ...(answered.length === 0 ? {} : {answered}),
});

/** A component of the API document. @param about what it is, wherever it is used */
export const named = (name: string, about: string, of: () => Shape): Shape => ({name, about, of});

/** The shape with what it means at one place. */
export const described = (shape: Shape, description: string): Shape => ({...shape, description});

function optional(description: string | undefined): {description?: string} {
  return description === undefined ? {} : {description};
}

/**
 * The JSON of a body, of the shape that its route declares. @throws JsonError with the place of
 * what does not fit
 */
export function parseBody(shape: Shape, body: string): unknown {
  return fitted(shape, parseJson(body), '');
}

/** The same of JSON that was parsed, in place. @throws JsonError */
export function fitBody(shape: Shape, json: unknown): unknown {
  return fitted(shape, json, '');
}

/**
 * As other servers of this API read JSON: null stands for absent, members that are not declared are
 * ignored, and numbers and booleans may be written as text, and the other way round. `Schemas` of
 * the API document shows the same. What is required is left to the reader, whose errors say more. A
 * number with more digits than a double has is the nearest double, or a text, as declared; only
 * values without a declared shape keep all digits.
 */
function fitted(shape: Shape, json: unknown, path: string): unknown {
  if (json === null || json === undefined || 'any' in shape || 'either' in shape) return json;
  if ('of' in shape) return fitted(shape.of(), json, path);
  if ('nullable' in shape) return fitted(shape.nullable, json, path);
  if ('orText' in shape)
    return typeof json === 'string' ? {[shape.member]: json} : fitted(shape.orText, json, path);
  if (shape.type === 'array') {
    if (!Array.isArray(json)) throw wrong(path, 'an array');
    json.forEach((item, i) => (json[i] = fitted(shape.items, item, `${path}[${i}]`)));
    return json;
  }
  if (shape.type !== 'object') return fittedScalar(shape, json, path);
  if (typeof json !== 'object' || Array.isArray(json) || isExact(json))
    throw wrong(path, 'an object');
  // In place: it was just parsed and is nobody else's.
  const members = json as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const member = Object.hasOwn(shape.properties, name)
      ? shape.properties[name]
      : shape.additionalProperties;
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
    if (values !== undefined && !values.includes(written))
      throw wrong(path, `one of ${values.join(', ')}`);
    return written;
  }
  if (typeof json === 'string') return fittedText(shape.type, json, path);
  if (shape.type === 'boolean' ? typeof json !== 'boolean' : !Number.isFinite(Number(written))) {
    throw wrong(path, nouns[shape.type]);
  }
  if (shape.type === 'integer' && !Number.isInteger(Number(written)))
    throw wrong(path, nouns.integer);
  return isExact(json) ? nearest(json) : json;
}

/**
 * A flag or number that was written as text: whoever asks whether it is one must not take a text
 * for none.
 */
function fittedText(type: keyof typeof asText, text: string, path: string): unknown {
  if (!asText[type].test(text)) throw wrong(path, nouns[type]);
  if (text.trim() === '') return null;
  return type === 'boolean' ? text.toLowerCase() === 'true' : Number(text);
}

/**
 * Texts that stand for a flag or a number in a body; an empty one is one that was not filled in.
 */
export const asText = {
  boolean: /^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$/,
  integer: /^ *(?:([+-]?[0-9]+) *)?$/,
  number: /^ *(?:([+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]{1,2})?) *)?$/,
} as const;

const nouns = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
} as const;

function wrong(path: string, expected: string): JsonError {
  return new JsonError(`Expected ${expected}`, undefined, path);
}

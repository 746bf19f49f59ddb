import {parseExactly} from './entity/exact-number.ts';
import {maxJsonDepth, tooDeepAt} from './json-depth.ts';

/**
 * A request body that is no JSON, or not of the shape asked for: 400 with the reason and the place.
 * Not an `AppError`, because the Atlas API answers these with another body, `{"error": text}`.
 */
export class JsonError extends Error {
  /** Path of the value inside the body, such as `entity.attributes`; empty for the whole. */
  readonly path: string;

  constructor(reason: string, place: {line: number; column: number} | undefined, path = '') {
    const at = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
    super(`${reason}${at}${path === '' ? '' : ` (in ${path})`}`);
    this.name = 'JsonError';
    this.path = path;
  }
}

/** JSON of a request body; a text that is none, or too deep, throws `JsonError` with the place. */
export function parseJson(text: string): unknown {
  const deep = tooDeepAt(text);
  if (deep >= 0)
    throw new JsonError(
      `The JSON text is nested deeper than ${maxJsonDepth} levels`,
      placeOf(text, deep),
    );
  try {
    return parseExactly(text);
  } catch {
    // The engine's own message gives no place for most mistakes, and quotes the body, which may
    // hold secrets.
    const offset = firstMistake(text);
    const found = text[offset];
    throw new JsonError(
      found === undefined
        ? 'Unexpected end of the JSON text'
        : `Unexpected character ${JSON.stringify(found)}`,
      placeOf(text, offset),
    );
  }
}

function placeOf(text: string, offset: number): {line: number; column: number} {
  const before = text.slice(0, offset).split('\n');
  return {line: before.length, column: (before.at(-1) ?? '').length + 1};
}

const space = /[ \t\r\n]*/y;
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const startOfPlain =
  /t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?/y;

/**
 * Offset of the first character that no JSON text could have there; the length when the text just
 * ends too soon.
 */
function firstMistake(text: string): number {
  const open: ('{' | '[')[] = [];
  let expect: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'next' = 'value';
  let at = skip(space, text, 0);
  while (at < text.length) {
    const char = text[at];
    const isKey: boolean = expect === 'key' || expect === 'key or }';
    if (expect === ':') {
      if (char !== ':') return at;
      expect = 'value';
      at += 1;
    } else if (expect === 'next') {
      const inside = open.at(-1);
      if (char === ',' && inside !== undefined) expect = inside === '{' ? 'key' : 'value';
      else if (inside !== undefined && char === (inside === '{' ? '}' : ']')) open.pop();
      else return at;
      at += 1;
    } else if (
      (char === ']' && expect === 'value or ]') ||
      (char === '}' && expect === 'key or }')
    ) {
      open.pop();
      expect = 'next';
      at += 1;
    } else if (!isKey && (char === '{' || char === '[')) {
      open.push(char);
      expect = char === '{' ? 'key or }' : 'value or ]';
      at += 1;
    } else {
      if (isKey && char !== '"') return at;
      const token = char === '"' ? readString(text, at) : readPlain(text, at);
      if (!token.complete) return token.end;
      expect = isKey ? ':' : 'next';
      at = token.end;
    }
    at = skip(space, text, at);
  }
  return text.length;
}

/** `end` is behind the token, or at the first character that it may not hold. */
type Token = {readonly end: number; readonly complete: boolean};

function readPlain(text: string, start: number): Token {
  const end = skip(plain, text, start);
  return end > start
    ? {end, complete: true}
    : {end: skip(startOfPlain, text, start), complete: false};
}

/** A loop and no pattern: a string may be megabytes. */
function readString(text: string, start: number): Token {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') return {end: at + 1, complete: true};
    if (char < ' ') return {end: at, complete: false};
    if (char !== '\\') continue;
    const escape = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at + 1, at + 6));
    if (escape === null) return {end: at, complete: false};
    at += escape[0].length;
  }
  return {end: text.length, complete: false};
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

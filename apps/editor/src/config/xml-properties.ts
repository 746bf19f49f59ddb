import {XmlError, type XmlToken, xmlTokens} from '@gazetteer/formats/xml';
import type {Where} from '@gazetteer/settings';

export type XmlProperty = {readonly value: string; readonly where: Where};

export type XmlProperties = {
  /** Of a name that is given twice the later one counts, as Hadoop has it. */
  readonly properties: ReadonlyMap<string, XmlProperty>;
  readonly errors: readonly string[];
};

/**
 * Reads Hadoop's `<configuration><property><name/><value/></property></configuration>`. Every value
 * keeps the line that an error message has to name.
 */
export function readXmlProperties(content: string, file: string): XmlProperties {
  const errors: string[] = [];
  const properties = new Map<string, XmlProperty>();
  try {
    const tokens = new Tokens(content);
    const root = tokens.next();
    if (root.type !== 'open' || root.name !== 'configuration') {
      throw new XmlError(`${shown(root)} where <configuration> belongs`, root.at);
    }
    for (const {name, value, at} of readProperties(tokens)) {
      properties.set(name, {value, where: `${file}:${lineAt(content, at)}`});
    }
    tokens.expectEnd();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    errors.push(`${file}:${lineAt(content, error.at)}: ${error.reason}.`);
  }
  return {properties, errors};
}

type Found = {readonly name: string; readonly value: string; readonly at: number};

function* readProperties(tokens: Tokens): Generator<Found> {
  for (let next = tokens.next(); next.type !== 'close'; next = tokens.next()) {
    if (next.type !== 'open' || next.name !== 'property') {
      throw new XmlError(`${shown(next)} where <property> belongs`, next.at);
    }
    yield readProperty(tokens, next.at);
  }
}

/**
 * Name and value may come in either order, with anything simple beside them, such as `<final>` or
 * `<description>`.
 */
function readProperty(tokens: Tokens, at: number): Found {
  const found = new Map<string, {text: string; at: number}>();
  for (let next = tokens.next(); next.type !== 'close'; next = tokens.next()) {
    if (next.type === 'text') throw new XmlError(`${shown(next)} inside of <property>`, next.at);
    found.set(next.name, {text: readText(tokens, next.name), at: next.at});
  }
  const name = found.get('name')?.text.trim() ?? '';
  if (name === '') throw new XmlError('a <property> without a <name>', at);
  const value = found.get('value');
  return {name, value: value?.text.trim() ?? '', at: value?.at ?? at};
}

function readText(tokens: Tokens, element: string): string {
  let text = '';
  for (let [next, depth] = [tokens.next('all'), 0]; ; next = tokens.next('all')) {
    if (next.type === 'text') text += next.text;
    else if (next.type === 'close') {
      if (depth-- === 0) return text;
    } else {
      // Descriptions hold markup now and then; what they say is of no interest.
      if (element !== 'description')
        throw new XmlError(`${shown(next)} inside of <${element}>`, next.at);
      depth++;
    }
  }
}

function shown(token: XmlToken): string {
  if (token.type === 'text') return `the text ${JSON.stringify(token.text.trim().slice(0, 20))}`;
  return token.type === 'close' ? `</${token.name}>` : `<${token.name}>`;
}

/** The line of what begins at an offset, behind white space. */
function lineAt(content: string, at: number): number {
  const blank = /^\s*/.exec(content.slice(at))?.[0].length ?? 0;
  return content.slice(0, at + blank).split('\n').length;
}

class Tokens {
  readonly #tokens: Iterator<XmlToken>;
  readonly #end: number;

  constructor(content: string) {
    this.#end = content.length;
    this.#tokens = xmlTokens(content, (text, at) => {
      throw new XmlError(`${text} stands for no character`, at);
    });
  }

  expectEnd(): void {
    const token = this.#read('elements');
    if (token !== undefined) throw new XmlError(`${shown(token)} behind the end`, token.at);
  }

  /** White space between elements is passed over unless `all` is wanted. */
  next(want: 'elements' | 'all' = 'elements'): XmlToken {
    const token = this.#read(want);
    if (token === undefined) throw new XmlError('the file ends too early', this.#end);
    return token;
  }

  #read(want: 'elements' | 'all'): XmlToken | undefined {
    for (;;) {
      const {done, value} = this.#tokens.next();
      if (done === true) return undefined;
      if (want === 'all' || value.type !== 'text' || value.text.trim() !== '') return value;
    }
  }
}

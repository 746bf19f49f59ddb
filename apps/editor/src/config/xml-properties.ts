import type {Where} from './ini.ts';

export type XmlProperty = {readonly value: string; readonly where: Where};

export type XmlProperties = {
  /** Of a name that is given twice the later one counts, as Hadoop has it. */
  readonly properties: ReadonlyMap<string, XmlProperty>;
  readonly errors: readonly string[];
};

type Token = {readonly kind: 'open' | 'close' | 'empty' | 'text'; readonly text: string; readonly line: number};

const tokenPattern =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>|<(?<slash>\/?)(?<name>[\w.:-]+)(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>|(?<text>[^<]+)/y;

/**
 * Reads Hadoop's `<configuration><property><name/><value/></property></configuration>`.
 *
 * Not a general XML parser and meant to be none: document types, and with them entities of one's own and files pulled
 * in from elsewhere, are refused, and every value keeps the line that an error message has to name. A library would
 * bring far more than these lines and lose the lines of the file.
 */
export function readXmlProperties(content: string, file: string): XmlProperties {
  const errors: string[] = [];
  const properties = new Map<string, XmlProperty>();
  try {
    const tokens = new Tokens(content.replace(/^\uFEFF/, ''), file);
    const root = tokens.next();
    if (root.text !== 'configuration' || root.kind === 'close' || root.kind === 'text') {
      throw tokens.error(root, `${shown(root)} where <configuration> belongs`);
    }
    if (root.kind === 'open') readProperties(tokens, properties, file);
    tokens.expectEnd();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    errors.push(error.message);
  }
  return {properties, errors};
}

class XmlError extends Error {}

function readProperties(tokens: Tokens, properties: Map<string, XmlProperty>, file: string): void {
  for (let next = tokens.next(); !isClose(next, 'configuration'); next = tokens.next()) {
    if (next.kind !== 'open' || next.text !== 'property') {
      throw tokens.error(next, `${shown(next)} where <property> belongs`);
    }
    const {name, value, line} = readProperty(tokens, next.line);
    properties.set(name, {value, where: `${file}:${line}`});
  }
}

/** Name and value may come in either order, with anything simple beside them, such as `<final>` or `<description>`. */
function readProperty(tokens: Tokens, line: number): {name: string; value: string; line: number} {
  const found: {[element in string]?: {text: string; line: number}} = {};
  for (let next = tokens.next(); !isClose(next, 'property'); next = tokens.next()) {
    if (next.kind === 'empty') found[next.text] = {text: '', line: next.line};
    else if (next.kind === 'open') found[next.text] = {text: readText(tokens, next.text), line: next.line};
    else throw tokens.error(next, `${shown(next)} inside of <property>`);
  }
  const name = found['name']?.text.trim() ?? '';
  if (name === '') throw tokens.error({line}, 'a <property> without a <name>');
  return {name, value: found['value']?.text.trim() ?? '', line: found['value']?.line ?? line};
}

function readText(tokens: Tokens, element: string): string {
  let text = '';
  for (let next = tokens.next('all'); !isClose(next, element); next = tokens.next('all')) {
    // Descriptions hold markup now and then; what they say is of no interest.
    if (next.kind === 'text') text += next.text;
    else if (element !== 'description') throw tokens.error(next, `${shown(next)} inside of <${element}>`);
  }
  return text;
}

function isClose(token: Token, element: string): boolean {
  return token.kind === 'close' && token.text === element;
}

function shown({kind, text}: Token): string {
  if (kind === 'text') return `the text ${JSON.stringify(text.trim().slice(0, 20))}`;
  return kind === 'close' ? `</${text}>` : `<${text}>`;
}

class Tokens {
  readonly #content: string;
  readonly #file: string;
  #at = 0;
  #line = 1;

  constructor(content: string, file: string) {
    this.#content = content;
    this.#file = file;
  }

  error({line}: {readonly line: number}, message: string): XmlError {
    return new XmlError(`${this.#file}:${line}: ${message}.`);
  }

  expectEnd(): void {
    const token = this.#read('elements');
    if (token !== undefined) throw this.error(token, `${shown(token)} behind the end`);
  }

  /** White space between elements is passed over unless `all` is wanted. */
  next(want: 'elements' | 'all' = 'elements'): Token {
    const token = this.#read(want);
    if (token === undefined) throw this.error({line: this.#line}, 'the file ends too early');
    return token;
  }

  #read(want: 'elements' | 'all'): Token | undefined {
    while (this.#at < this.#content.length) {
      tokenPattern.lastIndex = this.#at;
      const match = tokenPattern.exec(this.#content);
      const line = this.#line;
      if (match === null) throw this.error({line}, 'this is no XML that is understood here (no document types)');
      this.#at = tokenPattern.lastIndex;
      this.#line += match[0].split('\n').length - 1;
      const blankLines = /^\s*/.exec(match[0])?.[0].split('\n').length ?? 1;
      const token = this.#token(match.groups ?? {}, line + blankLines - 1);
      if (token !== undefined && (want === 'all' || token.kind !== 'text' || token.text.trim() !== '')) return token;
    }
    return undefined;
  }

  #token(groups: Record<string, string | undefined>, line: number): Token | undefined {
    const {cdata, name, slash, empty, text} = groups;
    if (cdata !== undefined) return {kind: 'text', text: cdata, line};
    if (name !== undefined) return {kind: slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open', text: name, line};
    return text === undefined ? undefined : {kind: 'text', text: this.#unescape(text, line), line};
  }

  #unescape(text: string, line: number): string {
    const named: Readonly<Record<string, string>> = {lt: '<', gt: '>', amp: '&', quot: '"', apos: "'"};
    return text.replaceAll(/&([^;\s]*;?)/g, (whole, inner: string) => {
      const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(inner);
      const code =
        number === null ? NaN : Number.parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 10 : 16);
      const character =
        number === null ? named[inner.slice(0, -1)] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
      if (character === undefined || !inner.endsWith(';')) throw this.error({line}, `${whole} stands for no character`);
      return character;
    });
  }
}

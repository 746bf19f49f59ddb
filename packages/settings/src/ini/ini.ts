import type {Given} from '../kind.ts';
import {parseIniText} from './ini-value.ts';

/** `file:line` of what an operator has to look at. */
export type Where = string;

export type IniValue = {readonly kind: 'value'; readonly text: Given; readonly where: Where};

export type IniSection = {
  readonly kind: 'section';
  readonly where: Where;
  readonly entries: Map<string, IniValue | IniSection>;
};

export type ParsedIni = {readonly root: IniSection; readonly errors: readonly string[]};

export function emptySection(where: Where): IniSection {
  return {kind: 'section', where, entries: new Map()};
}

/**
 * Reads one file in the grammar of ConfigObj: `[section]`, `[[sub-section]]` and deeper by the
 * number of brackets, `key = value`, `#` comments, quotes, lists, and texts over several lines
 * between triple quotes. Indentation means nothing. A line that cannot be read is an error and is
 * left out, so that one run tells all of them.
 */
export function parseIni(content: string, file: string): ParsedIni {
  const parser = new Parser(file, content.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/));
  return parser.parse();
}

/** The end of a line that begins a section, with a comment. */
const closingBrackets = /(\][\]\s]*)(?:#.*)?$/;
const keyLine = /^("[^"]*"\s*|'[^']*'\s*|[^'"=][^=]*)=(.*)$/;
const tripleQuote = /^("""|''')/;

class Parser {
  readonly #file: string;
  readonly #lines: readonly string[];
  readonly #errors: string[] = [];
  /** From the root to the section that keys go to now. */
  #open: IniSection[];
  #at = 0;

  constructor(file: string, lines: readonly string[]) {
    this.#file = file;
    this.#lines = lines;
    this.#open = [emptySection(`${file}:1`)];
  }

  parse(): ParsedIni {
    const root = this.#current();
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = (this.#lines[this.#at] ?? '').trim();
      if (line === '' || line.startsWith('#')) continue;
      if (line.startsWith('[')) this.#readSection(line);
      else this.#readKey(line);
    }
    return {root, errors: this.#errors};
  }

  #readSection(line: string): void {
    const [opening = ''] = /^[[\s]*/.exec(line) ?? [];
    const end = closingBrackets.exec(line);
    const closing = end?.[1] ?? '';
    const name = line.slice(opening.length, end?.index).trim();
    const depth = opening.replaceAll(/\s/g, '').length;
    if (depth === 0 || name === '' || depth !== closing.replaceAll(/\s/g, '').length) {
      this.#fail(`${line} is no section: as many brackets must close as open, around a name`);
    } else if (depth > this.#open.length) {
      this.#fail(
        `${line} is nested ${depth} deep, but the section before it only ${this.#open.length - 1}`,
      );
    } else {
      this.#open = this.#open.slice(0, depth);
      this.#enter(unquoted(name), line);
    }
  }

  #enter(name: string, line: string): void {
    const parent = this.#current();
    const earlier = parent.entries.get(name);
    if (earlier !== undefined) this.#fail(`${line} stands there already (${earlier.where})`);
    // What follows a repeated header is read all the same, for its own errors.
    const section = emptySection(this.#where());
    if (earlier === undefined) parent.entries.set(name, section);
    this.#open.push(section);
  }

  #readKey(line: string): void {
    const [, quotedKey = '', rest = ''] = keyLine.exec(line) ?? [];
    const key = unquoted(quotedKey.trim());
    if (key === '') {
      this.#fail(`${shorten(line)} is neither a section, nor key = value, nor a comment`);
      return;
    }
    const where = this.#where();
    const text = tripleQuote.test(rest.trim()) ? this.#readBlock(rest.trim()) : parseIniText(rest);
    const earlier = this.#current().entries.get(key);
    if (text === undefined)
      this.#fail(`${key}: quotes do not match up, or text stands behind a closing quote`, where);
    else if (earlier !== undefined)
      this.#fail(`${key} stands there already (${earlier.where})`, where);
    else this.#current().entries.set(key, {kind: 'value', text, where});
  }

  /** Text between triple quotes, which may go on over lines. */
  #readBlock(rest: string): string | undefined {
    const quote = rest.slice(0, 3);
    const begin = this.#at;
    const lines: string[] = [];
    for (let line = rest.slice(3); ; line = this.#lines[this.#at] ?? '') {
      const end = line.indexOf(quote);
      if (end !== -1) {
        lines.push(line.slice(0, end));
        return /^\s*(#.*)?$/.test(line.slice(end + 3)) ? lines.join('\n') : undefined;
      }
      lines.push(line);
      if (++this.#at >= this.#lines.length) {
        // The rest of the file was most likely not meant; read it, so that its own errors are told.
        this.#at = begin;
        return undefined;
      }
    }
  }

  #current(): IniSection {
    return this.#open.at(-1) as IniSection;
  }

  #where(): Where {
    return `${this.#file}:${this.#at + 1}`;
  }

  #fail(message: string, where = this.#where()): void {
    this.#errors.push(`${where}: ${message}.`);
  }
}

function unquoted(name: string): string {
  return /^(".*"|'.*')$/.test(name) ? name.slice(1, -1) : name;
}

/** A line that could not be read may hold a secret. */
function shorten(line: string): string {
  return line.length > 20 ? `${line.slice(0, 12)}…` : line;
}

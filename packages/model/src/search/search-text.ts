import {tokens} from './tokens.ts';

/** A query text, understood. */
export type TextQuery =
  /** The words one after another; with `prefix` the last one may go on. */
  | {kind: 'phrase'; words: string[]; prefix: boolean}
  /** A word with a wildcard that is not at its end: no index holds it. `pattern` is its lower-cased text with `*` and `?`. */
  | {kind: 'wildcard'; term: string; pattern: string}
  | {kind: 'and' | 'or'; parts: TextQuery[]}
  | {kind: 'not'; part: TextQuery}
  | {kind: 'all'}
  | {kind: 'none'};

/**
 * Reads words (all must occur), `AND`, `OR`, `NOT`, `+`, `-`, `"a phrase"`, parentheses and a trailing `*`. `OR` binds weakest.
 * A word with separators inside is a phrase. Never fails: a malformed query is read as plain words.
 */
export function parseTextQuery(text: string): TextQuery {
  const lexemes = lex(text);
  const parsed = lexemes && new Parser(lexemes).query();
  return parsed ?? plainWords(text);
}

/** The wildcard terms that need a scan over the names. */
export function wildcardsOf(query: TextQuery): string[] {
  if (query.kind === 'wildcard') return [query.term];
  if (query.kind === 'not') return wildcardsOf(query.part);
  return query.kind === 'and' || query.kind === 'or' ? query.parts.flatMap(wildcardsOf) : [];
}

type Lexeme = {kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'plus'} | {kind: 'word' | 'quoted'; text: string};

const operators: Readonly<Record<string, Lexeme['kind']>> = {AND: 'and', '&&': 'and', OR: 'or', '||': 'or', NOT: 'not'};
const lexemePattern =
  /\s+|(?<open>\()|(?<close>\))|(?<sign>[-+!](?=[^\s)]))|"(?<quoted>(?:[^"\\]|\\.)*)"(?:[~^][\d.]*)?|(?<word>(?:[^\s()"\\]|\\.)+)/gsuy;

/** `undefined` when quotes do not balance. */
function lex(text: string): Lexeme[] | undefined {
  const lexemes: Lexeme[] = [];
  let end = 0;
  for (const match of text.matchAll(lexemePattern)) {
    end = match.index + match[0].length;
    const {open, close, sign, quoted, word} = match.groups ?? {};
    if (open !== undefined) lexemes.push({kind: 'open'});
    else if (close !== undefined) lexemes.push({kind: 'close'});
    else if (sign !== undefined) lexemes.push({kind: sign === '+' ? 'plus' : 'not'});
    else if (quoted !== undefined) lexemes.push({kind: 'quoted', text: unescape(quoted)});
    else if (word !== undefined) {
      const operator = operators[word];
      lexemes.push(operator === undefined ? {kind: 'word', text: word} : ({kind: operator} as Lexeme));
    }
  }
  return end === text.length ? lexemes : undefined;
}

/** Recursive descent; a method answers `undefined` when the text is malformed. */
class Parser {
  readonly #lexemes: readonly Lexeme[];
  #at = 0;

  constructor(lexemes: readonly Lexeme[]) {
    this.#lexemes = lexemes;
  }

  query(): TextQuery | undefined {
    if (this.#lexemes.length === 0) return {kind: 'none'};
    const query = this.#or();
    return this.#at === this.#lexemes.length ? query : undefined;
  }

  #or(): TextQuery | undefined {
    const parts: TextQuery[] = [];
    do {
      const part = this.#and();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#take('or'));
    return combine('or', parts);
  }

  #and(): TextQuery | undefined {
    const parts: TextQuery[] = [];
    do {
      const part = this.#signed();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#take('and') || this.#startsTerm());
    return combine('and', parts);
  }

  #signed(): TextQuery | undefined {
    if (this.#take('plus')) return this.#term();
    if (!this.#take('not')) return this.#term();
    const part = this.#signed();
    return part && (part.kind === 'none' ? part : {kind: 'not', part});
  }

  #term(): TextQuery | undefined {
    if (this.#take('open')) {
      const inner = this.#or();
      return this.#take('close') ? inner : undefined;
    }
    const next = this.#lexemes[this.#at];
    if (next?.kind !== 'word' && next?.kind !== 'quoted') return undefined;
    this.#at++;
    return next.kind === 'word' ? wordQuery(next.text) : phrase(tokens(next.text), false);
  }

  #take(kind: Lexeme['kind']): boolean {
    if (this.#lexemes[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #startsTerm(): boolean {
    const kind = this.#lexemes[this.#at]?.kind;
    return kind !== undefined && kind !== 'or' && kind !== 'and' && kind !== 'close';
  }
}

function wordQuery(word: string): TextQuery {
  // Closeness and boosts (`word~2`, `word^3`) are understood and ignored.
  const bare = word.replace(/(?<!\\)[~^][\d.]*$/u, '');
  const stem = withoutStars(bare);
  const prefix = stem !== bare;
  if (prefix && stem === '') return {kind: 'all'};
  if (/(?<!\\)[*?]/u.test(stem)) {
    const pattern = unescape(bare).toLowerCase().replace(/\*+/g, '*');
    return tokens(pattern).length > 0 ? {kind: 'wildcard', term: word, pattern} : {kind: 'all'};
  }
  return phrase(tokens(unescape(stem)), prefix);
}

/** Without the stars at its end, but for one that a backslash makes a plain one. */
function withoutStars(word: string): string {
  let end = word.length;
  while (word[end - 1] === '*') end--;
  return word.slice(0, word[end - 1] === '\\' ? end + 1 : end);
}

function phrase(words: string[], prefix: boolean): TextQuery {
  return words.length > 0 ? {kind: 'phrase', words, prefix} : {kind: 'none'};
}

/** A part without any word (`@`, `""`) asks for nothing, so it is left out. */
function combine(kind: 'and' | 'or', parts: TextQuery[]): TextQuery {
  const real = parts.filter(part => part.kind !== 'none' && !(kind === 'and' && part.kind === 'all'));
  if (real.length > 1) return {kind, parts: real};
  return real[0] ?? (parts.some(part => part.kind === 'all') ? {kind: 'all'} : {kind: 'none'});
}

function plainWords(text: string): TextQuery {
  const words = text
    .split(/[\s()"]+/u)
    .filter(word => operators[word] === undefined)
    .map(word => wordQuery(word.replace(/^[-+!]+/, '')));
  return combine('and', words);
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}

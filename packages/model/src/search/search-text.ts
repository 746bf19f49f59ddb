import {lookup} from '../lookup.ts';
import {AppError} from '../error.ts';
import type {SearchDocument} from './search-document.ts';
import {tokens} from './tokens.ts';

/** A query text, understood. */
export type TextQuery =
  /** The words one after another; with `prefix` the last one may go on. */
  | {kind: 'phrase'; words: string[]; prefix: boolean}
  /**
   * A word with a wildcard that is not at its end: no index holds it. `pattern` is its lower-cased
   * text with `*` and `?`.
   */
  | {kind: 'wildcard'; term: string; pattern: string}
  | {kind: 'and' | 'or'; parts: TextQuery[]}
  | {kind: 'not'; part: TextQuery}
  | {kind: 'all'}
  | {kind: 'none'};

/**
 * Reads words (all must occur), `AND`, `OR`, `NOT`, `+`, `-`, `"a phrase"`, parentheses and a
 * trailing `*`. `OR` binds weakest. A word with separators inside is a phrase. Never fails: a
 * malformed query is read as plain words.
 */
export function parseTextQuery(text: string): TextQuery {
  const lexemes = lex(text);
  const parsed = lexemes && new Parser(lexemes).query();
  return parsed ?? plainWords(text);
}

/** Of `and` in `or` in `and`…: the full-text index of SQLite has no room for many more. */
const maxDepth = 12;
/** Parentheses inside one another, most of which mean nothing, as deep as they are read at all. */
const maxParentheses = 500;
/** Each reads all words that begin so, and takes part in what each hit is weighed by. */
const maxPrefixes = 128;
/** Each reads all names there are. */
const maxWildcards = 16;

/** @throws BAD_REQUEST for a text that asks for more than an index answers in reasonable time */
export function checkTextQuery(query: TextQuery): void {
  if (depthOf(query) > maxDepth) throw tooDeep();
  const words = wordsOf(query);
  const refuse = (count: number, most: number, what: string) => {
    if (count > most)
      throw new AppError('BAD_REQUEST', [`a query has at most ${most} words with ${what}`]);
  };
  refuse(
    words.filter(one => one.kind === 'phrase' && one.prefix).length,
    maxPrefixes,
    'a * behind them',
  );
  refuse(
    words.filter(one => one.kind === 'wildcard').length,
    maxWildcards,
    'a * or a ? inside them',
  );
}

function tooDeep(): AppError {
  return new AppError('BAD_REQUEST', [
    `a query has at most ${maxDepth} expressions inside one another`,
  ]);
}

function depthOf(query: TextQuery): number {
  if (query.kind === 'not') return depthOf(query.part);
  return query.kind === 'and' || query.kind === 'or'
    ? 1 + Math.max(...query.parts.map(depthOf))
    : 0;
}

function wordsOf(query: TextQuery): TextQuery[] {
  if (query.kind === 'not') return wordsOf(query.part);
  return query.kind === 'and' || query.kind === 'or' ? query.parts.flatMap(wordsOf) : [query];
}

/** The wildcard terms that need a scan over the names. */
export function wildcardsOf(query: TextQuery): string[] {
  return wordsOf(query).flatMap(one => (one.kind === 'wildcard' ? [one.term] : []));
}

/** Their patterns, each once. */
export function wildcardPatterns(query: TextQuery): string[] {
  return [
    ...new Set(wordsOf(query).flatMap(one => (one.kind === 'wildcard' ? [one.pattern] : []))),
  ];
}

export type Phrase = Extract<TextQuery, {kind: 'phrase'}>;

/** The phrases of a query, from its beginning. */
export function phrasesOf(query: TextQuery): Phrase[] {
  return wordsOf(query).filter(one => one.kind === 'phrase');
}

/**
 * Whether what the query asks for is there, given who tells it of each of its phrases and patterns.
 */
export function textFits(
  query: TextQuery,
  hasPhrase: (phrase: Phrase) => boolean,
  fitsPattern: (pattern: string) => boolean,
): boolean {
  const fits = (part: TextQuery) => textFits(part, hasPhrase, fitsPattern);
  switch (query.kind) {
    case 'phrase':
      return hasPhrase(query);
    case 'wildcard':
      return fitsPattern(query.pattern);
    case 'and':
      return query.parts.every(fits);
    case 'or':
      return query.parts.some(fits);
    case 'not':
      return !fits(query.part);
    case 'all':
    case 'none':
      return query.kind === 'all';
  }
}

export function documentHas(document: SearchDocument, {words, prefix}: Phrase): boolean {
  const sought = ` ${words.join(' ')}${prefix ? '' : ' '}`;
  return Object.values(document).some(text => ` ${text} `.includes(sought));
}

type Lexeme =
  | {kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'plus'}
  | {kind: 'word' | 'quoted'; text: string};

const operators: Readonly<Record<string, Lexeme['kind']>> = lookup({
  AND: 'and',
  '&&': 'and',
  OR: 'or',
  '||': 'or',
  NOT: 'not',
});
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
      lexemes.push(
        operator === undefined ? {kind: 'word', text: word} : ({kind: operator} as Lexeme),
      );
    }
  }
  return end === text.length ? lexemes : undefined;
}

/** Recursive descent; a method answers `undefined` when the text is malformed. */
class Parser {
  readonly #lexemes: readonly Lexeme[];
  #at = 0;
  #open = 0;

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
    if (part === undefined || part.kind === 'none') return part;
    return part.kind === 'not' ? part.part : {kind: 'not', part};
  }

  #term(): TextQuery | undefined {
    if (this.#take('open')) {
      if (++this.#open > maxParentheses) throw tooDeep();
      const inner = this.#or();
      this.#open--;
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

/**
 * A part without any word (`@`, `""`) asks for nothing, so it is left out; so is what was said
 * before.
 */
function combine(kind: 'and' | 'or', given: TextQuery[]): TextQuery {
  const parts = given.flatMap(part => (part.kind === kind ? part.parts : [part]));
  const real = distinct(
    parts.filter(part => part.kind !== 'none' && !(kind === 'and' && part.kind === 'all')),
  );
  if (real.length > 1) return {kind, parts: real};
  return real[0] ?? (parts.some(part => part.kind === 'all') ? {kind: 'all'} : {kind: 'none'});
}

function distinct(parts: readonly TextQuery[]): TextQuery[] {
  return parts.length < 2
    ? [...parts]
    : [...new Map(parts.map(part => [JSON.stringify(part), part])).values()];
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

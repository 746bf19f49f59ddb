import type {Dialect} from '../dialects.ts';
import {
  around,
  isName,
  isSymbol,
  type Query,
  queryAt,
  queryTree,
  word,
} from '../query/query-tree.ts';
import {statementAround} from '../statement-around.ts';
import {type Token, tokensOf} from '../tokens.ts';

/** Where somebody writes, and what stands there. */
export type CaretContext = {
  /** The statement, and where it begins in the text. */
  readonly statement: string;
  readonly from: number;
  /** The caret, and where the word before it begins, in the statement. */
  readonly at: number;
  readonly wordFrom: number;
  readonly prefix: string;
  /** In quotes, where no words of the language are. */
  readonly isQuoted: boolean;
  /** Tokens before the word, without comments. */
  readonly before: readonly Token[];
  readonly after: Token | undefined;
  /** The query around it, and those around that. */
  readonly queries: readonly Query[];
};

/** Undefined inside of comments, texts and numbers. */
export function contextAt(text: string, caret: number, dialect: Dialect): CaretContext | undefined {
  const {text: statement, from} = statementAround(text, caret, dialect);
  const at = caret - from;
  const all = tokensOf(statement, dialect);
  const inside = all.find(
    token => token.from < at && (token.to > at || (token.to === at && !token.isClosed)),
  );
  if (inside !== undefined && /^(?:text|comment|variable)$/.test(inside.kind)) return undefined;
  if (
    all.some(token => token.kind === 'comment' && !token.text.startsWith('/*') && token.to === at)
  )
    return undefined;
  const tokens = all.filter(token => token.kind !== 'comment');
  const typed = tokens.find(token => isName(token) && token.from < at && token.to >= at);
  if (typed === undefined && tokens.some(token => token.kind === 'number' && token.to === at))
    return undefined;
  const wordFrom = typed?.from ?? at;
  return {
    statement,
    from,
    at,
    wordFrom,
    prefix: statement.slice(wordFrom, at).replace(/^["`]/, ''),
    isQuoted: typed?.kind === 'quoted',
    before: tokens.filter(token => token.to <= wordFrom),
    after: tokens.find(token => token.from >= at),
    queries: around(queryAt(queryTree(tokens, statement.length), at)),
  };
}

/** The names before a place that dots lead from: `a.b.`, `a.b[1].`. */
export type Qualifier = {readonly name: string; readonly isElement: boolean};

export function qualifiersOf(before: readonly Token[]): Qualifier[] {
  const names: Qualifier[] = [];
  let n = before.length - 1;
  while (isSymbol(before[n], '.')) {
    n--;
    let isElement = false;
    while (isSymbol(before[n], ']')) {
      while (n >= 0 && !isSymbol(before[n], '[')) n--;
      n--;
      isElement = true;
    }
    // PostgreSQL: `(address).city`
    const isInParentheses = isSymbol(before[n], ')') && isSymbol(before[n - 2], '(');
    if (isInParentheses) n--;
    const name = before[n];
    if (!isName(name)) break;
    if (isInParentheses) n--;
    names.unshift({name: name.text, isElement});
    n--;
  }
  return names;
}

/**
 * The parenthesis that is open at a place: what stands before it, and how many commas behind it.
 */
export type OpenParenthesis = {
  readonly name: string;
  readonly commas: number;
  readonly at: number;
  readonly tokens: readonly Token[];
};

export function openParenthesis(before: readonly Token[]): OpenParenthesis | undefined {
  let commas = 0;
  for (let n = before.length - 1, depth = 0; n >= 0; n--) {
    const token = before[n];
    if (isSymbol(token, ')')) depth++;
    else if (isSymbol(token, '(') && depth-- === 0)
      return {name: word(before[n - 1]), commas, at: n, tokens: before.slice(n + 1)};
    else if (isSymbol(token, ',') && depth === 0) commas++;
  }
  return undefined;
}

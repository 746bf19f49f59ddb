import {dollarQuote, hasEscapes, type Lexis, lineCommentEnd} from './lexis.ts';
import {anyVariable} from './variables.ts';

/** A piece of SQL text. `name`: a word that may be a keyword; `quoted`: a name between quotes. */
export type Token = {
  readonly kind: 'name' | 'quoted' | 'text' | 'number' | 'comment' | 'symbol' | 'variable';
  /** As it is written; of a quoted name what is between the quotes. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** False for a text, quoted name or comment that the end of the text cuts off. */
  readonly isClosed: boolean;
};

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['variable', new RegExp(anyVariable, 'y')],
  ['number', /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\w*/y],
  ['name', /[\p{L}_](?:[\p{L}\p{N}_]|\$(?!\{))*/uy],
  ['symbol', /::|:=|<=>|<>|!=|<=|>=|\|\||#>>?|->>?|=>|[^\s]/y],
];

/**
 * Pieces of a text from left to right. Everything but white space is in one of them; nothing fails.
 */
export function tokensOf(text: string, lexis: Lexis): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at, lexis);
    if (token === undefined) at++;
    else {
      tokens.push(token);
      at = token.to;
    }
  }
  return tokens;
}

function tokenAt(text: string, from: number, lexis: Lexis): Token | undefined {
  const char = text[from] ?? '';
  if (/\s/.test(char)) return undefined;
  const lineEnd = lineCommentEnd(text, from, lexis);
  if (lineEnd !== undefined)
    return {kind: 'comment', text: text.slice(from, lineEnd), from, to: lineEnd, isClosed: true};
  if (text.startsWith('/*', from)) return enclosed('comment', text, from, '/*', '*/');
  if (char === "'" || char === '"' || char === '`') return quoted(text, from, char, lexis);
  const dollars = dollarQuote(text, from, lexis);
  if (dollars !== undefined) return enclosed('text', text, from, dollars, dollars);
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = from;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined)
      return {kind, text: found, from, to: from + found.length, isClosed: true};
  }
  return undefined;
}

/** What ends at the next sign of its end, whatever is before that. */
function enclosed(
  kind: 'comment' | 'text',
  text: string,
  from: number,
  opening: string,
  closing: string,
): Token {
  const end = text.indexOf(closing, from + opening.length);
  const to = end < 0 ? text.length : end + closing.length;
  return {kind, text: text.slice(from, to), from, to, isClosed: end >= 0};
}

/** A doubled quote stands for one. */
function quoted(text: string, from: number, quote: string, lexis: Lexis): Token {
  const isText = quote === "'" || (quote === '"' && lexis.hasDoubleQuotedTexts);
  const isEscaping = isText && hasEscapes(text, from, lexis);
  const kind = isText ? 'text' : 'quoted';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\' && isEscaping) at++;
    else if (text[at] === quote) {
      if (text[at + 1] === quote) at++;
      else return {kind, text: text.slice(from + 1, at), from, to: at + 1, isClosed: true};
    }
  }
  if (isText) return {kind, text: text.slice(from + 1), from, to: text.length, isClosed: false};
  // Of a name that is still being written the rest of the statement is no part.
  const [name = ''] = /^[^\s,;()]*/.exec(text.slice(from + 1)) ?? [];
  return {kind, text: name, from, to: from + 1 + name.length, isClosed: false};
}

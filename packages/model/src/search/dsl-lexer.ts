import {AppError} from '../error.ts';
import type {DslQuote} from './dsl.ts';

export type DslToken = {
  readonly kind: 'name' | 'number' | 'symbol' | 'end';
  /** Without its quotes. */
  readonly text: string;
  readonly quote: DslQuote;
  readonly at: number;
};

const tokenPattern = new RegExp(
  [
    String.raw`\s+|--[^\r\n]*|/\*[^]*?(?:\*/|$)`,
    String.raw`(?<number>[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\p{L}\p{N}_])`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}\p{M}_]*)`,
    String.raw`(?<quoted>"[^"]*"|'[^']*'|\x60[^\x60]*\x60)`,
    String.raw`(?<symbol><=|>=|!=|[<>=().,\[\]])`,
  ].join('|'),
  'gsuy',
);

/**
 * Splits a query; comments (`-- …`, `/* … *\/`) are left out. The last token is the end. @throws
 * INVALID_DSL_QUERY
 */
export function dslTokens(query: string): DslToken[] {
  const tokens: DslToken[] = [];
  let end = 0;
  for (const match of query.matchAll(tokenPattern)) {
    end = match.index + match[0].length;
    const {number, word, quoted, symbol} = match.groups ?? {};
    const at = match.index;
    if (number !== undefined) tokens.push({kind: 'number', text: number, quote: '', at});
    else if (word !== undefined) tokens.push({kind: 'name', text: word, quote: '', at});
    else if (quoted !== undefined) {
      tokens.push({
        kind: 'name',
        text: quoted.slice(1, -1),
        quote: quoted.charAt(0) as DslQuote,
        at,
      });
    } else if (symbol !== undefined) tokens.push({kind: 'symbol', text: symbol, quote: '', at});
  }
  if (end < query.length) {
    const rest = query.slice(end, end + 20);
    const isOpen = /^["'`]/.test(rest);
    throw dslSyntaxError(
      query,
      end,
      isOpen ? 'the quote that begins here has no end' : `unexpected ${quoted(rest)}`,
    );
  }
  return [...tokens, {kind: 'end', text: '', quote: '', at: query.length}];
}

export function dslSyntaxError(query: string, at: number, problem: string): AppError {
  return new AppError('INVALID_DSL_QUERY', [query, `${dslPlace(query, at)}: ${problem}`]);
}

/** Line and column, both from 1. */
export function dslPlace(query: string, at: number): string {
  const before = query.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

export function quoted(text: string): string {
  return `'${text}'`;
}

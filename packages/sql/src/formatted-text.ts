import type {Lexis} from './lexis.ts';
import {maskedPieces} from './masked-pieces.ts';
import {statementsOf} from './statement-around.ts';
import {type Token, tokensOf} from './tokens.ts';

export type Formatted = {
  readonly text: string;
  /** How many statements stay as they are since they can't be formatted. */
  readonly left: number;
};

/** Of these a server or its client reads the rest as it is written, white space included. */
const asWritten =
  /^(?:set|reset|add|list|dfs|source|compile|reload|refresh|delete (?:jars?|files?|archives?)|! \w+)$/;
/** Alone between white space these may mean something else: `@a`, `$1`, `a:b`, `a.b`. */
const sticky = /^[^\s\w(){}[\],;'"`=<>+*/-]+$/;
/** Parts of operators, several of which make another one. */
const operator = /^[^\s\w(){}[\],;'"`.]+$/;
/** What makes another text of the one behind it: `r'\d'`, `E'\n'`, `_utf8'a'`. */
const prefix = /^(?:[a-z]|_\w+)$/i;

/**
 * A text whose statements are formatted one by one, with what stands between them. What would not
 * be the same statement behind it, and what cannot be read, is left as it is written.
 * @param format of one statement; throws where it cannot read it
 */
export function formattedText(
  text: string,
  lexis: Lexis,
  format: (statement: string) => string,
): Formatted {
  const blocks: string[] = [];
  let left = 0;
  let behind = 0;
  const put = (block: string, isSameLine = false) => {
    const trimmed = block.trim();
    const last = blocks.at(-1);
    if (trimmed === '') return;
    if (isSameLine && last !== undefined) blocks[blocks.length - 1] = last + block.trimEnd();
    else blocks.push(trimmed);
  };
  // What the client of a server reads itself; the sign that ends a statement belongs to it, in a
  // line of its own where it would be in a comment or in a name without the white space before it.
  const putBetween = (to: number) => {
    const isSpaced = /\s/.test(text[behind - 1] ?? '');
    put((isSpaced ? '\n' : '') + text.slice(behind, to), /^\S/.test(text.slice(behind)));
  };
  for (const {text: whole, from} of statementsOf(text, lexis)) {
    putBetween(from);
    behind = from + whole.length;
    // A comment on the line of the statement before it belongs to that.
    const [comment = ''] = /^[^\S\n]*--[^\n]*/.exec(whole) ?? [];
    const isBehind = comment !== '' && blocks.length > 0;
    if (isBehind) put(` ${comment.trim()}`, true);
    const rest = isBehind ? whole.slice(comment.length) : whole;
    const signs = signsBefore(rest, lexis);
    put(rest.slice(0, signs), /^\S/.test(rest));
    const statement = rest.slice(signs);
    const formatted = formattedStatement(statement, lexis, format);
    if (formatted === undefined) left++;
    put(formatted ?? statement);
  }
  putBetween(text.length);
  return {text: blocks.join('\n\n'), left};
}

/** How much of a statement are semicolons that end none, as a doubled one does. */
function signsBefore(statement: string, lexis: Lexis): number {
  if (!/^\s*(?:[;#]|--|\/\*)/.test(statement)) return 0;
  const tokens = tokensOf(statement, lexis);
  const isSign = ({kind, text}: Token) => kind === 'symbol' && text === ';';
  const first = tokens.findIndex(token => token.kind !== 'comment' && !isSign(token));
  return tokens.slice(0, first < 0 ? tokens.length : first).findLast(isSign)?.to ?? 0;
}

/** Undefined for what cannot be formatted. */
function formattedStatement(
  statement: string,
  lexis: Lexis,
  format: (statement: string) => string,
): string | undefined {
  const tokens = tokensOf(statement, lexis);
  const code = tokens.filter(({kind}) => kind !== 'comment');
  const [first, second] = code;
  if (first === undefined) return statement;
  const begun = [first, second].map(token => token?.text.toLowerCase() ?? '');
  if (asWritten.test(begun[0] ?? '') || asWritten.test(begun.join(' '))) return statement;
  // Statements in a block, whose indents nobody knows here.
  if (code.slice(0, -1).some(({kind, text}) => kind === 'symbol' && text === ';')) return statement;
  const same = sameFormatted(statement, tokens, lexis, format);
  const masked = same === undefined ? maskedPieces(statement, tokens) : undefined;
  if (masked === undefined) return same;
  return sameFormatted(statement, tokens, lexis, () => masked.unmasked(format(masked.text)));
}

/** Undefined where it would be another statement. */
function sameFormatted(
  statement: string,
  tokens: readonly Token[],
  lexis: Lexis,
  format: (statement: string) => string,
): string | undefined {
  try {
    const formatted = format(statement).trim();
    const after = tokensOf(formatted, lexis);
    const isSame =
      areSame(tokens, after) &&
      (!lexis.hasDollarTexts || continued(statement, tokens) === continued(formatted, after));
    return isSame ? formatted : undefined;
  } catch {
    // The library tells neither its own errors from ours, nor depth from grammar.
    return undefined;
  }
}

/** Whether two texts differ in white space and in the letter case of words alone. */
function areSame(before: readonly Token[], after: readonly Token[]): boolean {
  return (
    before.length === after.length &&
    before.every((token, n) => {
      const other = after[n];
      if (other?.kind !== token.kind) return false;
      const isText =
        token.text === other.text ||
        (token.kind === 'name' && token.text.toLowerCase() === other.text.toLowerCase());
      return (
        isText && (!isJoining(token, before[n + 1]) || touches(before, n) === touches(after, n))
      );
    })
  );
}

/** Which texts go on in another line, as PostgreSQL has them: `'a' 'b'` in one is an error. */
function continued(text: string, tokens: readonly Token[]): string {
  const isContinued = ({kind, to}: Token, n: number) =>
    kind === 'text' &&
    tokens[n + 1]?.kind === 'text' &&
    /[\r\n]/.test(text.slice(to, tokens[n + 1]?.from));
  return tokens.flatMap((token, n) => (isContinued(token, n) ? n : [])).join(' ');
}

const touches = (tokens: readonly Token[], n: number) => tokens[n]?.to === tokens[n + 1]?.from;

/** Whether it matters that nothing stands between two tokens. */
function isJoining(token: Token, next: Token | undefined): boolean {
  if (next === undefined) return false;
  if (next.kind === 'text') return token.kind === 'text' || prefix.test(token.text);
  const [isSymbol, isNext] = [token.kind === 'symbol', next.kind === 'symbol'];
  // A variable is a part of the name or number beside it: `${t}_x`, `1${zeros}`.
  if (!isSymbol && !isNext && [token, next].some(({kind}) => kind === 'variable')) return true;
  if (isSymbol && isNext) return operator.test(token.text) && operator.test(next.text);
  return (isSymbol && sticky.test(token.text)) || (isNext && sticky.test(next.text));
}

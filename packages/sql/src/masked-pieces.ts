import {isSymbol, word} from './query/query-tree.ts';
import type {Token} from './tokens.ts';

/** Signs that mean something else with white space beside them: `x:int`, `@a`, `10%`, `!b`. */
const sticky = /^[^\s\w(){}[\],;'"`=<>+*/.-]+$/;
const generic = /^(?:array|map|struct|uniontype|row)$/;
/** Letters in nearly every script's identifiers, and in hardly any statement. */
const firstLetter = 0x4e00;
const lastLetter = 0x9fff;

/** Tokens of a type that is read whole. */
const maxType = 1000;

type Piece = {readonly from: number; readonly to: number};

/**
 * A statement with names as long as what they replace in place of pieces that a formatter would
 * tear apart, and how the pieces come back.
 */
export function maskedPieces(
  statement: string,
  tokens: readonly Token[],
): {readonly text: string; readonly unmasked: (formatted: string) => string} | undefined {
  const pieces = piecesOf(statement, tokens);
  const letters = lettersBeside(statement, pieces.length);
  if (pieces.length === 0 || letters.length < pieces.length) return undefined;
  const names = new Map<string, string>();
  let text = '';
  let behind = 0;
  for (const [n, {from, to}] of pieces.entries()) {
    const name = (letters[n] ?? '').padEnd(to - from, '_');
    names.set(name, statement.slice(from, to));
    text += statement.slice(behind, from) + name;
    behind = to;
  }
  const all = new RegExp(`[${letters.join('')}]_*`, 'g');
  return {
    text: text + statement.slice(behind),
    unmasked: formatted => formatted.replace(all, name => names.get(name) ?? name),
  };
}

function lettersBeside(statement: string, count: number): string[] {
  const used = new Set(statement);
  const letters: string[] = [];
  for (let code = firstLetter; code <= lastLetter && letters.length < count; code++) {
    const letter = String.fromCharCode(code);
    if (!used.has(letter)) letters.push(letter);
  }
  return letters;
}

/** In their order, none within another. */
function piecesOf(statement: string, tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = [];
  // Of a run without a sign no part has one.
  let plainTo = 0;
  const endOfRun = (at: number) => {
    if (at < plainTo) return at;
    const {end, hasSign} = runAt(tokens, at);
    if (!hasSign) plainTo = end;
    return hasSign ? end : at;
  };
  for (let at = 0; at < tokens.length;) {
    const end = endOfType(tokens, at) ?? endOfTexts(statement, tokens, at) ?? endOfRun(at);
    const [first, last] = [tokens[at], tokens[end - 1]];
    if (end > at && first !== undefined && last !== undefined)
      pieces.push({from: first.from, to: last.to});
    at = Math.max(end, at + 1);
  }
  return pieces;
}

/** Behind `map<string,struct<a:int>>`. */
function endOfType(tokens: readonly Token[], at: number): number | undefined {
  if (!generic.test(word(tokens[at])) || !isSymbol(tokens[at + 1], '<')) return undefined;
  let depth = 0;
  for (let n = at + 1; n < Math.min(tokens.length, at + maxType); n++) {
    const text = tokens[n]?.text ?? '';
    if (!/^(?:<|>+|[\w:,()]+)$/.test(text)) return undefined;
    depth += text === '<' ? 1 : text.startsWith('>') ? -text.length : 0;
    if (depth <= 0) return depth === 0 ? n + 1 : undefined;
  }
  return undefined;
}

/** Behind texts that go on in another line. */
function endOfTexts(statement: string, tokens: readonly Token[], at: number): number | undefined {
  let end = at + 1;
  const goesOn = () => {
    const between = statement.slice(tokens[end - 1]?.to, tokens[end]?.from);
    return tokens[end]?.kind === 'text' && between.trim() === '' && /[\r\n]/.test(between);
  };
  while (tokens[at]?.kind === 'text' && goesOn()) end++;
  return end > at + 1 ? end : undefined;
}

/**
 * Behind what stands together, and whether there is a text, a sign or a part of a name in it:
 * `payload:a.b[0]::int`, `_utf8'a'`, `${t}_x`.
 */
function runAt(tokens: readonly Token[], at: number): {end: number; hasSign: boolean} {
  let end = at;
  let hasSign = false;
  while (isPart(tokens[end]) && (end === at || tokens[end - 1]?.to === tokens[end]?.from)) {
    const {kind = 'name', text = ''} = tokens[end] ?? {};
    const before = end > at ? tokens[end - 1]?.kind : 'symbol';
    hasSign ||=
      kind === 'text' ||
      (kind === 'symbol' && sticky.test(text)) ||
      (kind === 'variable' && before !== 'symbol') ||
      (before === 'variable' && kind !== 'symbol');
    end++;
  }
  return {end, hasSign};
}

function isPart(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    token.kind !== 'comment' &&
    !(token.kind === 'symbol' && /^[(),;{}]$/.test(token.text))
  );
}

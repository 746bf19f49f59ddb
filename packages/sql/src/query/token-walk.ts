import type {Token} from '../tokens.ts';
import {isName, isSymbol, queryStarts, surelyOutside, word} from './words.ts';

/** The tokens of a statement, and where the parentheses among them are closed. */
export class TokenWalk {
  readonly tokens: readonly Token[];
  /** Of the statement, in characters. */
  readonly length: number;
  /** Where the parenthesis that opens at a token is closed. */
  readonly #ends: ReadonlyMap<number, number>;

  constructor(tokens: readonly Token[], length: number) {
    this.tokens = tokens;
    this.length = length;
    this.#ends = endsOf(tokens);
  }

  /** Where the parenthesis is closed; behind everything where nobody has closed it yet. */
  closing(open: number): number {
    return this.#ends.get(open) ?? this.tokens.length;
  }

  end(open: number, last: number): number {
    return Math.min(this.#ends.get(open) ?? last, last);
  }

  skip(from: number, words: readonly string[]): number {
    let at = from;
    while (words.includes(word(this.tokens[at]))) at++;
    return at;
  }

  /** Whether a parenthesis begins a query. */
  isQuery(open: number): boolean {
    let at = open + 1;
    while (isSymbol(this.tokens[at], '(')) at++;
    return queryStarts.has(word(this.tokens[at])) && !isSymbol(this.tokens[at + 1], '.');
  }

  /** Whether a WITH names queries, and is no option of something. */
  isNaming(at: number): boolean {
    let name = at + 1;
    if (word(this.tokens[name]) === 'recursive') name++;
    if (!isName(this.tokens[name])) return false;
    const after = this.tokens[name + 1];
    if (word(after) === 'as') return true;
    const end = isSymbol(after, '(') ? this.#ends.get(name + 1) : undefined;
    return end !== undefined && word(this.tokens[end + 1]) === 'as';
  }

  /** Whether a name of what is written to follows. */
  isTarget(at: number, first: number): boolean {
    const [text, before] = [word(this.tokens[at]), word(this.tokens[at - 1])];
    if (text === 'into')
      return (
        /^(?:insert|merge|upsert|replace|load|ignore|or|select)$/.test(before) || before === ''
      );
    if (text === 'overwrite') return before === 'insert' || before === 'into';
    return text === 'update' && at === first;
  }
}

export function namesBetween(tokens: readonly Token[], from: number, to: number): string[] {
  const names: string[] = [];
  // Types may stand behind them.
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (isName(token) && (at === from || isSymbol(tokens[at - 1], ','))) names.push(token.text);
  }
  return names;
}

function endsOf(tokens: readonly Token[]): Map<number, number> {
  const ends = new Map<number, number>();
  const opened: number[] = [];
  tokens.forEach((token, at) => {
    if (isSymbol(token, '(')) opened.push(at);
    else if (isSymbol(token, ')')) {
      const open = opened.pop();
      if (open !== undefined) ends.set(open, at);
    }
  });
  // Nobody has closed these yet: those of a query reach to the end, others to the next clause.
  for (const open of opened.toReversed()) {
    if (queryStarts.has(word(tokens[open + 1]))) continue;
    for (let at = open + 1; at < tokens.length; at++) {
      const inner = isSymbol(tokens[at], '(') ? ends.get(at) : undefined;
      if (inner !== undefined) at = inner;
      else if (surelyOutside.has(word(tokens[at])) && word(tokens[at + 1]) !== 'by') {
        ends.set(open, at - 1);
        break;
      } else if (/^(?:group|order)$/.test(word(tokens[at])) && word(tokens[open - 1]) !== 'over') {
        ends.set(open, at - 1);
        break;
      }
    }
  }
  return ends;
}

const nested = /^(?:array|map|struct|row|uniontype)$/;

/**
 * Cut at commas outside of parentheses and brackets.
 * @param isOfTypes whether `<` and `>` are brackets as well, where a type has them
 */
export function argumentsOf(tokens: readonly Token[], isOfTypes = false): Token[][] {
  const found: Token[][] = [[]];
  let depth = 0;
  let angles = 0;
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth++;
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth--;
    if (isOfTypes && depth === 0) {
      if (isSymbol(token, '<') && nested.test(word(tokens[n - 1]))) angles++;
      if (isSymbol(token, '>') && angles > 0) angles--;
    }
    if (depth === 0 && angles === 0 && isSymbol(token, ',')) found.push([]);
    else found.at(-1)?.push(token);
  }
  return found;
}

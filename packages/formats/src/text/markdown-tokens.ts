import {Lexer, type Token, type TokensList} from 'marked';

/**
 * What the parts of texts may cost together: an inline part is looked through some times its own
 * length, where it is written to be. It is some 150 paragraphs of 800 characters, and less than a
 * second.
 */
const maxCost = 100_000_000;
/** Of blocks and inline parts: of being begun, and of each character of a block. */
const [blockCost, inlineCost, characterCost] = [5000, 1000, 50];
/** Deeper quotes and lists stay as they were written: of thousands the stack ends. */
const maxDepth = 30;

/** For one text, or for all that are shown at once. */
export class MarkdownBudget {
  #left = maxCost;

  /** @returns whether that is left */
  take(cost: number): boolean {
    this.#left -= cost;
    return this.#left >= 0;
  }
}

class BoundedLexer extends Lexer {
  readonly #budget: MarkdownBudget;
  #depth = 0;

  constructor(budget: MarkdownBudget) {
    super();
    this.#budget = budget;
  }

  override blockTokens(source: string, tokens?: Token[], isLastClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isLastClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isLastClipped?: boolean): Token[] {
    const isPossible =
      this.#depth < maxDepth && this.#budget.take(blockCost + source.length * characterCost);
    if (!isPossible) return asWritten(source, tokens);
    this.#depth++;
    super.blockTokens(source, tokens, isLastClipped);
    this.#depth--;
    return tokens;
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.#budget.take(inlineCost + source.length ** 2))
      return super.inlineTokens(source, tokens);
    return asWritten(source, tokens);
  }
}

/** Parts of a text that cost too much stay as they were written. */
export function tokensOf(text: string, budget = new MarkdownBudget()): Token[] {
  return new BoundedLexer(budget).lex(text);
}

function asWritten(text: string, tokens: Token[]): Token[] {
  tokens.push({type: 'text', raw: text, text, escaped: false});
  return tokens;
}

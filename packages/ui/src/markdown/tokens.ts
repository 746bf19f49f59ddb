import {Lexer, type Token} from 'marked';

/**
 * What the parts of a text may cost together: each is looked through some times its own length,
 * where it is written to be. It is some 150 paragraphs of 800 characters, and less than a second.
 */
const maxCost = 100_000_000;

class BoundedLexer extends Lexer {
  #cost = 0;

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.#cost += source.length ** 2;
    if (this.#cost <= maxCost) return super.inlineTokens(source, tokens);
    tokens.push({type: 'text', raw: source, text: source, escaped: false});
    return tokens;
  }
}

/** Parts of a text that cost too much stay as they were written. */
export function tokensOf(text: string): Token[] {
  return new BoundedLexer().lex(text);
}

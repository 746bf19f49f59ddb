import type {Tokens} from 'marked';
import {escapeHtml} from './html.ts';

/**
 * Texts of users as HTML, which together cost no more than one text may: what is too much stays as
 * it was written. HTML in them is shown as it is written, images are their words, and links lead to
 * other pages alone.
 */
export async function markdownHtml(texts: readonly string[]): Promise<string[]> {
  const {Marked} = await import('marked');
  const {MarkdownBudget, tokensOf} = await import('@gazetteer/formats/markdown');
  const marked = new Marked({
    renderer: {
      html: ({text}: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      link({href, tokens}: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return text;
        return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${text}</a>`;
      },
      image: ({text}: Tokens.Image) => escapeHtml(text),
      checkbox: ({checked}: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    },
  });
  const budget = new MarkdownBudget();
  return texts.map(text => marked.parser(tokensOf(text, budget)));
}

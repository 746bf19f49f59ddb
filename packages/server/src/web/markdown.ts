import type {Tokens} from 'marked';
import {escapeHtml} from './html.ts';

/**
 * A text of a user as HTML. HTML in it is shown as it is written, images are their words, and links
 * lead to other pages alone.
 */
export async function markdownHtml(markdown: string): Promise<string> {
  const {Marked} = await import('marked');
  const marked = new Marked({
    gfm: true,
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
  return await marked.parse(markdown);
}

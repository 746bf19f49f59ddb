import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Marked, type Tokens} from 'marked';
import {escapeHtml} from '../web/html.ts';
import {plainText, slugs} from './text.ts';

/** A part of a page, from one heading to the next. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly text: string;
};

export type DocsPage = {
  /** Its address below `/docs/`, the name of its file without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
  /** In the order of the page; the first one is the page's own title. */
  readonly sections: readonly Section[];
};

type Group = {
  readonly title: string;
  readonly links: readonly {readonly label: string; readonly name: string}[];
};

export type Library = {
  readonly home: DocsPage;
  /** Headings of the home page with the links that are listed below them: the navigation. */
  readonly groups: readonly Group[];
  readonly byName: ReadonlyMap<string, DocsPage>;
  /** Names of files in `pictures/` that pages show. */
  readonly pictures: ReadonlySet<string>;
};

/**
 * The pages of a folder of Markdown files that are listed in its `index.md`, rendered. Pages that
 * it does not list are for developers and are left out; links to them are shown as text.
 */
export function readLibrary(folder: string): Library {
  const sources = new Map(
    readdirSync(folder)
      .filter(file => file.endsWith('.md'))
      .map(file => [basename(file, '.md'), readFileSync(join(folder, file), 'utf8')]),
  );
  const index = sources.get('index') ?? '';
  const groups = groupsOf(index);
  const names = new Set(groups.flatMap(group => group.links.map(link => link.name)));
  const render = (name: string) =>
    rendered(name, sources.get(name) ?? '', one => names.has(one) || one === 'index');
  const home = render('index');
  const byName = new Map([...names].map(name => [name, render(name)]));
  const all = [home, ...byName.values()].map(page => page.html).join('');
  return {
    home,
    groups,
    byName,
    pictures: new Set(
      Array.from(all.matchAll(/ src="\/docs\/pictures\/([^"]+)"/g), ([, name]) => name ?? ''),
    ),
  };
}

function groupsOf(index: string): Group[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map(part => ({
      title: part.slice(0, part.indexOf('\n')).trim(),
      links: Array.from(
        part.matchAll(/^- \[([^\]]*)\]\(([\w-]+)\.md\)/gm),
        ([, label = '', name = '']) => ({
          label,
          name,
        }),
      ),
    }));
}

/**
 * Pages are our own files; all the same no HTML in them is passed on, and addresses are of kinds
 * that cannot run anything.
 */
function rendered(name: string, markdown: string, isServed: (name: string) => boolean): DocsPage {
  const slug = slugs();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({text}: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      heading({tokens, depth, text}: Tokens.Heading) {
        const id = slug(plainText(text));
        const mark = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${depth === 1 ? '' : ` ${mark}`}</h${depth}>\n`;
      },
      link({href, tokens}: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const to = addressOf(href, isServed);
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`;
      },
      image({href, text}: Tokens.Image) {
        return /^pictures\/[\w-]+\.(svg|png)$/.test(href)
          ? `<img src="/docs/${href}" alt="${escapeHtml(text)}" loading="lazy">`
          : escapeHtml(text);
      },
      code({text, lang = ''}: Tokens.Code) {
        const kind = lang.endsWith(' output') ? ' class="output"' : '';
        return `<pre${kind} tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const cell = (tag: string, {tokens}: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const head = token.header.map(one => cell('th', one)).join('');
        const rows = token.rows
          .map(row => `<tr>${row.map(one => cell('td', one)).join('')}</tr>\n`)
          .join('');
        const top = token.header.some(one => one.text !== '')
          ? `<thead><tr>${head}</tr></thead>`
          : '';
        return `<div class="table" tabindex="0"><table>${top}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const sections = sectionsOf(marked.lexer(markdown));
  return {
    name,
    title: sections[0]?.title ?? name,
    html: marked.parse(markdown, {async: false}),
    sections,
  };
}

function sectionsOf(tokens: readonly {type: string; raw: string}[]): Section[] {
  const slug = slugs();
  const sections: Section[] = [];
  let at = {id: '', title: '', depth: 1, text: ''};
  for (const token of tokens) {
    if (token.type === 'heading') {
      const {text, depth} = token as Tokens.Heading;
      const title = plainText(text);
      at = {id: slug(title), title, depth, text: ''};
      sections.push(at);
    } else at.text += ` ${plainText(token.raw)}`;
  }
  return sections;
}

/** Where a link of a page leads in the product; undefined when what it leads to is not there. */
function addressOf(href: string, isServed: (name: string) => boolean): string | undefined {
  if (/^(https?:\/\/|#)/.test(href)) return href;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined || !isServed(name)) return undefined;
  return name === 'index' ? '/docs/' : `/docs/${name}${anchor}`;
}

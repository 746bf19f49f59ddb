import type {Hit} from './find.ts';
import type {DocsPage, Library, Section} from './library.ts';
import {escapeHtml} from '../web/html.ts';

export type Content = {
  readonly title: string;
  readonly main: string;
  readonly sections: readonly Section[];
};

type Frame = Content & {
  readonly library: Library;
  readonly product: {readonly name: string; readonly home: string};
  readonly query: string;
  readonly current?: DocsPage | undefined;
};

/**
 * A whole page: links to all others at the left, its own sections at the right, and a form that
 * searches without a script.
 */
export function layout({library, product, query, current, title, main, sections}: Frame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: Gazetteer documentation</title>
<link rel="icon" href="data:,">
<script src="/docs/assets/color-scheme.js"></script>
<link rel="stylesheet" href="/docs/assets/theme.css">
<link rel="stylesheet" href="/docs/assets/docs.css">
<script type="module" src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="/docs/">Gazetteer <span>Documentation</span></a>
<form action="/docs/" role="search"><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the documentation" aria-label="Search the documentation"></form>
<a class="back" href="${escapeHtml(product.home)}">Open the ${escapeHtml(product.name)}</a>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details><summary>All pages</summary>${navigation(library, current)}</details>
<div class="wide">${navigation(library, current)}</div></nav>
<main id="main">
${main}
</main>
${contents(sections)}
</div>
</body>
</html>
`;
}

export function docsHtml(page: DocsPage): Content {
  return {
    title: page.title,
    main: page.html,
    sections: page.sections.filter(one => one.depth === 2),
  };
}

export function foundHtml(query: string, hits: readonly Hit[]): Content {
  const list = hits.map(({page, section, excerpt}) => {
    const isTop = section === page.sections[0];
    const title = isTop ? page.title : `${page.title}: ${section.title}`;
    const href = `/docs/${page.name}${isTop ? '' : `#${section.id}`}`;
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a><p>${escapeHtml(excerpt)}</p></li>`;
  });
  const none =
    '<p>No section has all of these words. Try fewer words, or <a href="/docs/">look through all pages</a>.</p>';
  const main = `<h1>Search results for “${escapeHtml(query)}”</h1>
${list.length === 0 ? none : `<ol class="hits">${list.join('\n')}</ol>`}`;
  return {title: `Search: ${query}`, main, sections: []};
}

export function missingHtml(): Content {
  const main =
    '<h1>Page not found</h1><p>There is no such page. <a href="/docs/">Look through all pages</a>.</p>';
  return {title: 'Page not found', main, sections: []};
}

function navigation({groups}: Library, current: DocsPage | undefined): string {
  return groups
    .map(({title, links}) => {
      const items = links.map(
        ({label, name}) =>
          `<li><a href="/docs/${name}"${name === current?.name ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
      );
      return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
    })
    .join('\n');
}

function contents(sections: readonly Section[]): string {
  if (sections.length < 2) return '';
  const items = sections.map(({id, title}) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

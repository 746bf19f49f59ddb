/** Markdown as somebody reads it: without marks, tables' lines and the addresses of links. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s|:-]+$/gm, ' ')
    .replace(/\*\*|`/g, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Names of headings as code hosts make them, so that a link works there and here: each one once.
 */
export function slugs(): (title: string) => string {
  const seen = new Map<string, number>();
  return title => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}

import type {DocsPage, Library, Section} from './library.ts';

export type Hit = {readonly page: DocsPage; readonly section: Section; readonly excerpt: string};

const mostHits = 30;
const excerptLength = 180;

/** Sections that have every word, those first that have them in their title. */
export function find(library: Library, query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = [...library.byName.values()].flatMap(page =>
    page.sections.flatMap(section => {
      const weight = weightOf(words, page, section);
      return weight === 0
        ? []
        : [{page, section, weight, excerpt: excerptOf(section.text, words[0] ?? '')}];
    }),
  );
  return hits.sort((a, b) => b.weight - a.weight).slice(0, mostHits);
}

function weightOf(words: readonly string[], page: DocsPage, section: Section): number {
  const own = section.title.toLowerCase();
  const title = page.title.toLowerCase();
  const text = section.text.toLowerCase();
  let weight = 0;
  for (const word of words) {
    const one =
      (own.includes(word) ? 8 : 0) + (title.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
    // The name of the page counts for its first section alone: all others would be found by it.
    if (one === 0 || (one === 4 && section !== page.sections[0])) return 0;
    weight += one;
  }
  return weight;
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const cut = text.slice(from, from + excerptLength);
  const end = from + excerptLength < text.length ? cut.lastIndexOf(' ') : -1;
  return `${from > 0 ? '… ' : ''}${end > 0 ? `${cut.slice(0, end)} …` : cut}`;
}

// Examples of the documentation: fenced blocks of a page, each with the output that the page shows
// for it.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

export const docsFolder = join(import.meta.dirname, '..', '..', '..', 'docs');

export type Block = {
  readonly page: string;
  readonly line: number;
  readonly lang: string;
  readonly text: string;
  /** The block behind it that is marked `output`. */
  readonly expected?: {readonly lang: string; readonly text: string};
};

/** Pages in the order of the index. */
export function pageNames(): string[] {
  const index = readFileSync(join(docsFolder, 'index.md'), 'utf8');
  return Array.from(index.matchAll(/^- \[[^\]]*\]\(([\w-]+)\.md\)/gm), ([, name]) => name ?? '');
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(docsFolder, `${page}.md`), 'utf8');
  const fences = Array.from(text.matchAll(/^( *)```([^\n]*)\n([^]*?)^ *```$/gm), match => {
    const [, indent = '', info = '', body = ''] = match;
    const lines = body
      .split('\n')
      .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line));
    return {info, text: lines.join('\n'), line: text.slice(0, match.index).split('\n').length};
  });
  return fences.flatMap(({info, text, line}, n): Block[] => {
    if (info.endsWith(' output')) return [];
    const next = fences[n + 1];
    const expected = next?.info.endsWith(' output') && {
      lang: next.info.split(' ')[0] ?? '',
      text: next.text,
    };
    return [{page, line, lang: info.split(' ')[0] ?? '', text, ...(expected ? {expected} : {})}];
  });
}

/**
 * Why an output is not what the page shows, or undefined. In what is shown `…` stands for anything,
 * and JSON for a part of it.
 */
export function difference(
  {lang, text}: {readonly lang: string; readonly text: string},
  actual: string,
) {
  if (lang === 'json') return jsonDifference(JSON.parse(text), JSON.parse(actual), '$');
  const words = text
    .trim()
    .split('…')
    .map(part => part.split(/\s+/).map(escapeRegExp).join('\\s+'));
  return new RegExp(`^${words.join('[^]*?')}$`).test(actual.trim())
    ? undefined
    : `expected ${text}`;
}

function jsonDifference(expected: unknown, actual: unknown, path: string): string | undefined {
  if (typeof expected === 'string' && expected.includes('…')) {
    const pattern = expected.split('…').map(escapeRegExp).join('[^]*');
    return new RegExp(`^${pattern}$`).test(String(actual)) ? undefined : `${path}: ${expected}`;
  }
  if (Array.isArray(expected)) {
    const isOpen = expected.at(-1) === '…';
    const items: unknown[] = isOpen ? expected.slice(0, -1) : expected;
    if (
      !Array.isArray(actual) ||
      (isOpen ? actual.length < items.length : actual.length !== items.length)
    ) {
      return `${path}: a list of ${items.length}`;
    }
    return firstOf(items.map((item, n) => jsonDifference(item, actual[n], `${path}[${n}]`)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return `${path}: an object`;
    const members = actual as Record<string, unknown>;
    const wanted = Object.entries(expected).filter(([name]) => name !== '…');
    return firstOf(
      wanted.map(([name, value]) => jsonDifference(value, members[name], `${path}.${name}`)),
    );
  }
  return expected === actual ? undefined : `${path}: ${JSON.stringify(expected)}`;
}

function firstOf(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find(one => one !== undefined);
}

/** What makes whole words of a text harmless in a pattern. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

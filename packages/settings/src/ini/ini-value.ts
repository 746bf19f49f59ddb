import type {Given} from '../kind.ts';

/**
 * Reads the right side of `key = value`: plain text, quoted text, or a list, each with an optional
 * comment behind it. Commas outside of quotes make a list, a trailing comma makes a list of one,
 * and a lone comma an empty one. A quote ends where the end of the line, a comma or a comment
 * follows, so `'{"name": 'x'}'` is one text.
 * @returns undefined where quotes do not match up
 */
export function parseIniText(text: string): Given | undefined {
  if (/^\s*,\s*(#.*)?$/.test(text)) return [];
  const items = readItems(text, 0, new Set());
  if (items === undefined) return undefined;
  const {values, hasComma} = items;
  return hasComma ? values : (values[0] ?? '');
}

type Items = {readonly values: readonly string[]; readonly hasComma: boolean};

/** `dead`: places from where no reading succeeds, so that each is tried once only. */
function readItems(text: string, from: number, dead: Set<number>): Items | undefined {
  const start = from + leadingSpace(text, from);
  if (isEnd(text, start)) return {values: [], hasComma: false};
  if (dead.has(start)) return undefined;
  for (const {value, end} of itemsAt(text, start)) {
    const next = end + leadingSpace(text, end);
    if (isEnd(text, next)) return {values: [value], hasComma: false};
    const rest = text[next] === ',' ? readItems(text, next + 1, dead) : undefined;
    if (rest !== undefined) return {values: [value, ...rest.values], hasComma: true};
  }
  dead.add(start);
  return undefined;
}

/** Every way to read one item here, shortest first. */
function* itemsAt(text: string, start: number): Generator<{value: string; end: number}> {
  const quote = text[start];
  if (quote === ',') return;
  if (quote !== '"' && quote !== "'") {
    const end = text.slice(start).search(/[,#]|$/) + start;
    yield {value: text.slice(start, end).trimEnd(), end};
    return;
  }
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    yield {value: text.slice(start + 1, end), end: end + 1};
  }
}

function isEnd(text: string, at: number): boolean {
  return at >= text.length || text[at] === '#';
}

function leadingSpace(text: string, at: number): number {
  return /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
}

/**
 * How text becomes words. Documents and queries go through the same function, and both databases
 * are given words that they need not split again, so they find the same.
 */

/** One token a character: these scripts are written without spaces. */
const oneByOne =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordPattern = new RegExp(
  `(?<one>${oneByOne.source})|(?:(?!${oneByOne.source})[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const asciiWords = /[a-z0-9]+/g;
// oxlint-disable-next-line no-control-regex -- the range of ASCII
const onlyAscii = /^[\x00-\x7f]*$/;

/** Longer words are cut: PostgreSQL takes no lexeme above 2 KiB, and nobody types one. */
export const maxTokenLength = 255;

/**
 * Lower-cased words without diacritics. Everything that is neither letter nor digit separates, `_`
 * and `.` included, so that any word of `sales_orders.customer_id` is found.
 */
export function tokens(text: string): string[] {
  // Nearly every name is ASCII, and normalising costs more than splitting.
  if (onlyAscii.test(text)) return cut(text.toLowerCase().match(asciiWords) ?? []);
  return cut(fold(text).match(wordPattern) ?? []);
}

/**
 * Lower case without diacritics; what else differs in Unicode only by its encoding becomes equal.
 */
function fold(text: string): string {
  // Only the marks of Latin, Greek and Cyrillic go: in other scripts marks are vowels.
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/**
 * Whether the reference's tokenizer would split the text: then a wildcard at its end could not be
 * one of its terms.
 */
export function hasSeparator(text: string): boolean {
  const [term, ...others] = terms(text);
  return others.length > 0 || term !== text.toLowerCase() || oneByOne.test(text);
}

/**
 * Terms as suggestions show them: lower-cased, and unlike words kept whole over `_` and over `.`,
 * `:` and `'` between two letters, so `sales.orders@cl1` gives `sales.orders` and `cl1`.
 */
export function terms(text: string): string[] {
  return text.toLowerCase().match(term) ?? [];
}

const term = /[\p{L}\p{N}\p{M}_]+(?:(?<=\p{L})[.:'](?=\p{L})[\p{L}\p{N}\p{M}_]+)*/gu;
const termHere = new RegExp(term, 'uy');
const [insideWord, behindLetter, letter] = [/[\p{L}\p{N}\p{M}_]$/u, /\p{L}[.:']$/u, /^\p{L}/u];

/** Those of `terms` that begin with `prefix`, in lower case, without looking for the others. */
export function termsWith(text: string, prefix: string): string[] {
  const found: string[] = [];
  if (prefix === '') return found;
  const lower = text.toLowerCase();
  const mayGoOn = letter.test(prefix);
  for (let at = lower.indexOf(prefix); at >= 0; at = lower.indexOf(prefix, at + 1)) {
    const before = lower.slice(Math.max(0, at - 3), at);
    if (insideWord.test(before) || (mayGoOn && behindLetter.test(before))) continue;
    termHere.lastIndex = at;
    const one = termHere.exec(lower)?.[0] ?? '';
    if (one.startsWith(prefix)) found.push(one);
  }
  return found;
}

function cut(words: string[]): string[] {
  return words.some(word => word.length > maxTokenLength)
    ? words.map(word => word.slice(0, maxTokenLength))
    : words;
}

const maxWords = 20;

/**
 * What somebody types to find texts, as patterns of `LIKE … ESCAPE '\'` over a text in small
 * letters: every word has to occur, in any order; what stands in quotes is one word, blanks
 * included.
 */
export function likePatterns(typed: string): string[] {
  const words = [...typed.toLowerCase().matchAll(/"([^"]+)"|([^\s"]+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  );
  return words
    .filter(word => word.trim() !== '')
    .slice(0, maxWords)
    .map(word => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
}

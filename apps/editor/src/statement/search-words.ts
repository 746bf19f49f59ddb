const maxWords = 20;

/**
 * What somebody types to find texts, in small letters: every word has to occur, in any order; what
 * stands in quotes is one word, blanks included.
 */
export function searchWords(typed: string): string[] {
  return [...typed.toLowerCase().matchAll(/"([^"]+)"|([^\s"]+)/g)]
    .map(([, quoted, word]) => quoted ?? word ?? '')
    .filter(word => word.trim() !== '')
    .slice(0, maxWords);
}

/** The same words as patterns of `LIKE … ESCAPE '\'` over a text in small letters. */
export function likePatterns(typed: string): string[] {
  return searchWords(typed).map(word => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
}

/**
 * The same words as beginnings: `cust` becomes `cust*`. Undefined when the query says more than one
 * plain word. Several words, quotes or signs mean what they say.
 */
export function wider(query: string | undefined): string | undefined {
  const word = query?.trim() ?? '';
  return /^[\p{L}\p{N}_.@-]+$/u.test(word) ? `${word}*` : undefined;
}

/**
 * A text within one of an address that has signs of its own, such as `:` and `,` between its parts:
 * only these are escaped, so that people can still read the address.
 * @param signs those that mean something there, and `%`
 */
export function escaped(text: string, signs: RegExp): string {
  return text.replace(signs, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The text again; one that somebody has typed with a single `%` in it is as it stands. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

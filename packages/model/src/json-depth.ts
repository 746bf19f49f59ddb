const [quote, backslash, openList, closeList, openMap, closeMap] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * Deeper than anything that people mean, and shallow enough for everything that walks through a
 * value.
 */
export const maxJsonDepth = 256;

/**
 * Offset where a text goes deeper than `maxJsonDepth` lists and maps, -1 when it does not. Asked
 * before parsing: a parsed text of a million brackets lets whatever walks through it run out of
 * stack. A text that is no JSON has no depth that means anything.
 */
export function tooDeepAt(text: string): number {
  // Most texts are too short to be that deep.
  if (text.length <= maxJsonDepth) return -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === openList || code === openMap) {
      depth++;
      if (depth > maxJsonDepth) return at;
    } else if (code === closeList || code === closeMap) {
      depth--;
    }
  }
  return -1;
}

/** Offset of the closing quote; the length when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

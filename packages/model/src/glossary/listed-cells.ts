/** With the backslashes in front of it. */
const separators = {'|': /(?<!\\)(\\*)\|/g, ':': /(?<!\\)(\\*):/g} as const;

/**
 * Several values in one cell, with a separator between them. In front of a separator backslashes
 * count: an odd number makes the separator a part of the value, and each two stand for one.
 * Anywhere else a backslash is nothing special, so that what was written without knowing of this
 * rule reads as before.
 */
export function splitCell(cell: string, separator: '|' | ':', atMost = Infinity): string[] {
  const pieces: string[] = [];
  let piece = '';
  let from = 0;
  for (const {0: match, 1: slashes = '', index} of cell.matchAll(separators[separator])) {
    if (pieces.length === atMost - 1) break;
    piece += cell.slice(from, index) + '\\'.repeat(slashes.length >> 1);
    from = index + match.length;
    if (slashes.length % 2 === 1) piece += separator;
    else {
      pieces.push(piece);
      piece = '';
    }
  }
  return [...pieces, piece + cell.slice(from)];
}

/** What `splitCell` reads back as these pieces. */
export function joinCell(pieces: readonly string[], separator: '|' | ':'): string {
  const guarded = pieces.map(piece =>
    piece.replaceAll(separators[separator], `$1$1\\${separator}`),
  );
  // At the end of a piece they stand in front of a separator as well, but for the last piece.
  return guarded
    .map((piece, i) => (i < pieces.length - 1 ? piece.replace(/(?<!\\)\\+$/, '$&$&') : piece))
    .join(separator);
}

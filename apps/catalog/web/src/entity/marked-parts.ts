export type TextPart = {readonly part: string; readonly isMarked: boolean};

/**
 * The text in parts, of which those are marked that begin a word of it as a word of the query does;
 * operators of queries mark nothing.
 */
export function markedParts(text: string, query: string): TextPart[] {
  const words = soughtWords(query);
  if (words.length === 0 || text === '') return [{part: text, isMarked: false}];
  const parts: TextPart[] = [];
  let end = 0;
  for (const {index, 0: word} of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = fold(word);
    const length = Math.max(
      0,
      ...words.filter(one => folded.startsWith(one)).map(one => one.length),
    );
    // Letters that fold into more or fewer ones are marked with their whole word.
    const until = index + (folded.length === word.length ? length : length > 0 ? word.length : 0);
    if (until === index) continue;
    if (index > end) parts.push({part: text.slice(end, index), isMarked: false});
    parts.push({part: text.slice(index, until), isMarked: true});
    end = until;
  }
  if (end < text.length) parts.push({part: text.slice(end), isMarked: false});
  return parts;
}

/** Whether anything of the text would be marked. */
export function isMarkedBy(text: string, query: string): boolean {
  return markedParts(text, query).some(one => one.isMarked);
}

function soughtWords(query: string): string[] {
  // What is excluded is not looked for.
  const wanted = query.replace(/(^|\s)(-|!|NOT\s+)("[^"]*"|\S+)/gu, ' ');
  const plain = wanted.replace(/(^|\s)(AND|OR)(?=\s|$)/gu, ' ');
  return [...new Set(plain.match(/[\p{L}\p{N}\p{M}]+/gu)?.map(fold) ?? [])];
}

/**
 * As the server compares words: without case and accents. It marks what the search has found, so
 * both have to agree.
 */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
}

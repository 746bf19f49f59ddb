/** Of one element; what is larger is no document of Hue. */
const maxElement = 256 * 2 ** 20;

const [quote, backslash, openBrace, openBracket] = ['"', '\\', '{', '['].map(one =>
  one.charCodeAt(0),
);
const [closeBrace, closeBracket, comma] = ['}', ']', ','].map(one => one.charCodeAt(0));

/**
 * The elements of lists in JSON that stand one behind the other, one element in memory at a time:
 * dumps are larger than a text can be.
 * @throws Error for what is no list, or ends before it does
 */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<unknown> {
  let [depth, isText, isEscaped, element, lists] = [0, false, false, '', 0];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) isText = false;
        continue;
      }
      if (code === quote) isText = true;
      else if (code === openBrace || code === openBracket) {
        if (++depth === 1) {
          if (code !== openBracket || (element + chunk.slice(from, at)).trim() !== '')
            throw new Error('it is no list in JSON');
          from = at + 1;
          lists++;
        }
      } else if (code === closeBrace || code === closeBracket || (code === comma && depth === 1)) {
        if (code !== comma) depth--;
        if (depth < 0) throw new Error('it is no list in JSON');
        if (depth > 1 || (depth === 1 && code !== comma)) continue;
        const text = element + chunk.slice(from, at);
        [element, from] = ['', at + 1];
        if (text.trim() !== '') yield JSON.parse(text) as unknown;
      }
    }
    element += chunk.slice(from);
    if (element.length > maxElement) throw new Error('it has an element without an end');
  }
  if (depth > 0 || isText) throw new Error('it ends before the list does');
  if (lists === 0 || element.trim() !== '') throw new Error('it is no list in JSON');
}

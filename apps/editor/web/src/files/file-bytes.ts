/** Bytes of a file, as the server writes them: two digits each. */
export function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/**
 * Whether they are no text. A zero byte is in nearly all files that are none, and in no text of
 * UTF-8.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

/**
 * How many of a part's bytes are shown as text: up to the last end of a line, else up to the last
 * whole character, so that the next part begins with a whole one.
 */
export function wholeLength(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(10);
  if (line >= 0) return line + 1;
  let start = bytes.length - 1;
  while (start > 0 && start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = bytes[start] ?? 0;
  const wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start > 0 && start + wanted > bytes.length ? start : bytes.length;
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes);
}

const lineBytes = 16;
const maxLines = 1024;

/** Bytes as digits, with the characters that they could be. */
export function hexLines(bytes: Uint8Array, offset: number): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length && lines.length < maxLines; at += lineBytes) {
    const line = [...bytes.subarray(at, at + lineBytes)];
    const digits = line.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
    const signs = line.map(byte => (byte > 31 && byte < 127 ? String.fromCodePoint(byte) : '.'));
    const place = (offset + at).toString(16).padStart(8, '0');
    lines.push(`${place}  ${digits.padEnd(lineBytes * 3)} ${signs.join('')}`);
  }
  return lines.join('\n');
}

/** As many bytes as are shown as digits. */
export const hexBytes = lineBytes * maxLines;

/** Deeper ones would be little but spaces. */
const maxDepth = 100;

/** A text of JSON on lines of its own, each sign as it was; any other text stays. */
export function spacedJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  // Not parsed and written again: numbers would lose digits, and names that come twice.
  const parts = text.match(/"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
  let spaced = '';
  for (const part of parts) {
    if (part === '[' || part === '{') depth++;
    else if (part === ']' || part === '}') depth--;
    if (depth > maxDepth) return text;
    if (part === ':') spaced += ': ';
    else if (',[{'.includes(part)) spaced += part + line();
    else spaced += ']}'.includes(part) ? line() + part : part;
  }
  return spaced;
}

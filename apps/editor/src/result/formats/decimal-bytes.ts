import type {TextBuffer} from '../../engine/text-buffer.ts';

const [minus, point] = Buffer.from('-.') as unknown as [number, number];
/** All but digits and a point. */
const noDigit = Uint8Array.from({length: 256}, (_, byte) =>
  /[\d.]/.test(String.fromCharCode(byte)) ? 0 : 1,
);

/**
 * Writes a text that is a decimal: digits, at most one point between two of them, and maybe a minus
 * before them. @returns whether it is one
 */
export function writeIfDecimal(
  out: TextBuffer,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const start = bytes[from] === minus ? from + 1 : from;
  if (!isDecimal(bytes, start, to)) return false;
  if (start > from) out.byte(minus);
  return out.plain(bytes, start, to, noDigit);
}

function isDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  let points = 0;
  for (let at = from; at < to; at++) {
    if (noDigit[bytes[at] as number] !== 0) return false;
    if (bytes[at] === point) points++;
  }
  return from < to && points < 2 && bytes[from] !== point && bytes[to - 1] !== point;
}

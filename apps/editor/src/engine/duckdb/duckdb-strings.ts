import duckdb from '@duckdb/node-bindings';

/** A text is its length and, where that is enough, 12 bytes; else its first 4 and its address. */
const wordsOfText = 4;
const mostInline = 12;
/**
 * Texts that begin at most so many bytes behind the end of others are read in one go with them: to
 * ask for each takes longer than to copy what lies between. That is less than a page of the
 * machine's memory, so that all of it is there to be read, and no byte of it goes any further.
 */
const mostBetween = 1024;
/** Bytes in one go, where no text is longer. */
const mostAtOnce = 2 ** 20;
/** Fewer bytes than these are copied faster one by one than by a call. */
const fewBytes = 40;

/** Memory that texts lie in, and the address that it begins at. */
type Stretch = {readonly bytes: Uint8Array; readonly start: number; readonly end: number};

/** Texts of the engine, each behind its length, four bytes big-endian; NULL has none. */
export function prefixedTexts({
  bytes: memory,
  from,
  to,
  nulls,
}: {
  /** Of all rows. */
  readonly bytes: ArrayBuffer;
  readonly from: number;
  readonly to: number;
  /** Of those rows alone. */
  readonly nulls: Uint8Array | undefined;
}): Uint8Array {
  const words = new Int32Array(memory, from * wordsOfText * 4, (to - from) * wordsOfText);
  if (nulls !== undefined)
    for (let row = 0; row < nulls.length; row++) if (nulls[row] === 1) words[row * wordsOfText] = 0;
  const inline = new Uint8Array(memory, words.byteOffset, words.byteLength);
  const target = Buffer.allocUnsafeSlow(sizeOf(words));
  let stretch: Stretch = {bytes: inline, start: 0, end: 0};
  let at = 0;
  for (let word = 0; word < words.length; word += wordsOfText) {
    const length = (words[word] as number) >>> 0;
    target[at++] = length >>> 24;
    target[at++] = length >>> 16;
    target[at++] = length >>> 8;
    target[at++] = length;
    if (length <= mostInline) {
      copy(inline, word * 4 + 4, length, target, at);
    } else {
      const address = addressAt(words, word);
      if (address < stretch.start || address + length > stretch.end)
        stretch = stretchFrom(memory, words, word);
      copy(stretch.bytes, address - stretch.start, length, target, at);
    }
    at += length;
  }
  return target;
}

function sizeOf(words: Int32Array): number {
  let size = words.length;
  for (let word = 0; word < words.length; word += wordsOfText)
    size += (words[word] as number) >>> 0;
  return size;
}

function copy(
  source: Uint8Array,
  from: number,
  length: number,
  target: Uint8Array,
  at: number,
): void {
  if (length >= fewBytes) return target.set(source.subarray(from, from + length), at);
  for (let n = 0; n < length; n++) target[at + n] = source[from + n] as number;
}

/** The memory of this text, and of those behind it that lie close to it. */
function stretchFrom(memory: ArrayBuffer, words: Int32Array, first: number): Stretch {
  const start = addressAt(words, first);
  let end = start + ((words[first] as number) >>> 0);
  for (let word = first + wordsOfText; word < words.length; word += wordsOfText) {
    const length = (words[word] as number) >>> 0;
    if (length <= mostInline) continue;
    const address = addressAt(words, word);
    if (address < start || address > end + mostBetween) break;
    if (address + length - start > mostAtOnce) break;
    end = Math.max(end, address + length);
  }
  const place = words.byteOffset + (first + 2) * 4;
  return {bytes: duckdb.get_data_from_pointer(memory, place, end - start), start, end};
}

function addressAt(words: Int32Array, word: number): number {
  return (words[word + 3] as number) * 2 ** 32 + ((words[word + 2] as number) >>> 0);
}

/** `from` and `to` are line numbers from 1 on. */
export type DiffLine =
  | {readonly kind: 'same'; readonly text: string; readonly from: number; readonly to: number}
  | {readonly kind: 'removed'; readonly text: string; readonly from: number}
  | {readonly kind: 'added'; readonly text: string; readonly to: number};

/** Pairs compared at most where no line helps to cut the work: beyond it a part counts as replaced. */
const maxCells = 4_000_000;

type Range = {readonly start: number; readonly end: number};

/**
 * Line by line, what is the same, what went and what came. Lines that occur once in both texts hold the rest in place
 * (Cohen's patience diff), which keeps statements together; between them it is the longest common sequence.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const pairs: [number, number][] = [];
  match(a, b, {start: 0, end: a.length}, {start: 0, end: b.length}, pairs);
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  for (const [i, j] of [...pairs, [a.length, b.length] as const]) {
    for (; from < i; from++) lines.push({kind: 'removed', text: a[from] ?? '', from: from + 1});
    for (; to < j; to++) lines.push({kind: 'added', text: b[to] ?? '', to: to + 1});
    if (i < a.length && j < b.length) lines.push({kind: 'same', text: a[i] ?? '', from: ++from, to: ++to});
  }
  return lines;
}

/** Appends pairs of equal lines, in order. */
function match(a: readonly string[], b: readonly string[], left: Range, right: Range, pairs: [number, number][]): void {
  let [i, j, iEnd, jEnd] = [left.start, right.start, left.end, right.end];
  while (i < iEnd && j < jEnd && a[i] === b[j]) pairs.push([i++, j++]);
  let tail = 0;
  while (iEnd > i && jEnd > j && a[iEnd - 1] === b[jEnd - 1]) [iEnd, jEnd, tail] = [iEnd - 1, jEnd - 1, tail + 1];
  if (i < iEnd && j < jEnd) {
    const anchors = uniqueInBoth(a, b, {start: i, end: iEnd}, {start: j, end: jEnd});
    if (anchors.length === 0) {
      longestCommon(a, b, {start: i, end: iEnd}, {start: j, end: jEnd}, pairs);
    } else {
      for (const [x, y] of [...anchors, [iEnd, jEnd] as const]) {
        match(a, b, {start: i, end: x}, {start: j, end: y}, pairs);
        if (x < iEnd && y < jEnd) pairs.push([x, y]);
        [i, j] = [x + 1, y + 1];
      }
    }
  }
  for (let n = 0; n < tail; n++) pairs.push([iEnd + n, jEnd + n]);
}

/** Lines that occur once on either side, as many of them as are in the same order on both. */
function uniqueInBoth(a: readonly string[], b: readonly string[], left: Range, right: Range): [number, number][] {
  const places = (lines: readonly string[], {start, end}: Range) => {
    const found = new Map<string, number>();
    for (let n = start; n < end; n++) found.set(lines[n] ?? '', found.has(lines[n] ?? '') ? -1 : n);
    return found;
  };
  const there = places(b, right);
  const both: [number, number][] = [];
  for (const [line, i] of places(a, left)) {
    const j = there.get(line) ?? -1;
    if (i >= 0 && j >= 0) both.push([i, j]);
  }
  return longestIncreasing(both);
}

/** Of pairs in the order of their first number, the most with their second in order, too; by patience sorting. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const previous: number[] = [];
  for (const [n, [, j]] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < j) low = middle + 1;
      else high = middle;
    }
    previous[n] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = n;
  }
  const chosen: [number, number][] = [];
  for (let n = tops.at(-1) ?? -1; n >= 0; n = previous[n] ?? -1) chosen.push(pairs[n] as [number, number]);
  return chosen.toReversed();
}

function longestCommon(
  a: readonly string[],
  b: readonly string[],
  left: Range,
  right: Range,
  pairs: [number, number][],
): void {
  const [rows, columns] = [left.end - left.start, right.end - right.start];
  if (rows * columns > maxCells) return;
  const width = columns + 1;
  const length = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const isSame = a[left.start + i] === b[right.start + j];
      const here = isSame
        ? (length[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
      length[i * width + j] = here;
    }
  }
  for (let [i, j] = [0, 0]; i < rows && j < columns;) {
    if (a[left.start + i] === b[right.start + j]) pairs.push([left.start + i++, right.start + j++]);
    else if ((length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}

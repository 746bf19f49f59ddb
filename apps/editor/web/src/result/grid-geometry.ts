/** Heights of a row and of the heads of columns, in pixels. */
export const rowPx = 28;
export const headPx = 44;
/**
 * Browsers draw nothing beyond some 17 to 33 million pixels. Far enough below, so that a zoomed
 * page stays there, too.
 */
export const maxScrollPx = 8_000_000;

/**
 * Where a scroll bar stands for rows of any number. Up to some 285,000 rows a pixel of the bar is a
 * pixel of the rows; beyond that it stands for more.
 */
export type Scale = {readonly fullPx: number; readonly barPx: number; readonly isScaled: boolean};

export function scaleOf(rowCount: number): Scale {
  const fullPx = rowCount * rowPx + headPx;
  return {fullPx, barPx: Math.min(fullPx, maxScrollPx), isScaled: fullPx > maxScrollPx};
}

const blockRows = 4096;

/**
 * Rows have their places within a block, which moves as a whole: so a row keeps its place while it
 * is in sight, and none is so far down that browsers lose pixels.
 */
export function firstOfBlock(row: number): number {
  return Math.floor(row / blockRows) * blockRows;
}

/** From the place of the scroll bar to pixels above the first row in sight, and back. */
export function topOf(bar: number, {fullPx, barPx, isScaled}: Scale, viewPx: number): number {
  return isScaled ? (bar / Math.max(1, barPx - viewPx)) * (fullPx - viewPx) : bar;
}

export function barOf(top: number, {fullPx, barPx, isScaled}: Scale, viewPx: number): number {
  return isScaled ? (top / Math.max(1, fullPx - viewPx)) * (barPx - viewPx) : top;
}

/**
 * Columns by the place where they begin; one more than there are columns: where the last one ends.
 * Worked out once for all columns: where one of thousands stands is then looked up, and not added
 * up for each cell.
 */
export function offsetsOf(widths: readonly number[]): number[] {
  const offsets = [0];
  for (const width of widths) offsets.push((offsets.at(-1) ?? 0) + width);
  return offsets;
}

/** The column at a place, by bisection. */
export function columnAt(offsets: readonly number[], x: number): number {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Where a column is drawn: pinned ones do not move with the scroll bar. */
export function placeOf(
  column: number,
  {
    offsets,
    pinned,
    left,
    numberPx,
  }: {
    readonly offsets: readonly number[];
    readonly pinned: number;
    readonly left: number;
    readonly numberPx: number;
  },
): string {
  const x = (offsets[column] ?? 0) - (column < pinned ? -numberPx : left);
  return `translateX(${x}px)`;
}

/** The last one has a border of its own to those that move. */
export function pinnedMark(column: number, pinned: number): 'last' | 'yes' | undefined {
  if (column >= pinned) return undefined;
  return column === pinned - 1 ? 'last' : 'yes';
}

/**
 * A cell on the screen, from 0: hidden columns do not count, and those that are pinned come first.
 */
export type CellPosition = {readonly row: number; readonly column: number};

/** From the cell where it began to the one with the focus, both included. */
export type Selection = {readonly anchor: CellPosition; readonly head: CellPosition};

/** Rows and columns from the first to the last, both included. */
export type Box = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

/** The cells between both corners, whichever way somebody has dragged. */
export function boxOf({anchor, head}: Selection): Box {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

export function isIn({top, bottom, left, right}: Box, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export type Move = {
  readonly key: string;
  readonly isFar: boolean;
  /** Rows that fit into the window. */
  readonly page: number;
  readonly rowCount: number;
  readonly columnCount: number;
};

/**
 * Where a key leads from a cell; undefined for keys that lead nowhere. At an edge it stays where it
 * is, so that the key does not scroll the page instead.
 */
export function moved(
  {row, column}: CellPosition,
  {key, isFar, page, rowCount, columnCount}: Move,
): CellPosition | undefined {
  const lastRow = rowCount - 1;
  const lastColumn = columnCount - 1;
  const to = {
    ArrowUp: {row: isFar ? 0 : row - 1, column},
    ArrowDown: {row: isFar ? lastRow : row + 1, column},
    ArrowLeft: {row, column: isFar ? 0 : column - 1},
    ArrowRight: {row, column: isFar ? lastColumn : column + 1},
    PageUp: {row: row - page, column},
    PageDown: {row: row + page, column},
    Home: {row: isFar ? 0 : row, column: 0},
    End: {row: isFar ? lastRow : row, column: lastColumn},
  }[key];
  if (to === undefined) return undefined;
  return {
    row: Math.max(0, Math.min(lastRow, to.row)),
    column: Math.max(0, Math.min(lastColumn, to.column)),
  };
}

import {actionOf} from '@gazetteer/ui/keys';

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

/** Of the grid, as the practices of ARIA have them. */
export const gridKeys = [
  {
    keys: {ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right'},
    what: 'next cell; with Ctrl the last one, with Shift the selection grows',
  },
  {keys: {PageUp: 'pageUp', PageDown: 'pageDown'}, what: 'a page up or down'},
  {keys: {Home: 'home', End: 'end'}, what: 'first or last column, with Ctrl of all rows'},
] as const;

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
  const action = actionOf(gridKeys, key);
  if (action === undefined) return undefined;
  const to = {
    up: {row: isFar ? 0 : row - 1, column},
    down: {row: isFar ? lastRow : row + 1, column},
    left: {row, column: isFar ? 0 : column - 1},
    right: {row, column: isFar ? lastColumn : column + 1},
    pageUp: {row: row - page, column},
    pageDown: {row: row + page, column},
    home: {row: isFar ? 0 : row, column: 0},
    end: {row: isFar ? lastRow : row, column: lastColumn},
  }[action];
  return {
    row: Math.max(0, Math.min(lastRow, to.row)),
    column: Math.max(0, Math.min(lastColumn, to.column)),
  };
}

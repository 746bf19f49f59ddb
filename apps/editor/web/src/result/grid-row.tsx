import {memo, type MouseEvent, type PointerEvent} from 'react';
import type {Cell, Row} from '../api/wire.ts';
import {isNumeric, textOf} from './cell-text.ts';
import {pinnedMark, placeOf} from './grid-geometry.ts';
import type {GridColumn} from './grid-head.tsx';
import classes from './grid.module.css';
import {type Box, type CellPosition, isIn} from './selection.ts';

/** What a cell is to be told apart by, and what it was before. */
export type CellMark = {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: Cell;
};

/** A cell, or the whole row where there is no column. */
export type OnPick = (row: number, column: number | undefined, isMore: boolean) => void;

type GridRowProps = {
  readonly markOf?: ((row: Row, index: number) => CellMark | undefined) | undefined;
  readonly index: number;
  readonly y: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn[];
  readonly drawn: readonly number[];
  readonly offsets: readonly number[];
  readonly pinned: number;
  readonly left: number;
  readonly numberPx: number;
  readonly box: Box;
  readonly head: CellPosition;
  readonly onPick: OnPick;
  readonly onOpen: (place: CellPosition) => void;
  readonly onMenu?: ((event: MouseEvent, column: number, row: number) => void) | undefined;
};

/**
 * One row, with the columns in sight alone. Cells of a row that is still on its way are empty.
 * Cells are found by `aria-colindex` and `aria-rowindex`, which count from 1 with the head and the
 * numbers before the data: without them a screen reader would count what is drawn. A row that is
 * drawn is not drawn again while the grid scrolls up or down.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const {index, y, row, columns, drawn, offsets, pinned, left, numberPx, box, head, onPick} = props;
  const down = (event: PointerEvent, column: number) => {
    if (event.button === 0) onPick(index, column, event.shiftKey);
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      style={{transform: `translateY(${y}px)`}}
    >
      <div
        role="rowheader"
        className={classes['number']}
        style={{width: numberPx}}
        onPointerDown={event => onPick(index, undefined, event.shiftKey)}
      >
        {(index + 1).toLocaleString()}
      </div>
      {drawn.map(n => {
        const column = columns[n];
        if (column === undefined) return null;
        const value = row?.[column.index];
        const mark = row && props.markOf?.(row, column.index);
        const isActive = head.row === index && head.column === n;
        return (
          <div
            key={n}
            // The grid has the focus and names the active cell, so that one alone needs a name.
            id={isActive ? cellId(head) : undefined}
            role="gridcell"
            aria-colindex={n + 2}
            aria-selected={isIn(box, index, n)}
            className={classes['cell']}
            data-active={isActive || undefined}
            data-pinned={pinnedMark(n, pinned)}
            data-null={value === null || undefined}
            data-mark={mark?.kind}
            data-coming={value === undefined || undefined}
            data-align={isNumeric(column) ? 'end' : undefined}
            style={{
              transform: placeOf(n, {offsets, pinned, left, numberPx}),
              width: (offsets[n + 1] ?? 0) - (offsets[n] ?? 0),
            }}
            onPointerDown={event => down(event, n)}
            onPointerEnter={event =>
              // Drawn over with the button held: the selection grows to here.
              event.buttons === 1 && onPick(index, n, true)
            }
            onContextMenu={event => props.onMenu?.(event, n, index)}
            onDoubleClick={() => props.onOpen({row: index, column: n})}
          >
            {mark?.before !== undefined && <del>{cellText(mark.before)}</del>}
            {mark?.before === undefined ? cellText(value) : <ins>{cellText(value)}</ins>}
          </div>
        );
      })}
    </div>
  );
});

/** Names the active cell for `aria-activedescendant`. */
export function cellId({row, column}: CellPosition): string {
  return `cell-${row}-${column}`;
}

/** A cell is as wide as its column: more would be laid out and never seen. */
const maxShown = 500;

function cellText(value: Cell | undefined): string {
  return value === undefined ? '' : value === null ? 'NULL' : shown(textOf(value));
}

function shown(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

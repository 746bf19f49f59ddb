import type {MouseEvent, PointerEvent} from 'react';
import type {Row} from '../api/wire.ts';
import {isNumeric, textOf} from './cell-text.ts';
import type {GridColumn} from './grid-head.tsx';
import classes from './grid.module.css';
import {type Box, type CellPlace, isIn} from './selection.ts';

type GridRowProps = {
  readonly index: number;
  readonly y: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn[];
  readonly drawn: readonly number[];
  readonly offsets: readonly number[];
  readonly left: number;
  readonly numberPx: number;
  readonly box: Box;
  readonly head: CellPlace;
  readonly onSelect: (place: CellPlace, isMore: boolean) => void;
  readonly onRow: (isMore: boolean) => void;
  readonly onOpen: (place: CellPlace) => void;
  readonly onMenu: (event: MouseEvent, column: number, row: number) => void;
};

/** One row, with the columns in sight alone. Cells of a row that is still on its way are empty. */
export function GridRow(props: GridRowProps) {
  const {index, y, row, columns, drawn, offsets, left, box, head} = props;
  const down = (event: PointerEvent, column: number) => {
    if (event.button === 0) props.onSelect({row: index, column}, event.shiftKey);
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
        style={{width: props.numberPx}}
        onPointerDown={event => props.onRow(event.shiftKey)}
      >
        {(index + 1).toLocaleString()}
      </div>
      {drawn.map(n => {
        const column = columns[n];
        if (column === undefined) return null;
        const value = row?.[column.index];
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
            data-null={value === null || undefined}
            data-coming={value === undefined || undefined}
            data-align={isNumeric(column) ? 'end' : undefined}
            style={{
              transform: `translateX(${(offsets[n] ?? 0) - left}px)`,
              width: (offsets[n + 1] ?? 0) - (offsets[n] ?? 0),
            }}
            onPointerDown={event => down(event, n)}
            onPointerEnter={event =>
              // Drawn over with the button held: the selection grows to here.
              event.buttons === 1 && props.onSelect({row: index, column: n}, true)
            }
            onContextMenu={event => props.onMenu(event, n, index)}
            onDoubleClick={() => props.onOpen({row: index, column: n})}
          >
            {value === undefined ? '' : value === null ? 'NULL' : shown(textOf(value))}
          </div>
        );
      })}
    </div>
  );
}

/** Names the active cell for `aria-activedescendant`. */
export function cellId({row, column}: CellPlace): string {
  return `cell-${row}-${column}`;
}

/** A cell is as wide as its column: more would be laid out and never seen. */
const maxShown = 500;

function shown(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

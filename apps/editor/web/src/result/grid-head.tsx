import {Resizer} from '@gazetteer/ui';
import {ArrowDown, ArrowUp, ArrowUpDown, Funnel} from 'lucide-react';
import {memo, type MouseEvent} from 'react';
import type {ResultColumn} from '../api/wire.ts';
import {isNumeric} from './cell-text.ts';
import {headPx, pinnedMark, placeOf} from './grid-geometry.ts';
import classes from './grid.module.css';

/** A column that is shown, with its place in the rows. */
export type GridColumn = ResultColumn & {readonly index: number};

export type Sorting = {
  readonly sort?: {readonly column: number; readonly isDescending: boolean} | undefined;
  readonly onSort?: ((column: number) => void) | undefined;
  /** The mouse has come to the names. */
  readonly onNear?: (() => void) | undefined;
  /** Columns that rows are narrowed by, by their place in the rows. */
  readonly filtered?: ReadonlySet<number> | undefined;
  /** Asks what a column is to be narrowed to, beside the button that was pressed. */
  readonly onFilter?: ((column: number, button: Element) => void) | undefined;
};

type GridHeadProps = Sorting & {
  readonly columns: readonly GridColumn[];
  /** What each is called in sight. */
  readonly heads: readonly string[];
  readonly offsets: readonly number[];
  readonly drawn: readonly number[];
  readonly pinned: number;
  readonly left: number;
  readonly numberPx: number;
  readonly onWidth?: ((index: number, width: number) => void) | undefined;
  readonly onChoose: (column: number) => void;
  readonly onMenu?: ((event: MouseEvent, column: number) => void) | undefined;
};

/**
 * Names and types of the columns in sight. A click sorts where that is possible, and selects the
 * column where not. Not drawn again while the grid scrolls up or down.
 */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const {columns, drawn, numberPx} = props;
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={classes['head']}
      style={{height: headPx}}
      onPointerEnter={props.onNear}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className={classes['number']}
        style={{width: numberPx, height: headPx}}
      >
        <span className={classes['hidden']}>Row</span>
      </div>
      {drawn.map(n => {
        const column = columns[n];
        return column && <ColumnHead key={n} {...props} n={n} column={column} />;
      })}
    </div>
  );
});

type ColumnHeadProps = GridHeadProps & {
  /** Where it stands on the screen, hidden ones not counted. */
  readonly n: number;
  readonly column: GridColumn;
};

/**
 * Buttons are out of the order of Tab: the grid is one stop, and its keys and menu do the same. The
 * position of a head is a transform, which is moved without the page being laid out anew.
 */
function ColumnHead(props: ColumnHeadProps) {
  const {n, column, heads, offsets, pinned, left, numberPx, sort, onSort, onFilter, onWidth} =
    props;
  const isSorted = sort?.column === column.index;
  const Arrow = sort?.isDescending === true ? ArrowDown : ArrowUp;
  const width = (offsets[n + 1] ?? 0) - (offsets[n] ?? 0);
  return (
    <div
      role="columnheader"
      aria-colindex={n + 2}
      onContextMenu={event => props.onMenu?.(event, n)}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classes['title']}
      data-column={column.index}
      data-pinned={pinnedMark(n, pinned)}
      data-filters={onFilter === undefined ? undefined : true}
      data-align={isNumeric(column) ? 'end' : undefined}
      title={
        column.comment === ''
          ? `${column.name} ${column.type}`
          : `${column.name} ${column.type}: ${column.comment}`
      }
      style={{
        transform: placeOf(n, {offsets, pinned, left, numberPx}),
        width,
        height: headPx,
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        onClick={() => (onSort === undefined ? props.onChoose(n) : onSort(column.index))}
      >
        <b>
          <bdi>{heads[n]}</bdi>
          {isSorted && <Arrow size={12} aria-hidden />}
          {!isSorted && onSort !== undefined && (
            <ArrowUpDown size={12} aria-hidden className={classes['sorts']} />
          )}
        </b>
        <small>{column.type}</small>
      </button>
      {onFilter !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={classes['funnel']}
          aria-label={`Filter ${column.name}`}
          aria-haspopup="dialog"
          data-filtered={props.filtered?.has(column.index) === true || undefined}
          onClick={event => onFilter(column.index, event.currentTarget)}
        >
          <Funnel size={12} aria-hidden />
        </button>
      )}
      {onWidth !== undefined && (
        <Resizer
          label={`Width of ${column.name}`}
          value={width}
          min={48}
          max={1600}
          onChange={next => onWidth(column.index, next)}
        />
      )}
    </div>
  );
}

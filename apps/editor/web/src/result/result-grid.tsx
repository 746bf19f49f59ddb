import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {headNames, textOf} from './cell-text.ts';
import {type GridColumn, GridHead, type Sorting} from './grid-head.tsx';
import {columnAt, firstOfBlock, headPx, offsetsOf, rowPx, scaleOf} from './grid-geometry.ts';
import {cellId, type CellMark, GridRow, type OnPick} from './grid-row.tsx';
import {isByKey} from '../menu/context-menu.ts';
import {GridView} from './grid-view.ts';
import classes from './grid.module.css';
import type {Row} from '../api/wire.ts';
import type {ResultRows} from './result-rows.ts';
import {boxOf, type CellPosition, moved, type Selection} from './selection.ts';

type ResultGridProps = Sorting & {
  readonly label: string;
  readonly rows: ResultRows;
  readonly columns: readonly GridColumn[];
  /** So many columns at the start stay in sight. */
  readonly pinned?: number;
  /** In pixels, by the place in the rows, where they were set. */
  readonly widths?: Readonly<Record<number, number>>;
  readonly onWidth?: (index: number, width: number) => void;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Enter, or a double click. */
  readonly onOpen: (place: CellPosition) => void;
  readonly onCopy: () => void;
  /** A right click on a cell, or on the head of a column where there is no row. */
  readonly onMenu?: (event: MouseEvent, column: number, row?: number) => void;
  readonly markOf?: (row: Row, index: number) => CellMark | undefined;
  /** A column to bring into sight; another object asks anew. */
  readonly wanted?: {readonly column: number} | undefined;
  readonly onSearch?: (() => void) | undefined;
};

/** Rows drawn above and below those in sight. */
const spare = 6;
/** Who drags the bar across a million rows asks for none of those that fly past. */
const scrollPauseMs = 40;

/**
 * What is in sight: how large everything is, and which rows and columns are drawn. Rows that are
 * not here yet are asked for. The first row has to be there before widths are guessed, and they are
 * not guessed again: columns that moved with each page of rows would run away from the mouse.
 */
function useGridWindow(
  scroller: {readonly current: HTMLDivElement | null},
  {rows, columns, widths = noWidths, pinned: wantedPinned = 0}: ResultGridProps,
) {
  const {rowCount, version} = useSyncExternalStore(rows.subscribe, rows.get);
  const [place] = useState(() => new GridView());
  const view = useSyncExternalStore(place.subscribe, place.get);
  const isFirst = rows.row(0) !== undefined;
  const heads = useMemo(() => headNames(columns), [columns]);
  const guessed = useMemo(
    () =>
      columns.map((column, n) => guessWidth(column, heads[n] ?? '', isFirst ? rows : undefined)),
    [columns, heads, rows, isFirst],
  );
  const numberPx = 24 + String(rowCount).length * 9;
  const offsets = useMemo(
    () => offsetsOf(columns.map(({index}, n) => widths[index] ?? guessed[n] ?? 120)),
    [columns, widths, guessed],
  );
  const first = Math.max(0, Math.floor(view.top / rowPx) - spare);
  const last = Math.min(rowCount - 1, Math.ceil((view.top + view.height) / rowPx) + spare);
  const pinned = pinnedThatFit(offsets, wantedPinned, view.width - numberPx);
  const pinnedPx = offsets[pinned] ?? 0;
  const firstColumn = Math.max(pinned, columnAt(offsets, view.left + pinnedPx));
  const lastColumn = Math.min(
    columns.length - 1,
    columnAt(offsets, view.left + view.width - numberPx) + 1,
  );
  const drawn = useMemo(
    () => [...range(0, pinned - 1), ...range(firstColumn, lastColumn)],
    [pinned, firstColumn, lastColumn],
  );
  useEffect(() => place.setRowCount(rowCount), [place, rowCount]);
  useEffect(
    () => (scroller.current === null ? undefined : place.attach(scroller.current)),
    [place, scroller],
  );
  useEffect(() => {
    const timer = setTimeout(
      () => rows.want(first, Math.max(last, first + rows.pageRows - 1)),
      scrollPauseMs,
    );
    return () => clearTimeout(timer);
    // `version`: what came may have made room for what was let go.
  }, [rows, first, last, version]);

  const show = ({row, column}: CellPosition) => {
    // A pinned column is in sight wherever the bar stands.
    const isPinned = column < pinned;
    const from = isPinned ? view.left : (offsets[column] ?? 0) - pinnedPx;
    const to = isPinned ? view.left : (offsets[column + 1] ?? 0);
    place.show(row, from, to, numberPx);
  };
  return {
    rowCount,
    view,
    heads,
    offsets,
    numberPx,
    rowsDrawn: range(first, last),
    drawn,
    pinned,
    show,
  };
}

/** Cells of any number of rows and columns: only those in sight are drawn. */
export function ResultGrid(props: ResultGridProps) {
  const {label, rows, columns, selection, onSelect} = props;
  const scroller = useRef<HTMLDivElement>(null);
  const window = useGridWindow(scroller, props);
  const {rowCount, view, heads, offsets, numberPx, rowsDrawn, drawn, pinned} = window;
  const shared = {columns, drawn, offsets, pinned, left: view.left - numberPx, numberPx};
  const box = useMemo(() => boxOf(selection), [selection]);
  const onPick = usePick(props);
  const onChoose = useCallback(
    (column: number) =>
      onSelect({anchor: {row: 0, column}, head: {row: Math.max(0, rowCount - 1), column}}),
    [onSelect, rowCount],
  );
  const firstRow = firstOfBlock(rowsDrawn[0] ?? 0);
  useWanted(props.wanted, column => window.show({row: selection.head.row, column}));
  return (
    <div
      ref={scroller}
      className={classes['grid']}
      role="grid"
      dir="ltr"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={cellId(selection.head)}
      tabIndex={0}
      onKeyDown={event => press(event, props, window)}
      onContextMenu={event => {
        const {row, column} = selection.head;
        if (event.target === event.currentTarget && isByKey(event))
          props.onMenu?.(event, column, row);
      }}
    >
      <div
        role="presentation"
        style={{
          height: scaleOf(rowCount).barPx,
          width: (offsets.at(-1) ?? 0) + numberPx,
          minWidth: '100%',
        }}
      >
        <div
          role="presentation"
          className={classes['window']}
          style={{width: view.width, height: view.height}}
        >
          <GridHead {...props} {...shared} heads={heads} onChoose={onChoose} />
          <div
            role="presentation"
            className={classes['rows']}
            style={{transform: `translateY(${firstRow * rowPx - view.top + headPx}px)`}}
          >
            {rowsDrawn.map(index => (
              <GridRow
                key={index}
                {...shared}
                index={index}
                y={(index - firstRow) * rowPx}
                row={rows.row(index)}
                box={box}
                head={selection.head}
                onPick={onPick}
                markOf={props.markOf}
                onOpen={props.onOpen}
                onMenu={props.onMenu}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/**
 * Selects a cell, or a row; with `isMore` from where the selection began. It stays the same
 * function, so that a row that only moves is not drawn again.
 */
function usePick(props: ResultGridProps): OnPick {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  return useCallback((row, column, isMore) => {
    const {selection, onSelect, columns} = latest.current;
    const head = {row, column: column ?? columns.length - 1};
    const start = column === undefined ? {row, column: 0} : head;
    const {anchor} = selection;
    const kept = column === undefined ? {...anchor, column: 0} : anchor;
    onSelect({anchor: isMore ? kept : start, head});
  }, []);
}

/**
 * Shows a column once for each object that asks for it. What shows it is another function after
 * each drawing and is kept aside: as a dependency it would bring the column back at each scroll.
 */
function useWanted(wanted: ResultGridProps['wanted'], onWanted: (column: number) => void): void {
  const show = useRef<(column: number) => void>(undefined);
  useEffect(() => {
    show.current = onWanted;
  });
  useEffect(() => {
    if (wanted !== undefined) show.current?.(wanted.column);
  }, [wanted]);
}

/**
 * Keys of the grid; all others are left to the page and the browser. Keys are those of the grid
 * pattern of ARIA; Shift keeps the anchor, so that the selection grows.
 */
function press(
  event: KeyboardEvent,
  {columns, selection, onSelect, onOpen, onCopy, onSearch}: ResultGridProps,
  {rowCount, view, show}: ReturnType<typeof useGridWindow>,
): void {
  const isFar = event.ctrlKey || event.metaKey;
  const page = Math.max(1, Math.floor((view.height - headPx) / rowPx) - 1);
  const to = moved(selection.head, {
    key: event.key,
    isFar,
    page,
    rowCount,
    columnCount: columns.length,
  });
  if (to !== undefined) {
    onSelect({anchor: event.shiftKey ? selection.anchor : to, head: to});
    show(to);
  } else if (event.key === 'Enter') onOpen(selection.head);
  else if (isFar && event.key === 'c') onCopy();
  else if (isFar && event.key === 'f' && onSearch !== undefined) onSearch();
  else if (isFar && event.key === 'a')
    onSelect({
      anchor: {row: 0, column: 0},
      head: {row: rowCount - 1, column: columns.length - 1},
    });
  else return;
  event.preventDefault();
}

const noWidths: Readonly<Record<number, number>> = {};

/** Of pinned columns so many as leave the others at least as much room. */
function pinnedThatFit(offsets: readonly number[], wanted: number, room: number): number {
  let count = Math.min(wanted, offsets.length - 2);
  while (count > 0 && (offsets[count] ?? 0) > room / 2) count--;
  return Math.max(0, count);
}

const [minPx, maxPx, charPx, padPx] = [88, 360, 7.6, 34];

/** From the head and the first rows. */
function guessWidth({type, index}: GridColumn, head: string, rows: ResultRows | undefined): number {
  // Beside a name stand the signs for sorting and filtering.
  let longest = Math.max(head.length + 5, type.length * 0.8);
  for (let n = 0; n < 40; n++) {
    const value = rows?.row(n)?.[index];
    if (value !== undefined && value !== null) longest = Math.max(longest, textOf(value).length);
  }
  return Math.round(Math.max(minPx, Math.min(maxPx, longest * charPx + padPx)));
}

function range(from: number, to: number): number[] {
  return Array.from({length: Math.max(0, to - from + 1)}, (_, n) => from + n);
}

import {Checkbox} from '@mantine/core';
import {useVirtualizer} from '@tanstack/react-virtual';
import {ArrowDown, ArrowUp, ChevronsUpDown} from 'lucide-react';
import {type KeyboardEvent, type ReactNode, type RefObject, useRef, useState} from 'react';
import {useStored} from '../use-stored.ts';
import {Resizer} from '../resizer.tsx';
import classes from './data-table.module.css';
import {actionOf, lineAfter, rowKeys} from '../keys.ts';
import {spacesAround, toggled} from './rows.ts';
import {nextSort, type Sort} from './sort.ts';

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** What the API calls it, where that is another name. */
  readonly technical?: string;
  readonly cell: (row: Row) => ReactNode;
  /** In pixels, until somebody drags the border; 160 when not given. */
  readonly width?: number;
  /** Takes what the others leave of the table's width; `width` is the least. */
  readonly isWide?: true;
  readonly isSortable?: boolean;
  readonly align?: 'end';
};

export type Selection = {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
};

export type DataTableProps<Row> = {
  /** What the table shows, for screen readers; also names what is remembered of it. */
  readonly label: string;
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort | undefined) => void;
  /** Enter on a row, and a double click. */
  readonly onOpen?: (row: Row) => void;
  readonly selection?: Selection | undefined;
  /** Told by an attribute, for styles: `deleted` rows are pale. */
  readonly stateOf?: (row: Row) => string | undefined;
  /** As high as it may get before it scrolls by itself; the height of its place when not given. */
  readonly maxHeight?: string;
};

/** An estimate: rows that are drawn are measured. */
const rowPx = 41;
/** Fewer rows are drawn whole, so that the browser's own search finds them. */
const virtualFrom = 200;

/**
 * Rows of any number: only those in sight are drawn. Up, Down, Page Up, Page Down, Home and End
 * walk the rows, Enter opens one, the space bar selects it. In a narrow window a row becomes a
 * card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {label, name, columns, rows, rowKey, selection, maxHeight} = props;
  const scroller = useRef<HTMLDivElement>(null);
  const {drawn, before, after, bringInSight, measure} = useDrawnRows(scroller, rows.length);
  const {widthOf, setWidth, colStyle} = useWidths<Row>(name);
  const {active, setActive, walk} = useActiveRow(scroller, rows.length, bringInSight);
  // The least width: below it the table scrolls sideways.
  const total = columns.reduce(
    (sum, column) => sum + widthOf(column),
    selection === undefined ? 0 : 44,
  );
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      style={maxHeight === undefined ? undefined : {maxHeight}}
    >
      <table
        className={classes['table']}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={{minWidth: total}}
      >
        <colgroup>
          {selection !== undefined && <col style={{width: 44}} />}
          {columns.map(column => (
            <col key={column.id} style={colStyle(column)} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection !== undefined && (
              <th scope="col">
                <SelectAll rows={rows} rowKey={rowKey} selection={selection} />
              </th>
            )}
            {columns.map(column => (
              <HeaderCell
                key={column.id}
                column={column}
                width={widthOf(column)}
                onWidth={width => setWidth(column, width)}
                sort={props.sort}
                onSort={props.onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {before > 0 && <Space height={before} />}
          {drawn.map(index => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <BodyRow
                key={rowKey(row)}
                {...props}
                row={row}
                index={index}
                isActive={index === active}
                onActive={() => setActive(index)}
                measure={measure}
              />
            );
          })}
          {after > 0 && <Space height={after} />}
        </tbody>
      </table>
    </div>
  );
}

/** The one row that Tab leads to, and keys that lead from it to others. */
function useActiveRow(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  bringInSight: (index: number) => void,
) {
  const [active, setActive] = useState(0);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    // Keys inside of a cell's own field or menu are not ours.
    if ((event.target as HTMLElement).tagName !== 'TR') return;
    const next = lineAfter(event.key, active, count);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    bringInSight(next);
    // A row that was out of sight is there with the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus(),
    );
  };
  return {active, setActive, walk};
}

/** Which rows are drawn, and how much room those take that are not. */
function useDrawnRows(scroller: RefObject<HTMLDivElement | null>, count: number) {
  const isVirtual = count >= virtualFrom;
  const virtualizer = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const [before, after] = isVirtual ? spacesAround(items, virtualizer.getTotalSize()) : [0, 0];
  return {
    drawn: isVirtual ? items.map(item => item.index) : Array.from({length: count}, (_, n) => n),
    before,
    after,
    bringInSight: (index: number) => {
      if (isVirtual) virtualizer.scrollToIndex(index);
    },
    measure: isVirtual ? virtualizer.measureElement : undefined,
  };
}

/** Widths as somebody has drawn them, kept under the name of the table. */
function useWidths<Row>(name: string) {
  const [widths, setWidths] = useStored<Record<string, number>>(`columns.${name}`, {});
  const widthOf = (column: Column<Row>) => widths[column.id] ?? column.width ?? 160;
  // Until somebody has given it a width.
  const takesRest = (column: Column<Row>) =>
    column.isWide === true && widths[column.id] === undefined;
  return {
    widthOf,
    colStyle: (column: Column<Row>) => (takesRest(column) ? undefined : {width: widthOf(column)}),
    setWidth: (column: Column<Row>, width: number) => setWidths({...widths, [column.id]: width}),
  };
}

type RowProps<Row> = DataTableProps<Row> & {
  readonly row: Row;
  readonly index: number;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
};

function BodyRow<Row>({
  row,
  index,
  isActive,
  onActive,
  measure,
  columns,
  rowKey,
  selection,
  onOpen,
  stateOf,
}: RowProps<Row>) {
  const key = rowKey(row);
  const isSelected = selection?.keys.has(key) ?? false;
  const select = () => selection?.onChange(toggled(selection.keys, key));
  const press = (event: KeyboardEvent) => {
    // Keys in a cell are the cell's.
    if (event.target !== event.currentTarget) return;
    const action = actionOf(rowKeys, event.key);
    if (action === 'open' && onOpen !== undefined) onOpen(row);
    if (action === 'select' && selection !== undefined) {
      event.preventDefault();
      select();
    }
  };
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row={index}
      data-state={stateOf?.(row)}
      data-selected={isSelected || undefined}
      // The head is the first row.
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActive}
      onKeyDown={press}
      onDoubleClick={onOpen === undefined ? undefined : () => onOpen(row)}
    >
      {selection !== undefined && (
        <td className={classes['check']}>
          <Checkbox size="xs" aria-label="Select this row" checked={isSelected} onChange={select} />
        </td>
      )}
      {columns.map(column => (
        <td key={column.id} data-label={column.header} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function HeaderCell<Row>(props: {
  column: Column<Row>;
  width: number;
  onWidth: (width: number) => void;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
}) {
  const {column, width, onWidth, sort, onSort} = props;
  const isSorted = sort?.by === column.id;
  const Icon = !isSorted ? ChevronsUpDown : sort.order === 'ASCENDING' ? ArrowUp : ArrowDown;
  const spoken = isSorted ? (sort.order === 'ASCENDING' ? 'ascending' : 'descending') : 'none';
  const canSort = column.isSortable === true && onSort !== undefined;
  const head = (
    <span dir="auto" title={column.technical}>
      {column.header}
    </span>
  );
  return (
    <th scope="col" data-align={column.align} aria-sort={canSort ? spoken : undefined}>
      {canSort ? (
        <button
          type="button"
          className={classes['sort']}
          data-sorted={isSorted || undefined}
          onClick={() => onSort(nextSort(sort, column.id))}
        >
          {head}
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        head
      )}
      <Resizer
        label={`Width of ${column.header}`}
        value={width}
        min={64}
        max={900}
        onChange={onWidth}
      />
    </th>
  );
}

function SelectAll<Row>({
  rows,
  rowKey,
  selection,
}: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection: Selection;
}) {
  // Of the rows of this page; others may be chosen besides.
  const chosen = rows.filter(row => selection.keys.has(rowKey(row))).length;
  const isAll = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all rows of this page"
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => selection.onChange(isAll ? new Set() : new Set(rows.map(rowKey)))}
    />
  );
}

/** A row, since a table has room for nothing else. */
function Space({height}: {height: number}) {
  return (
    <tr aria-hidden className={classes['space']}>
      <td style={{height}} />
    </tr>
  );
}

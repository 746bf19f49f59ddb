import {Button, Text} from '@mantine/core';
import {dialectOf} from '@gazetteer/sql';
import {toast} from '@gazetteer/ui';
import {
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type {ResultColumn} from '../api/wire.ts';
import {openMenu} from '../menu/context-menu.ts';
import {CellDialog} from './cell-dialog.tsx';
import {copyToClipboard} from './clipboard.ts';
import {type ColumnLayout, isPlain, layoutKey, noLayout, useColumnLayout} from './column-layout.ts';
import type {CopyFormat} from './copy-formats.ts';
import type {GridColumn} from './grid-head.tsx';
import {gridMenu} from './grid-menu.ts';
import {cellId} from './grid-row.tsx';
import classes from './grid.module.css';
import {readSelection} from './read-selection.ts';
import {ResultGrid} from './result-grid.tsx';
import type {ResultRows} from './result-rows.ts';
import {copyWanted} from './result-tools.tsx';
import {isAsking, type Question} from './rows-source.ts';
import {rowsText} from './rows-text.ts';
import {boxOf, type CellPlace, isIn, type Selection} from './selection.ts';
import {figuresOf, figuresText} from './selection-figures.ts';

const ColumnFilter = lazy(async () => ({
  default: (await import('./column-filter.tsx')).ColumnFilter,
}));
const ColumnsDialog = lazy(async () => ({
  default: (await import('./column-dialogs.tsx')).ColumnsDialog,
}));

type TableViewProps = {
  readonly uuid: string;
  /** See `shapeOf`. */
  readonly shape: string;
  readonly rows: ResultRows;
  readonly all: readonly ResultColumn[];
  readonly dialect: string;
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
  readonly onNear: () => void;
  readonly isCut: boolean;
};

/** Cells of a result, and what is done with them. */
export function TableView({
  uuid,
  shape,
  rows,
  all,
  dialect,
  question,
  onQuestion,
  onNear,
  isCut,
}: TableViewProps) {
  const state = useSyncExternalStore(rows.subscribe, rows.get);
  const {columns, every, hidden, layout, setLayout} = useColumns(shape, all);
  const [dialog, setDialog] = useState<
    {readonly column: GridColumn; readonly place: DOMRect} | 'columns'
  >();
  const [wanted, setWanted] = useState<{readonly column: number}>();
  const [selection, setSelection] = useState<Selection>({
    anchor: {row: 0, column: 0},
    head: {row: 0, column: 0},
  });
  const [opened, setOpened] = useState<CellPlace>();
  const [sorted] = question.sort;
  const filtered = useMemo(
    () => new Set(question.filter.map(({column}) => column)),
    [question.filter],
  );

  const copy = async (format: CopyFormat) => {
    const {text, rowCount, note} = await readSelection(
      format,
      rows,
      columns,
      selection,
      dialectOf(dialect),
    );
    await copyToClipboard(text);
    toast({
      kind: note === undefined ? 'done' : 'note',
      title: `Copied ${rowsText(rowCount)}`,
      text: note,
    });
  };
  useEffect(() => {
    const listen = (event: Event) => void copy((event as CustomEvent<CopyFormat>).detail);
    document.addEventListener(copyWanted, listen);
    return () => document.removeEventListener(copyWanted, listen);
  });
  const sort = (column: number) => {
    const isOther = sorted?.column !== column;
    if (isOther) onQuestion({...question, sort: [{column, descending: false}]});
    else onQuestion({...question, sort: sorted.descending ? [] : [{column, descending: true}]});
  };
  const arrange = (next: ColumnLayout) => {
    if (next.hidden.length === every.length) return;
    setLayout(next);
    // Places of columns are others now.
    setSelection(({head: {row}}) => ({anchor: {row, column: 0}, head: {row, column: 0}}));
  };
  const hide = (ones: ReadonlySet<number>) => arrange({...layout, hidden: [...ones]});
  const pin = (index: number) => {
    const others = layout.pinned.filter(one => one !== index);
    const isPinned = others.length < layout.pinned.length;
    arrange({...layout, pinned: isPinned ? others : [...others, index]});
  };
  const onReset = isPlain(layout) ? undefined : () => arrange(noLayout);
  const filter = (index: number, beside: Element | null | undefined) => {
    const column = every[index];
    if (column !== undefined && beside !== null && beside !== undefined)
      setDialog({column, place: beside.getBoundingClientRect()});
  };
  const menu = (event: MouseEvent, at: number, row?: number) => {
    const column = columns[at];
    if (column === undefined) return;
    const place = {row: row ?? 0, column: at};
    const isSelected = row !== undefined && isIn(boxOf(selection), row, at);
    if (row !== undefined && !isSelected) setSelection({anchor: place, head: place});
    openMenu(
      event,
      gridMenu({
        name: column.name,
        column: column.index,
        value: row === undefined ? undefined : (rows.row(row)?.[column.index] ?? null),
        question,
        onQuestion: isCut ? undefined : onQuestion,
        onFilter: () =>
          filter(
            column.index,
            document.querySelector(`[data-column="${column.index}"]`) ??
              document.getElementById(cellId(place)),
          ),
        isPinned: layout.pinned.includes(column.index),
        onPin: () => pin(column.index),
        onReset,
        onHide: () => hide(new Set([...hidden, column.index])),
        onColumns: () => setDialog('columns'),
        onOpen: () => setOpened(place),
        onCopy: () => document.dispatchEvent(new CustomEvent(copyWanted, {detail: 'tsv'})),
        onCopyName: () => void copyToClipboard(column.name),
      }),
      document.getElementById(cellId(place))?.getBoundingClientRect(),
    );
  };
  const isEmpty = state.isComplete && state.rowCount === 0;
  useEffect(() => {
    // The grid that comes back begins at its first column.
    if (isEmpty) setWanted(undefined);
  }, [isEmpty]);
  if (isEmpty) {
    return (
      <Text p="md" c="dimmed" component="div">
        {isAsking(question)
          ? 'No matching rows'
          : `The statement has columns (${columns.map(({name}) => name).join(', ')}) and no rows.`}
        {question.filter.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onQuestion({...question, filter: []})}
          >
            Clear filters
          </Button>
        )}
      </Text>
    );
  }
  return (
    <>
      <ResultGrid
        label="Rows of the result"
        rows={rows}
        columns={columns}
        pinned={layout.pinned.filter(index => !hidden.has(index)).length}
        widths={layout.widths}
        onWidth={(index, width) =>
          setLayout({...layout, widths: {...layout.widths, [index]: width}})
        }
        filtered={filtered}
        onFilter={isCut ? undefined : filter}
        selection={selection}
        onSelect={setSelection}
        onOpen={setOpened}
        onCopy={() => void copy('tsv')}
        onSearch={() => document.querySelector<HTMLElement>('[data-result-search]')?.focus()}
        sort={sorted && {column: sorted.column, isDescending: sorted.descending}}
        onSort={isCut ? undefined : sort}
        onNear={onNear}
        onMenu={menu}
        wanted={wanted}
      />
      <SelectionLine rows={rows} columns={columns} selection={selection} />
      <CellDialog
        rows={rows}
        columns={columns}
        place={opened}
        onClose={() => setOpened(undefined)}
      />
      <Suspense>
        {dialog === 'columns' && (
          <ColumnsDialog
            columns={every}
            hidden={hidden}
            pinned={layout.pinned}
            onHidden={hide}
            onPin={pin}
            onReset={onReset}
            onGo={index => {
              const column = columns.findIndex(one => one.index === index);
              setSelection(({head: {row}}) => ({anchor: {row, column}, head: {row, column}}));
              setWanted({column});
            }}
            onClose={() => setDialog(undefined)}
          />
        )}
        {typeof dialog === 'object' && (
          <ColumnFilter
            key={dialog.column.index}
            {...dialog}
            uuid={uuid}
            question={question}
            onQuestion={onQuestion}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Columns with their places in the rows: all of them, and those in sight, pinned ones first. */
function useColumns(shape: string, all: readonly ResultColumn[]) {
  const [layout, setLayout] = useColumnLayout(useMemo(() => layoutKey(shape, all), [shape, all]));
  const hidden = useMemo(() => new Set(layout.hidden), [layout.hidden]);
  const every = useMemo(() => all.map((column, index) => ({...column, index})), [all]);
  const columns = useMemo(() => {
    const pinned = layout.pinned.flatMap(index => every[index] ?? []);
    const others = every.filter(({index}) => !layout.pinned.includes(index));
    return [...pinned, ...others].filter(({index}) => !hidden.has(index));
  }, [every, hidden, layout.pinned]);
  return {columns, every, hidden, layout, setLayout};
}

type SelectionLineProps = {
  readonly rows: ResultRows;
  readonly columns: readonly GridColumn[];
  readonly selection: Selection;
};

/** What the selected numbers add up to. */
function SelectionLine({rows, columns, selection}: SelectionLineProps) {
  // Drawn anew when rows come.
  useSyncExternalStore(rows.subscribe, rows.get);
  const figures = figuresOf(index => rows.row(index), columns, boxOf(selection));
  if (figures === undefined) return null;
  return (
    <Text size="sm" c="dimmed" role="status" className={classes['figures']}>
      {figuresText(figures)}
    </Text>
  );
}

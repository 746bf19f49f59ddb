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
import {boxOf, type CellPosition, isIn, type Selection} from './selection.ts';
import {figuresOf, figuresText} from './selection-figures.ts';
import {type GridColumns, useGridColumns} from './use-grid-columns.ts';

// What few results are asked for is loaded when it is: the first visit is to stay small.
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
  /**
   * Only the beginning was kept: what sorted or filtered it would answer for a part of the rows.
   */
  readonly isCut: boolean;
};

/** All columns, or one of them beside what was pressed to filter by it. */
type OpenDialog = {readonly column: GridColumn; readonly place: DOMRect} | 'columns';

/** Cells of a result, and what is done with them. */
export function TableView(props: TableViewProps) {
  const {shape, rows, all, question} = props;
  const onQuestion = props.isCut ? undefined : props.onQuestion;
  const state = useSyncExternalStore(rows.subscribe, rows.get);
  const [selection, setSelection] = useState<Selection>(() => oneCell(0, 0));
  const arranged = useGridColumns(shape, all, () =>
    setSelection(({head: {row}}) => oneCell(row, 0)),
  );
  const {columns, every, hidden, layout} = arranged;
  const [dialog, setDialog] = useState<OpenDialog>();
  const [wanted, setWanted] = useState<{readonly column: number}>();
  const [opened, setOpened] = useState<CellPosition>();
  const filtered = useMemo(() => filteredBy(question), [question]);
  const copy = useCopy(rows, columns, selection, props.dialect);
  const filter = (index: number, beside: Element | null | undefined) => {
    const column = every[index];
    if (column !== undefined && beside !== null && beside !== undefined)
      setDialog({column, place: beside.getBoundingClientRect()});
  };
  const menu = useMenu(
    arranged,
    {rows, question, onQuestion, selection},
    {
      onSelect: place => setSelection({anchor: place, head: place}),
      onFilter: filter,
      onColumns: () => setDialog('columns'),
      onOpen: setOpened,
    },
  );
  const isEmpty = state.isComplete && state.rowCount === 0;
  useEffect(() => {
    // The grid that comes back begins at its first column.
    if (isEmpty) setWanted(undefined);
  }, [isEmpty]);
  if (isEmpty)
    return <NoRows columns={columns} question={question} onQuestion={props.onQuestion} />;
  const [sorted] = question.sort;
  return (
    <>
      <ResultGrid
        label="Rows of the result"
        rows={rows}
        columns={columns}
        pinned={layout.pinned.filter(index => !hidden.has(index)).length}
        widths={layout.widths}
        onWidth={arranged.setWidth}
        filtered={filtered}
        onFilter={onQuestion && filter}
        selection={selection}
        onSelect={setSelection}
        onOpen={setOpened}
        onCopy={() => void copy('tsv')}
        onSearch={() => document.querySelector<HTMLElement>('[data-result-search]')?.focus()}
        sort={sorted && {column: sorted.column, isDescending: sorted.descending}}
        onSort={onQuestion && (column => onQuestion(sortedBy(question, column)))}
        onNear={props.onNear}
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
      <Dialogs
        {...props}
        dialog={dialog}
        arranged={arranged}
        onGo={column => {
          setSelection(({head: {row}}) => oneCell(row, column));
          setWanted({column});
        }}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

function filteredBy({filter}: Question): ReadonlySet<number> {
  return new Set(filter.map(({column}) => column));
}

function oneCell(row: number, column: number): Selection {
  return {anchor: {row, column}, head: {row, column}};
}

/** A click after another: upwards, downwards, as the statement has them. */
function sortedBy(question: Question, column: number): Question {
  const [sorted] = question.sort;
  if (sorted?.column !== column) return {...question, sort: [{column, descending: false}]};
  return {...question, sort: sorted.descending ? [] : [{column, descending: true}]};
}

/**
 * Copies what is selected. Menus and buttons that stand elsewhere ask for it by an event, since
 * they know neither the rows nor the selection.
 */
function useCopy(
  rows: ResultRows,
  columns: readonly GridColumn[],
  selection: Selection,
  dialect: string,
) {
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
  return copy;
}

type MenuState = {
  readonly rows: ResultRows;
  readonly question: Question;
  readonly onQuestion: ((question: Question) => void) | undefined;
  readonly selection: Selection;
};

type MenuActions = {
  readonly onSelect: (place: CellPosition) => void;
  readonly onFilter: (index: number, beside: Element | null) => void;
  readonly onColumns: () => void;
  readonly onOpen: (place: CellPosition) => void;
};

/** Opens the menu of a cell, or of the head of a column where there is no row. */
function useMenu(
  {columns, hidden, layout, hide, pin, reset}: GridColumns,
  {rows, question, onQuestion, selection}: MenuState,
  {onSelect, onFilter, onColumns, onOpen}: MenuActions,
) {
  return (event: MouseEvent, at: number, row?: number) => {
    const column = columns[at];
    if (column === undefined) return;
    const place = {row: row ?? 0, column: at};
    // Inside of what is selected the menu is about all of it, elsewhere about the cell below it.
    if (row !== undefined && !isIn(boxOf(selection), row, at)) onSelect(place);
    const {index, name} = column;
    // Looked for when it is needed: cells are drawn anew when something is selected.
    const cell = () => document.getElementById(cellId(place));
    const head = () => document.querySelector(`[data-column="${index}"]`);
    openMenu(
      event,
      gridMenu({
        name,
        column: index,
        value: row === undefined ? undefined : (rows.row(row)?.[index] ?? null),
        question,
        onQuestion,
        onFilter: () => onFilter(index, head() ?? cell()),
        isPinned: layout.pinned.includes(index),
        onPin: () => pin(index),
        onReset: reset,
        onHide: () => hide(new Set([...hidden, index])),
        onColumns,
        onOpen: () => onOpen(place),
        onCopy: () => document.dispatchEvent(new CustomEvent(copyWanted, {detail: 'tsv'})),
        onCopyName: () => void copyToClipboard(name),
      }),
      cell()?.getBoundingClientRect(),
    );
  };
}

type NoRowsProps = Pick<TableViewProps, 'question' | 'onQuestion'> & {
  readonly columns: readonly GridColumn[];
};

/** Says whether the statement has no rows or only none that were asked for, and how to get out. */
function NoRows({columns, question, onQuestion}: NoRowsProps) {
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

type DialogsProps = Pick<TableViewProps, 'uuid' | 'question' | 'onQuestion'> & {
  readonly dialog: OpenDialog | undefined;
  readonly arranged: GridColumns;
  /** Brings a column into sight, by where it stands on the screen. */
  readonly onGo: (column: number) => void;
  readonly onClose: () => void;
};

function Dialogs({uuid, question, onQuestion, dialog, arranged, onGo, onClose}: DialogsProps) {
  const {columns, every, hidden, layout} = arranged;
  return (
    <Suspense>
      {dialog === 'columns' && (
        <ColumnsDialog
          columns={every}
          hidden={hidden}
          pinned={layout.pinned}
          onHidden={arranged.hide}
          onPin={arranged.pin}
          onReset={arranged.reset}
          onGo={index => onGo(columns.findIndex(one => one.index === index))}
          onClose={onClose}
        />
      )}
      {typeof dialog === 'object' && (
        <ColumnFilter
          key={dialog.column.index}
          {...dialog}
          uuid={uuid}
          question={question}
          onQuestion={onQuestion}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
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

import {Text} from '@mantine/core';
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
import {boxOf, type CellPlace, isIn, type Selection} from './selection.ts';
import {figuresOf, figuresText} from './selection-figures.ts';

const ColumnFilter = lazy(async () => ({
  default: (await import('./column-dialogs.tsx')).ColumnFilter,
}));
const ColumnsDialog = lazy(async () => ({
  default: (await import('./column-dialogs.tsx')).ColumnsDialog,
}));

type TableViewProps = {
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
  rows,
  all,
  dialect,
  question,
  onQuestion,
  onNear,
  isCut,
}: TableViewProps) {
  const state = useSyncExternalStore(rows.subscribe, rows.get);
  const {columns, every, hidden, setHidden} = useColumns(all);
  const [dialog, setDialog] = useState<GridColumn | 'columns'>();
  const [wanted, setWanted] = useState<{readonly column: number}>();
  const [selection, setSelection] = useState<Selection>({
    anchor: {row: 0, column: 0},
    head: {row: 0, column: 0},
  });
  const [opened, setOpened] = useState<CellPlace>();
  const [sorted] = question.sort;

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
  const hide = (ones: ReadonlySet<number>) => {
    if (ones.size === every.length) return;
    setHidden(ones);
    // Places of columns are others now.
    setSelection(({head: {row}}) => ({anchor: {row, column: 0}, head: {row, column: 0}}));
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
        onFilter: () => setDialog(column),
        onHide: () => hide(new Set([...hidden, column.index])),
        onColumns: () => setDialog('columns'),
        onOpen: () => setOpened(place),
        onCopy: () => document.dispatchEvent(new CustomEvent(copyWanted, {detail: 'tsv'})),
        onCopyName: () => void copyToClipboard(column.name),
      }),
      document.getElementById(cellId(place))?.getBoundingClientRect(),
    );
  };
  if (state.isComplete && state.rowCount === 0) {
    return (
      <Text p="md" c="dimmed">
        {isAsking(question)
          ? 'No matching rows'
          : `The statement has columns (${columns.map(({name}) => name).join(', ')}) and no rows.`}
      </Text>
    );
  }
  return (
    <>
      <ResultGrid
        label="Rows of the result"
        rows={rows}
        columns={columns}
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
            onHidden={hide}
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
            column={dialog}
            onFilter={one => onQuestion({...question, filter: [...question.filter, one]})}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Columns with their places in the rows: all of them, and those that nobody has hidden. */
function useColumns(all: readonly ResultColumn[]) {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const every = useMemo(() => all.map((column, index) => ({...column, index})), [all]);
  const columns = useMemo(() => every.filter(({index}) => !hidden.has(index)), [every, hidden]);
  return {columns, every, hidden, setHidden};
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

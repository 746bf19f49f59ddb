import {ActionIcon, Button, Group, Text, Tooltip} from '@mantine/core';
import {dialectOf, writtenName} from '@gazetteer/sql';
import {IconButton, LoadingState, problemText, SearchInput, useStored} from '@gazetteer/ui';
import {actionOf, branchKeys, lineAfter} from '@gazetteer/ui/keys';
import {useQueryClient} from '@tanstack/react-query';
import {useVirtualizer} from '@tanstack/react-virtual';
import {FileUp, RefreshCw} from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import {ApiFailure} from '../api/request.ts';
import type {Engine} from '../api/wire.ts';
import {insertIntoSheet, shownView} from '../editor/shown-view.ts';
import {isByKey, type MenuEntry, openMenu} from '../menu/context-menu.ts';
import {copyToClipboard} from '../result/clipboard.ts';
import {DiagnosisPanel} from '../run/failure-panel.tsx';
import {importAddress} from '../imports/import-address.ts';
import {useShared} from '../shared-value.ts';
import {PageLink} from '../shell/page-link.tsx';
import classes from './assist.module.css';
import {openAndRun} from './open-and-run.ts';
import {sourceKeys} from './source-keys.ts';
import {shownDetails} from './shown-details.ts';
import {TreeItem} from './tree-item.tsx';
import {databaseKey, type TreeRow, treeRows} from './tree-rows.ts';
import {useMarks} from './use-marks.ts';
import {isNameOf, useNames} from './use-names.ts';

/** All rows are as high as each other, so that where one stands needs no measuring. */
const rowPx = 28;

/**
 * Databases, tables, columns and functions of an engine, drawn anew when they change and not with
 * each key that is pressed in a sheet. Arrow keys walk and open, Enter puts a name into the sheet,
 * Alt+Enter shows what is known of it.
 */
export const SourceTree = memo(function SourceTree({
  engine,
  database,
  isOfSheet,
}: {
  engine: Engine;
  database: string;
  /** Whether it is the database of the sheet on the screen: anywhere else names have theirs. */
  isOfSheet: boolean;
}) {
  // Of the embedded engine also its sample data, so that a newcomer sees tables.
  const first = engine.dialect === 'duckdb' ? [database, 'sample'] : [database];
  const [stored, setStored] = useStored<readonly string[]>(
    `open.${engine.type}`,
    first.map(databaseKey),
  );
  const open = useMemo(() => new Set(stored), [stored]);
  const [filter, setFilter] = useState('');
  // Letters come into the field at once; rows of many thousand names when there is time.
  const wanted = useDeferredValue(filter);
  const {names, databases} = useNames(engine.type, open, wanted);
  const rows = useMemo(() => treeRows(names, open, wanted), [names, open, wanted]);

  // Kept as a list, so that the next visit finds the same branches open.
  const toggle = (row: TreeRow, isOpen = row.isOpen !== true) => {
    if (row.isOpen === undefined) return;
    setStored(isOpen ? [...open, row.key] : [...open].filter(key => key !== row.key));
  };
  const canInsert = useShared(shownView) !== undefined;
  const show = (row: TreeRow) => showDetails(row, engine.type);
  const written = (row: TreeRow) => textOf(row, engine, isOfSheet ? database : '');
  const insert = canInsert ? (row: TreeRow) => void insertIntoSheet(written(row)) : undefined;
  return (
    <section aria-label="Sources" className={classes['assist']}>
      <TreeTools
        engine={engine}
        filter={filter}
        onFilter={setFilter}
        isLoading={databases.isFetching}
      />
      {databases.error !== null ? (
        <SourceFailure error={databases.error} retry={() => void databases.refetch()} />
      ) : databases.data === undefined ? (
        <LoadingState what="Loading databases" />
      ) : (
        <Tree
          engine={engine.type}
          rows={rows}
          textOf={written}
          onToggle={toggle}
          onInsert={insert}
          onShow={show}
          onMenu={(event, row, place) => openMenu(event, menuOf(row, engine, insert), place)}
        />
      )}
    </section>
  );
});

type TreeToolsProps = {
  readonly engine: Engine;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly isLoading: boolean;
};

/** Refreshing forgets all names of the engine: others may have made tables since. */
function TreeTools({engine, filter, onFilter, isLoading}: TreeToolsProps) {
  const queries = useQueryClient();
  return (
    <Group gap={4} wrap="nowrap">
      <SearchInput
        label="Filter the sources"
        className={classes['filter']}
        placeholder="Filter"
        value={filter}
        onChange={onFilter}
      />
      {(engine.dialect === 'duckdb' || engine.features.importFormats.length > 0) && (
        <Tooltip label="Import file">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Import file"
            component={PageLink}
            to={
              engine.dialect === 'duckdb'
                ? importAddress(engine.type)
                : importAddress('', '', engine.type)
            }
          >
            <FileUp size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <IconButton
        label="Refresh"
        loading={isLoading}
        onClick={() => void queries.invalidateQueries({predicate: isNameOf(engine.type)})}
      >
        <RefreshCw size={16} />
      </IconButton>
    </Group>
  );
}

type TreeProps = {
  readonly engine: string;
  readonly rows: readonly TreeRow[];
  readonly textOf: (row: TreeRow) => string;
  readonly onToggle: (row: TreeRow, isOpen?: boolean) => void;
  /** Undefined on a page without a text to insert into. */
  readonly onInsert: ((row: TreeRow) => void) | undefined;
  readonly onShow: (row: TreeRow) => void;
  readonly onMenu: (event: MouseEvent, row: TreeRow, place?: DOMRect) => void;
};

/**
 * Only rows in sight are in the page: a server may have very many tables. So the tree keeps the
 * focus, and says which row is meant.
 */
function Tree({engine, rows, textOf, onToggle, onInsert, onShow, onMenu}: TreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState('');
  // By key and not by number: rows come and go above it as branches are opened.
  const active = Math.max(
    0,
    rows.findIndex(row => row.key === activeKey),
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
  });
  const inSight = virtualizer.getVirtualItems().flatMap(({index}) => rows[index] ?? []);
  const marks = useMarks(engine, rows, inSight);
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    setActiveKey(rows[to]?.key ?? '');
    virtualizer.scrollToIndex(to);
  };
  const press = keysOf(rows, active, goTo, {onToggle, onInsert, onShow});
  // The key of menus is pressed on the tree; the menu belongs beside the row.
  const menuByKey = (event: MouseEvent) => {
    const row = rows[active];
    const place = document.getElementById(`source-${active}`)?.getBoundingClientRect();
    if (row !== undefined && event.target === event.currentTarget && isByKey(event))
      onMenu(event, row, place);
  };
  return (
    <div
      ref={scroller}
      className={classes['tree']}
      role="tree"
      aria-label="Databases, tables and columns"
      // One that is out of sight is not drawn.
      aria-activedescendant={
        virtualizer.getVirtualItems().some(({index}) => index === active)
          ? `source-${active}`
          : undefined
      }
      tabIndex={0}
      onKeyDown={press}
      onContextMenu={menuByKey}
    >
      <div role="presentation" style={{height: virtualizer.getTotalSize(), position: 'relative'}}>
        {virtualizer.getVirtualItems().map(({index, start}) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeItem
              key={row.key}
              id={`source-${index}`}
              row={row}
              asset={marks.get(row.key)}
              top={start}
              isActive={index === active}
              dragText={textOf(row)}
              onActive={() => setActiveKey(row.key)}
              onToggle={() => onToggle(row)}
              onInsert={onInsert && (() => onInsert(row))}
              onShow={() => onShow(row)}
              onMenu={event => onMenu(event, row)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Keys as in the trees of the ARIA practices; all others are left to the page. */
function keysOf(
  rows: readonly TreeRow[],
  active: number,
  goTo: (index: number) => void,
  {onToggle, onInsert, onShow}: Pick<TreeProps, 'onToggle' | 'onInsert' | 'onShow'>,
) {
  return (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined) return;
    const {key, altKey} = event;
    const index = lineAfter(key, active, rows.length);
    const action = actionOf(branchKeys, key) ?? actionOf(sourceKeys, altKey ? `Alt-${key}` : key);
    if (index !== undefined) goTo(index);
    else if (action === 'right' && row.isOpen === false) onToggle(row, true);
    else if (action === 'right') goTo(active + 1);
    else if (action === 'left' && row.isOpen === true) onToggle(row, false);
    else if (action === 'left')
      goTo(rows.slice(0, active).findLastIndex(one => one.level < row.level));
    else if (action === 'show') onShow(row);
    else if (action === 'insert') (onInsert ?? onShow)(row);
    else if (action === 'toggle') onToggle(row);
    else return;
    event.preventDefault();
  };
}

/** Why nothing can be listed, with what helps where the server could tell. */
function SourceFailure({error, retry}: {error: unknown; retry: () => void}) {
  const diagnosis = error instanceof ApiFailure ? error.diagnosis : undefined;
  return (
    <div role="alert" className={classes['failure']}>
      <Text size="sm" fw={600}>
        Couldn’t load databases
      </Text>
      <Text size="sm" dir="auto">
        {problemText(error)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={retry}>
        Try again
      </Button>
      {diagnosis !== undefined && <DiagnosisPanel diagnosis={diagnosis} />}
    </div>
  );
}

/** What somebody can do with a row of the tree. */
function menuOf(row: TreeRow, engine: Engine, insert: TreeProps['onInsert']): MenuEntry[] {
  const {kind, path, label} = row;
  if (kind === 'note' || kind === 'failure' || kind === 'functions') return [];
  const isTable = kind === 'table' || kind === 'view';
  const [of = ''] = path;
  const query = () =>
    openAndRun(engine, of, `SELECT *\nFROM ${textOf(row, engine, '')}\nLIMIT 100;\n`);
  return [
    ...(insert === undefined
      ? []
      : [{label: 'Insert name', keys: 'Enter', run: () => insert(row)}]),
    {label: 'Copy name', run: () => void copyToClipboard(label)},
    ...(isTable ? [{label: 'Query table', run: query}] : []),
    ...(isTable || kind === 'function'
      ? [{label: 'Details', keys: 'Alt+Enter', run: () => showDetails(row, engine.type)}]
      : []),
  ];
}

function showDetails({kind, path, label}: TreeRow, engine: string): void {
  if (kind === 'function') shownDetails.set({kind, name: label, engine});
  else if (kind === 'table' || kind === 'view') shownDetails.set({kind: 'table', path, engine});
}

/** As it has to be written in a statement; the database of the sheet need not be named. */
function textOf({kind, path, label}: TreeRow, {dialect}: Engine, database: string): string {
  const written = (name: string) => writtenName(name, dialectOf(dialect));
  if (kind === 'function') return `${label}(`;
  if (kind === 'column' || kind === 'partition') return written(label);
  return (path[0] === database && path.length > 1 ? path.slice(1) : path).map(written).join('.');
}

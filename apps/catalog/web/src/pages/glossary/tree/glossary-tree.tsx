import {Button} from '@mantine/core';
import {problemText, useStored} from '@gazetteer/ui';
import {useVirtualizer, type Virtualizer} from '@tanstack/react-virtual';
import {useNavigate} from '@tanstack/react-router';
import {type KeyboardEvent, useEffect, useId, useMemo, useRef, useState} from 'react';
import type {GlossaryLink, View} from '../glossary-link.ts';
import classes from './tree.module.css';
import {treeAction} from './tree-keys.ts';
import {targetOf, TreeLine} from './tree-line.tsx';
import type {TreeRow} from './tree-rows.ts';
import {useItems, useTree} from './use-tree.ts';
import {type Current, useReveal} from './use-reveal.ts';

export type GlossaryTreeProps = {
  readonly view: View;
  /** Only what has this in its texts, as a list. */
  readonly find: string;
  /** What the page shows. */
  readonly current: Current | undefined;
  /** What links into the tree say besides. */
  readonly link: GlossaryLink;
  /** As high as it may get; as high as its place when not given. */
  readonly maxHeight?: string;
};

/** All lines are of one height, so that where each stands follows from its number. */
const rowPx = 30;
const none: readonly string[] = [];

/**
 * Glossaries with what is in them. Only lines in sight are drawn and read, so that ten thousand
 * terms cost no more than ten.
 */
export function GlossaryTree({view, find, current, link, maxHeight}: GlossaryTreeProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const {open, toggle, openAll} = useOpenLines();
  const [active, setActive] = useState<string>();
  const tree = useTree(view, find, open);
  const {rows} = tree;
  // Lines are sought by key at each key press and each scroll.
  const indexes = useMemo(() => new Map(rows.map((row, n) => [row.key, n])), [rows]);
  const {virtualizer, drawn} = useDrawn(rows, scroller);
  const items = useItems(
    drawn.map(one => one.row),
    find,
  );
  const follow = useFollow(items, link);
  // A list of what was found is left as it is.
  const revealed = useReveal(find === '' ? current : undefined, view, openAll);
  // Where it is not read yet its line is not there; it is scrolled to when it comes.
  useScrollTo(revealed, indexes, scroller, virtualizer, setActive);

  // The first line when the active one is gone, so that the keys always begin somewhere.
  const activeIndex = (active === undefined ? undefined : indexes.get(active)) ?? 0;
  // A line out of sight has no element that could be named to screen readers.
  const isActiveDrawn = drawn.some(({row}) => row.key === rows[activeIndex]?.key);
  const go = (index: number) => {
    setActive(rows[index]?.key);
    virtualizer.scrollToIndex(index, {align: 'auto'});
  };
  const press = (event: KeyboardEvent) =>
    walkTree(event, rows, activeIndex, {toggle: row => toggle(row.key), go, follow});
  // One message for all parts: they mostly fail for the same reason.
  const problems = [...tree.errors, ...items.errors];
  const retry = () => {
    tree.retry();
    items.retry();
  };
  if (problems.length > 0) return <Failed error={problems[0]} retry={retry} />;
  if (rows.length === 0) return <Nothing isFinding={find !== ''} isBusy={tree.isBusy} />;
  const rowId = (row: TreeRow | undefined) => (row === undefined ? undefined : `${id}-${row.key}`);
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      style={maxHeight === undefined ? undefined : {maxHeight}}
      role="tree"
      aria-label={find === '' ? 'Glossaries' : 'Found in glossaries'}
      aria-busy={tree.isBusy || items.isBusy}
      aria-activedescendant={isActiveDrawn ? rowId(rows[activeIndex]) : undefined}
      // The tree has the focus as a whole: lines come and go as it scrolls, and a focus on one of
      // them would be lost.
      tabIndex={0}
      onKeyDown={press}
    >
      <div
        className={classes['canvas']}
        style={{height: virtualizer.getTotalSize()}}
        role="presentation"
      >
        {drawn.map(({row, start}) => (
          <TreeLine
            key={row.key}
            id={rowId(row)}
            row={row}
            item={items.itemOf(row)}
            start={start}
            isActive={row.key === rows[activeIndex]?.key}
            current={current?.guid}
            link={link}
            onToggle={() => toggle(row.key)}
            onActive={() => setActive(row.key)}
          />
        ))}
      </div>
    </div>
  );
}

/** Which lines are open; kept in the browser, so that the tree is as it was left after a reload. */
function useOpenLines() {
  const [open, setOpen] = useStored<readonly string[]>('glossary.open', none);
  return {
    open,
    toggle: (key: string) =>
      setOpen(open.includes(key) ? open.filter(one => one !== key) : [...open, key]),
    openAll: (keys: readonly string[]) => {
      const missing = keys.filter(key => !open.includes(key));
      if (missing.length > 0) setOpen([...open, ...missing]);
    },
  };
}

/** Leads to the page of what a line is about; a line that only opens others is about nothing. */
function useFollow(items: ReturnType<typeof useItems>, link: GlossaryLink) {
  const navigate = useNavigate();
  return (row: TreeRow) => {
    const target = targetOf(row, items.itemOf(row));
    if (target === undefined) return;
    const search = {...link, gtype: target.kind};
    void navigate({to: '/glossary/$guid', params: {guid: target.guid}, search});
  };
}

type TreeSteps = {
  readonly toggle: (row: TreeRow) => void;
  readonly go: (index: number) => void;
  readonly follow: (row: TreeRow) => void;
};

/** Apart from the keys themselves, which are tested without a page. */
function walkTree(
  event: KeyboardEvent,
  rows: readonly TreeRow[],
  activeIndex: number,
  {toggle, go, follow}: TreeSteps,
): void {
  // Those are the browser's.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = treeAction(event.key, rows, activeIndex, document.dir === 'rtl');
  if (action === undefined) return;
  event.preventDefault();
  if (action.kind === 'toggle') toggle(action.row);
  else if (action.kind === 'go') go(action.index);
  else follow(action.row);
}

type Scroller = {readonly current: HTMLDivElement | null};

/** The lines in sight, and where they stand. */
function useDrawn(rows: readonly TreeRow[], scroller: Scroller) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    // Quick scrolling shows few empty lines, and each costs little.
    overscan: 10,
  });
  const drawn = virtualizer.getVirtualItems().flatMap(item => {
    const row = rows[item.index];
    return row === undefined ? [] : [{row, start: item.start}];
  });
  return {virtualizer, drawn};
}

/** Brings the line that is revealed into sight, once, and makes it the active one. */
function useScrollTo(
  revealed: string | undefined,
  indexes: ReadonlyMap<string, number>,
  scroller: Scroller,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  setActive: (key: string) => void,
): void {
  const revealedIndex = revealed === undefined ? undefined : indexes.get(revealed);
  const isRevealed = useRef<string>(undefined);
  useEffect(() => {
    if (revealed === undefined || revealedIndex === undefined || isRevealed.current === revealed)
      return;
    isRevealed.current = revealed;
    setActive(revealed);
    const box = scroller.current;
    const [from, to] = [box?.scrollTop ?? 0, (box?.scrollTop ?? 0) + (box?.clientHeight ?? 0)];
    // A line that is seen already stays where it is: the page would jump under the pointer.
    const isInSight = revealedIndex * rowPx >= from && (revealedIndex + 1) * rowPx <= to;
    if (!isInSight) virtualizer.scrollToIndex(revealedIndex, {align: 'center'});
  }, [revealed, revealedIndex, scroller, virtualizer, setActive]);
}

function Failed({error, retry}: {error: unknown; retry: () => void}) {
  return (
    <div className={classes['none']} role="alert">
      {problemText(error)}{' '}
      <Button size="compact-xs" variant="default" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

function Nothing({isFinding, isBusy}: {isFinding: boolean; isBusy: boolean}) {
  if (!isFinding) return <p className={classes['none']}>No glossary yet.</p>;
  return (
    <p className={classes['none']} role="status" aria-busy={isBusy}>
      {isBusy ? 'Looking…' : 'No matching terms or categories'}
    </p>
  );
}

import {Button} from '@mantine/core';
import {messageOf, useStored} from '@gazetteer/ui';
import {useVirtualizer} from '@tanstack/react-virtual';
import {Link, useNavigate} from '@tanstack/react-router';
import {BookOpen, BookText, ChevronRight, Folder} from 'lucide-react';
import {type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState} from 'react';
import type {GlossaryLink, Kind, View} from '../glossary-link.ts';
import classes from './tree.module.css';
import {canOpen, treeAction} from './tree-keys.ts';
import type {TreeRow} from './tree-rows.ts';
import {type Item, useItems, useTree} from './use-tree.ts';
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

const rowPx = 30;
const none: readonly string[] = [];
const icons = {glossary: BookOpen, category: Folder, term: BookText};

/** Glossaries with what is in them. Only lines in sight are drawn and read, so that ten thousand terms cost no more than ten. */
export function GlossaryTree({view, find, current, link, maxHeight}: GlossaryTreeProps) {
  const id = useId();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useStored<readonly string[]>('glossary.open', none);
  const [active, setActive] = useState<string>();
  const tree = useTree(view, find, open);
  const {rows} = tree;
  const indexes = useMemo(() => new Map(rows.map((row, n) => [row.key, n])), [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
  });
  const drawn = virtualizer.getVirtualItems().flatMap(item => {
    const row = rows[item.index];
    return row === undefined ? [] : [{row, start: item.start}];
  });
  const items = useItems(
    drawn.map(one => one.row),
    find,
  );
  const revealed = useReveal(find === '' ? current : undefined, view, keys => {
    const missing = keys.filter(key => !open.includes(key));
    if (missing.length > 0) setOpen([...open, ...missing]);
  });
  const revealedIndex = revealed === undefined ? undefined : indexes.get(revealed);
  const isRevealed = useRef<string>(undefined);
  useEffect(() => {
    if (revealed === undefined || revealedIndex === undefined || isRevealed.current === revealed) return;
    isRevealed.current = revealed;
    setActive(revealed);
    const box = scroller.current;
    const [from, to] = [box?.scrollTop ?? 0, (box?.scrollTop ?? 0) + (box?.clientHeight ?? 0)];
    const isInSight = revealedIndex * rowPx >= from && (revealedIndex + 1) * rowPx <= to;
    if (!isInSight) virtualizer.scrollToIndex(revealedIndex, {align: 'center'});
  }, [revealed, revealedIndex, virtualizer]);

  const activeIndex = (active === undefined ? undefined : indexes.get(active)) ?? 0;
  const isActiveDrawn = drawn.some(({row}) => row.key === rows[activeIndex]?.key);
  const toggle = (key: string) => setOpen(open.includes(key) ? open.filter(one => one !== key) : [...open, key]);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = treeAction(event.key, rows, activeIndex, document.dir === 'rtl');
    if (action === undefined) return;
    event.preventDefault();
    if (action.kind === 'toggle') return toggle(action.row.key);
    if (action.kind === 'go') {
      setActive(rows[action.index]?.key);
      return virtualizer.scrollToIndex(action.index, {align: 'auto'});
    }
    const target = targetOf(action.row, items.itemOf(action.row));
    if (target !== undefined)
      void navigate({to: '/glossary/$guid', params: {guid: target.guid}, search: {...link, gtype: target.kind}});
  };
  const problems = [...tree.errors, ...items.errors];
  if (problems.length > 0)
    return (
      <div className={classes['none']} role="alert">
        {messageOf(problems[0])}{' '}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            tree.retry();
            items.retry();
          }}
        >
          Try again
        </Button>
      </div>
    );
  if (rows.length === 0 && find === '') return <p className={classes['none']}>No glossary yet.</p>;
  if (rows.length === 0)
    return (
      <p className={classes['none']} role="status" aria-busy={tree.isBusy}>
        {tree.isBusy ? 'Looking…' : 'No matching terms or categories'}
      </p>
    );
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
      tabIndex={0}
      onKeyDown={press}
    >
      <div className={classes['canvas']} style={{height: virtualizer.getTotalSize()}} role="presentation">
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

type Target = {readonly guid: string; readonly kind: Kind; readonly label: string; readonly note?: string};

function targetOf(row: TreeRow, item: Item | undefined): Target | undefined {
  if (row.kind === 'glossary' || row.kind === 'category') return {guid: row.guid, kind: row.kind, label: row.label};
  return item;
}

type TreeLineProps = {
  id: string | undefined;
  row: TreeRow;
  item: Item | undefined;
  start: number;
  isActive: boolean;
  current: string | undefined;
  link: GlossaryLink;
  onToggle: () => void;
  onActive: () => void;
};

function TreeLine({id, row, item, start, isActive, current, link, onToggle, onActive}: TreeLineProps) {
  const target = targetOf(row, item);
  const Icon = icons[target?.kind ?? 'term'];
  const isExpandable = canOpen(row);
  const isCurrent = target !== undefined && target.guid === current;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onToggle();
  };
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.size}
      aria-selected={isCurrent}
      {...(isExpandable ? {'aria-expanded': row.isOpen} : {})}
      className={classes['line']}
      data-active={isActive || undefined}
      data-current={isCurrent || undefined}
      style={{insetBlockStart: start, paddingInlineStart: `${(row.level - 1) * 1.1}rem`}}
      onClick={onActive}
    >
      {/* For the mouse: keys open the line itself, and its state is told there. */}
      <span
        role="presentation"
        className={classes['toggle']}
        data-open={(isExpandable && row.isOpen) || undefined}
        onClick={open}
      >
        {isExpandable && <ChevronRight size={14} aria-hidden />}
      </span>
      {target === undefined ? (
        <span className={classes['waiting']}>…</span>
      ) : (
        <Link
          to="/glossary/$guid"
          params={{guid: target.guid}}
          search={{...link, gtype: target.kind}}
          className={classes['link']}
          tabIndex={-1}
          title={target.note === undefined ? target.label : `${target.label} (${target.note})`}
        >
          <Icon size={15} strokeWidth={1.75} className={classes['icon']} aria-hidden />
          <bdi className={classes['label']}>{target.label}</bdi>
          {target.note !== undefined && <bdi className={classes['note']}>{target.note}</bdi>}
          {'count' in row && row.count > 0 && <span className={classes['count']}>{row.count.toLocaleString()}</span>}
        </Link>
      )}
    </div>
  );
}

import {Link} from '@tanstack/react-router';
import {BookOpen, BookText, ChevronRight, Folder} from 'lucide-react';
import type {MouseEvent} from 'react';
import type {GlossaryLink, Kind} from '../glossary-link.ts';
import {canOpen} from './tree-keys.ts';
import type {TreeRow} from './tree-rows.ts';
import classes from './tree.module.css';
import type {Item} from './use-tree.ts';

/** The same as on the pages that they lead to. */
const icons = {glossary: BookOpen, category: Folder, term: BookText};

type Target = {
  readonly guid: string;
  readonly kind: Kind;
  readonly label: string;
  readonly note?: string;
};

/** What a line leads to; undefined until it is read. */
export function targetOf(row: TreeRow, item: Item | undefined): Target | undefined {
  if (row.kind === 'glossary' || row.kind === 'category')
    return {guid: row.guid, kind: row.kind, label: row.label};
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

/**
 * One row of the tree, at its place: only rows in sight are drawn, so each says its own distance
 * from the top.
 */
export function TreeLine({
  id,
  row,
  item,
  start,
  isActive,
  current,
  link,
  onToggle,
  onActive,
}: TreeLineProps) {
  const target = targetOf(row, item);
  const Icon = icons[target?.kind ?? 'term'];
  const isExpandable = canOpen(row);
  const isCurrent = target !== undefined && target.guid === current;
  const open = (event: MouseEvent) => {
    // Opening is not following: the click ends here.
    event.preventDefault();
    event.stopPropagation();
    onToggle();
  };
  return (
    <div
      id={id}
      // Level, place and number are said outright, since only a part of the tree is in the page.
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
          // The tree has the focus; a link can still be opened in a new tab by the mouse.
          tabIndex={-1}
          title={target.note === undefined ? target.label : `${target.label} (${target.note})`}
        >
          <Icon size={15} strokeWidth={1.75} className={classes['icon']} aria-hidden />
          <bdi className={classes['label']}>{target.label}</bdi>
          {target.note !== undefined && <bdi className={classes['note']}>{target.note}</bdi>}
          {'count' in row && row.count > 0 && (
            <span className={classes['count']}>{row.count.toLocaleString()}</span>
          )}
        </Link>
      )}
    </div>
  );
}

import {VisuallyHidden} from '@mantine/core';
import {IconButton} from '@gazetteer/ui';
import {
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Columns3,
  Database,
  Eye,
  Info,
  type LucideIcon,
  Split,
  SquareFunction,
  Table2,
  TextCursorInput,
} from 'lucide-react';
import type {MouseEvent} from 'react';
import type {KnownAsset} from '../catalog/known-tables.ts';
import classes from './assist.module.css';
import type {TreeRow} from './tree-rows.ts';
import {TrustMark} from './trust-mark.tsx';

const icons: Readonly<Partial<Record<TreeRow['kind'], LucideIcon>>> = {
  database: Database,
  table: Table2,
  view: Eye,
  column: Columns3,
  partition: Split,
  functions: SquareFunction,
  function: SquareFunction,
  failure: CircleAlert,
};
/** What has details of its own. */
const described = new Set<TreeRow['kind']>(['table', 'view', 'function']);

type TreeItemProps = {
  readonly id: string;
  readonly row: TreeRow;
  /** What the catalog knows of it. */
  readonly asset: KnownAsset | undefined;
  readonly top: number;
  readonly isActive: boolean;
  readonly dragText: string;
  readonly onActive: () => void;
  readonly onToggle: () => void;
  /** Undefined where there is no text to insert into. */
  readonly onInsert: (() => void) | undefined;
  readonly onShow: () => void;
  readonly onMenu: (event: MouseEvent) => void;
};

/**
 * One row of the tree at its distance from the top: of ten thousand tables only those in sight are
 * drawn.
 */
export function TreeItem({id, row, asset, top, isActive, dragText, ...on}: TreeItemProps) {
  const {kind, label, detail, comment, level, isOpen} = row;
  const Icon = icons[kind];
  const Chevron = isOpen === true ? ChevronDown : ChevronRight;
  const canInsert = kind !== 'note' && kind !== 'failure' && kind !== 'functions';
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isActive}
      className={classes['item']}
      data-kind={kind}
      data-active={isActive || undefined}
      style={{
        transform: `translateY(${top}px)`,
        paddingInlineStart: `${(level - 1) * 0.9 + 0.2}rem`,
      }}
      title={comment === '' ? undefined : comment}
      draggable={canInsert}
      onDragStart={event => event.dataTransfer.setData('text/plain', dragText)}
      onPointerDown={on.onActive}
      onClick={on.onToggle}
      onContextMenu={on.onMenu}
      onDoubleClick={() => isOpen === undefined && canInsert && on.onInsert?.()}
    >
      <span className={classes['chevron']}>
        {isOpen !== undefined && <Chevron size={14} aria-hidden />}
      </span>
      {Icon !== undefined && <Icon size={14} aria-hidden className={classes['icon']} />}
      <bdi className={classes['label']}>{label}</bdi>{' '}
      {asset !== undefined && <TrustMark asset={asset} />}
      <small className={classes['detail']}>
        {detail}
        {kind === 'partition' && <VisuallyHidden> partition</VisuallyHidden>}
      </small>
      <span className={classes['actions']}>
        {described.has(kind) && <ItemAction label="Details" Icon={Info} onClick={on.onShow} />}
        {canInsert && on.onInsert !== undefined && (
          <ItemAction label="Insert name" Icon={TextCursorInput} onClick={on.onInsert} />
        )}
      </span>
    </div>
  );
}

/** For the mouse; the keyboard has Enter and Alt+Enter. */
function ItemAction({
  label,
  Icon,
  onClick,
}: {
  label: string;
  Icon: LucideIcon;
  onClick: () => void;
}) {
  return (
    <IconButton
      label={label}
      size="xs"
      tabIndex={-1}
      onClick={event => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon size={14} />
    </IconButton>
  );
}

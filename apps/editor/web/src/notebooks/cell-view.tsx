import {ActionIcon, Menu} from '@mantine/core';
import {IconButton} from '@gazetteer/ui';
import {
  ArrowDown,
  ArrowUp,
  CircleX,
  Ellipsis,
  Pencil,
  Play,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import {type KeyboardEvent, memo} from 'react';
import type {CellProps} from './cell-props.ts';
import {CellResult} from './cell-result.tsx';
import classes from './notebooks.module.css';
import {cellAction, type CellAction} from './notebook-keys.ts';
import {SqlText} from './sql-text.tsx';
import {WrittenText} from './written-text.tsx';

/** A cell: a text, or a statement and what came of it. */
export const CellView = memo(function CellView(props: CellProps) {
  const {cell, place, isChosen, isEditing, actions, mayEdit} = props;
  const {id, kind} = cell;
  const press = (event: KeyboardEvent) => {
    const isInText = event.target !== event.currentTarget;
    // What the text editor takes is its own; a menu or a field of the cell has its own keys.
    if (event.defaultPrevented || event.nativeEvent.isComposing || isInMenu(event)) return;
    if (isInText && event.key === 'Escape' && isEditing) {
      event.preventDefault();
      actions.choose(id, false);
      return;
    }
    const action = cellAction(event, isInText);
    if (action === undefined || !perform(action, props)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <article
      className={classes['cell']}
      data-cell={id}
      data-kind={kind}
      data-chosen={isChosen || undefined}
      aria-label={`Cell ${place}, ${kind === 'sql' ? 'SQL' : 'text'}`}
      tabIndex={isChosen ? 0 : -1}
      // By a click or the Tab key. Choosing must not move the focus again: it is in a button of it.
      onFocus={() => {
        if (!isChosen) actions.choose(id, false, false);
      }}
      onKeyDown={press}
    >
      <CellTools {...props} />
      {kind === 'text' ? (
        <WrittenText
          text={cell.text}
          label={`Text of cell ${place}`}
          isEditing={isEditing}
          onChange={text => actions.change(id, {text})}
          onEdit={() => mayEdit && actions.choose(id, true)}
        />
      ) : (
        <>
          <SqlText {...props} />
          <CellResult {...props} />
        </>
      )}
    </article>
  );
});

/** Menus and dialogs of a cell are in the page elsewhere, but their keys rise to it in React. */
function isInMenu({target}: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role=menu], [role=dialog]') !== null;
}

/** False for what the cell doesn't do. */
function perform(action: CellAction, {cell, isEditing, mayEdit, actions}: CellProps): boolean {
  const {id, kind, isFolded} = cell;
  const writes: Partial<Record<CellAction, () => void>> = {
    edit: () => actions.choose(id, true),
    moveUp: () => actions.move(id, -1),
    moveDown: () => actions.move(id, 1),
    addAbove: () => actions.add(id, 'sql', 0),
    addBelow: () => actions.add(id, 'sql', 1),
    remove: () => actions.remove(id),
    restore: () => actions.restore(),
    toText: () => actions.change(id, {kind: 'text'}),
    toSql: () => actions.change(id, {kind: 'sql'}),
    fold: () => actions.change(id, {isFolded: !isFolded}),
    save: () => actions.save(),
  };
  const reads: Partial<Record<CellAction, () => void>> = {
    previous: () => actions.step(id, -1),
    next: () => actions.step(id, 1),
    run: () => {
      // A text is shown by it.
      if (isEditing && kind === 'text') actions.choose(id, false);
      actions.run(id);
    },
    runAndNext: () => actions.runAndNext(id),
    runAll: () => actions.runFrom(undefined),
    stop: () => actions.stop(),
  };
  // Who may only read can walk through cells and run them, but changes none.
  const found = reads[action] ?? (mayEdit ? writes[action] : undefined);
  found?.();
  return found !== undefined;
}

/** Buttons for what keys do as well, for those who don't know the keys. */
function CellTools(props: CellProps) {
  const {cell, place, isEditing, isLast, mayEdit, work, actions} = props;
  const {id, kind} = cell;
  return (
    <div className={classes['cellTools']} role="group" aria-label={`Actions of cell ${place}`}>
      {kind === 'sql' &&
        (work === undefined ? (
          <Tool Icon={Play} label={`Run cell ${place}`} onClick={() => actions.run(id)} />
        ) : (
          <Tool Icon={CircleX} label={`Cancel cell ${place}`} onClick={actions.stop} />
        ))}
      {mayEdit && (
        <>
          {!isEditing && (
            <Tool
              Icon={Pencil}
              label={`Edit cell ${place}`}
              onClick={() => actions.choose(id, true)}
            />
          )}
          <Tool
            Icon={ArrowUp}
            label={`Move cell ${place} up`}
            isDisabled={place === 1}
            onClick={() => actions.move(id, -1)}
          />
          <Tool
            Icon={ArrowDown}
            label={`Move cell ${place} down`}
            isDisabled={isLast}
            onClick={() => actions.move(id, 1)}
          />
          <Tool Icon={Trash2} label={`Delete cell ${place}`} onClick={() => actions.remove(id)} />
        </>
      )}
      <CellMenu {...props} />
    </div>
  );
}

/** What is done less often than what has a button. */
function CellMenu({cell, place, mayEdit, actions}: CellProps) {
  const {id, kind} = cell;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`More about cell ${place}`}>
          <Ellipsis size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.runFrom(id)}>Run this cell and all below</Menu.Item>
        {mayEdit && (
          <>
            <Menu.Item onClick={() => actions.add(id, 'sql', 0)}>Add cell above</Menu.Item>
            <Menu.Item onClick={() => actions.add(id, 'sql', 1)}>Add cell below</Menu.Item>
            <Menu.Item onClick={() => actions.change(id, {kind: kind === 'sql' ? 'text' : 'sql'})}>
              {kind === 'sql' ? 'Change to text' : 'Change to SQL'}
            </Menu.Item>
            <Menu.Item onClick={actions.restore}>Restore deleted cell</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type ToolProps = {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
};

/** A button of a sign alone, which its label names. */
function Tool({Icon, label, isDisabled = false, onClick}: ToolProps) {
  return (
    <IconButton label={label} size="sm" disabled={isDisabled} onClick={onClick}>
      <Icon size={14} />
    </IconButton>
  );
}

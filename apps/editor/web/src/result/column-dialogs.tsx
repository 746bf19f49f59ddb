import {ActionIcon, Button, Checkbox, Group, Modal, TextInput} from '@mantine/core';
import {Pin, PinOff} from 'lucide-react';
import {useState} from 'react';
import classes from './column-dialogs.module.css';
import type {GridColumn} from './grid-head.tsx';

type ColumnsProps = {
  readonly columns: readonly GridColumn[];
  readonly hidden: ReadonlySet<number>;
  readonly pinned: readonly number[];
  readonly onPin: (index: number) => void;
  readonly onHidden: (hidden: ReadonlySet<number>) => void;
  /** Brings one into sight, by its place in the rows. */
  readonly onGo: (index: number) => void;
  /** Undefined where nothing was changed. */
  readonly onReset: (() => void) | undefined;
  readonly onClose: () => void;
};

/** Columns of the result that fit a text: to bring one into sight, to hide or to pin some. */
export function ColumnsDialog({
  columns,
  hidden,
  pinned,
  onHidden,
  onPin,
  onGo,
  onReset,
  onClose,
}: ColumnsProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = columns.filter(({name}) => name.toLowerCase().includes(wanted));
  const go = (index: number) => {
    onGo(index);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Columns">
      <form
        onSubmit={event => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) go(first.index);
        }}
      >
        <TextInput
          data-autofocus
          aria-label="Part of a name"
          placeholder="Part of a name; Enter opens the first"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </form>
      <ShowButtons columns={columns} found={found} onHidden={onHidden} onReset={onReset} />
      <ul className={classes['found']} aria-label="Columns of the result">
        {found.map(column => (
          <ColumnItem
            key={column.index}
            column={column}
            isShown={!hidden.has(column.index)}
            isLast={!hidden.has(column.index) && hidden.size === columns.length - 1}
            isPinned={pinned.includes(column.index)}
            onShow={isShown => {
              const others = [...hidden].filter(one => one !== column.index);
              onHidden(new Set(isShown ? others : [...others, column.index]));
            }}
            onPin={() => onPin(column.index)}
            onGo={() => go(column.index)}
          />
        ))}
      </ul>
    </Modal>
  );
}

type ShowButtonsProps = Pick<ColumnsProps, 'columns' | 'onHidden' | 'onReset'> & {
  readonly found: readonly GridColumn[];
};

/**
 * Of thousands of columns nobody hides one after the other: what the text has found is shown alone.
 */
function ShowButtons({columns, found, onHidden, onReset}: ShowButtonsProps) {
  return (
    <Group my="xs">
      <Button size="compact-sm" variant="default" onClick={() => onHidden(new Set())}>
        Show all
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          const shown = new Set(found.map(({index}) => index));
          const others = columns.filter(({index}) => !shown.has(index));
          // A text that fits nothing would hide everything.
          if (shown.size > 0) onHidden(new Set(others.map(({index}) => index)));
        }}
      >
        Show only these
      </Button>
      {onReset !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onReset}>
          Reset columns
        </Button>
      )}
    </Group>
  );
}

type ColumnItemProps = {
  readonly column: GridColumn;
  readonly isShown: boolean;
  /** The only one in sight: it stays, since a grid without columns has nothing to press. */
  readonly isLast: boolean;
  readonly isPinned: boolean;
  readonly onShow: (isShown: boolean) => void;
  readonly onPin: () => void;
  readonly onGo: () => void;
};

/** One column: whether it is shown, where it is, and whether it stays in sight. */
function ColumnItem(props: ColumnItemProps) {
  const {name, type} = props.column;
  const PinSign = props.isPinned ? PinOff : Pin;
  return (
    <li>
      <Checkbox
        size="xs"
        aria-label={`Show ${name}`}
        checked={props.isShown}
        disabled={props.isLast}
        onChange={event => props.onShow(event.currentTarget.checked)}
      />
      <Button size="compact-sm" variant="subtle" disabled={!props.isShown} onClick={props.onGo}>
        {name}
      </Button>
      <small>{type}</small>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        ms="auto"
        aria-label={`${props.isPinned ? 'Unpin' : 'Pin'} ${name}`}
        onClick={props.onPin}
      >
        <PinSign size={14} />
      </ActionIcon>
    </li>
  );
}

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
      <ul className={classes['found']} aria-label="Columns of the result">
        {found.map(({name, type, index}) => (
          <li key={index}>
            <Checkbox
              size="xs"
              aria-label={`Show ${name}`}
              checked={!hidden.has(index)}
              disabled={!hidden.has(index) && hidden.size === columns.length - 1}
              onChange={event => {
                const others = [...hidden].filter(one => one !== index);
                onHidden(new Set(event.currentTarget.checked ? others : [...others, index]));
              }}
            />
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={hidden.has(index)}
              onClick={() => go(index)}
            >
              {name}
            </Button>
            <small>{type}</small>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              ms="auto"
              aria-label={`${pinned.includes(index) ? 'Unpin' : 'Pin'} ${name}`}
              onClick={() => onPin(index)}
            >
              {pinned.includes(index) ? <PinOff size={14} /> : <Pin size={14} />}
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

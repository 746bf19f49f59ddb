import {Button, Checkbox, Group, Modal, NativeSelect, TextInput} from '@mantine/core';
import {useState} from 'react';
import {isNumeric} from './cell-text.ts';
import classes from './column-dialogs.module.css';
import {operatorNames} from './conditions.ts';
import type {GridColumn} from './grid-head.tsx';
import type {Question} from './rows-source.ts';

type Condition = Question['filter'][number];
type Operator = Condition['operator'];

type FilterProps = {
  readonly column: GridColumn;
  readonly onFilter: (condition: Condition) => void;
  readonly onClose: () => void;
};

const withoutValue = new Set<Operator>(['null', 'notNull']);

/** Narrows the whole result to rows with some values of a column. */
export function ColumnFilter({column, onFilter, onClose}: FilterProps) {
  const [operator, setOperator] = useState<Operator>(isNumeric(column) ? 'eq' : 'contains');
  const [value, setValue] = useState('');
  const needsValue = !withoutValue.has(operator);
  return (
    <Modal opened onClose={onClose} title={`Filter ${column.name}`}>
      <form
        onSubmit={event => {
          event.preventDefault();
          onFilter({column: column.index, operator, ...(needsValue && {value})});
          onClose();
        }}
      >
        <Group align="end" wrap="nowrap">
          <NativeSelect
            label="Rows where it"
            value={operator}
            data={Object.entries(operatorNames).map(([value, label]) => ({value, label}))}
            onChange={event => setOperator(event.currentTarget.value as Operator)}
          />
          {needsValue && (
            <TextInput
              data-autofocus
              label="Value"
              value={value}
              onChange={event => setValue(event.currentTarget.value)}
            />
          )}
          <Button type="submit">Filter</Button>
        </Group>
      </form>
    </Modal>
  );
}

type ColumnsProps = {
  readonly columns: readonly GridColumn[];
  readonly hidden: ReadonlySet<number>;
  readonly onHidden: (hidden: ReadonlySet<number>) => void;
  /** Brings one into sight, by its place in the rows. */
  readonly onGo: (index: number) => void;
  readonly onClose: () => void;
};

/** Columns of the result that fit a text: to bring one into sight, or to hide some. */
export function ColumnsDialog({columns, hidden, onHidden, onGo, onClose}: ColumnsProps) {
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
          </li>
        ))}
      </ul>
    </Modal>
  );
}

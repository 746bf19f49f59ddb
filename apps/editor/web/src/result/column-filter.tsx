import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Popover,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import type {Cell} from '../api/wire.ts';
import {isNumeric, textOf} from './cell-text.ts';
import classes from './column-dialogs.module.css';
import {summaryQuery} from './column-summary-query.ts';
import {operatorNames} from './conditions.ts';
import type {GridColumn} from './grid-head.tsx';
import gridClasses from './grid.module.css';
import type {Question} from './rows-source.ts';

type Condition = Question['filter'][number];
type Operator = Condition['operator'];

type ColumnFilterProps = {
  readonly uuid: string;
  readonly column: GridColumn;
  /** Of what was pressed. */
  readonly place: DOMRect;
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
  readonly onClose: () => void;
};

/** These ask nothing further, and the server refuses a value beside them. */
const withoutValue = new Set<Operator>(['null', 'notNull']);

/**
 * Narrows the whole result to rows with some values of a column; below its head. A condition that
 * is typed is added to those of the column; chosen values take their place, since what is ticked is
 * all that is wanted. The counts beside the values are those under the conditions of all other
 * columns: under its own one the others could not be chosen again.
 */
export function ColumnFilter({
  uuid,
  column,
  place,
  question,
  onQuestion,
  onClose,
}: ColumnFilterProps) {
  const own = question.filter.filter(one => one.column === column.index);
  const others = question.filter.filter(one => one.column !== column.index);
  const apply = (filter: Question['filter']) => {
    onQuestion({...question, filter});
    onClose();
  };
  const {left, top, width, height} = place;
  return (
    <Popover
      opened
      withRoles={false}
      trapFocus
      returnFocus
      position="bottom-start"
      shadow="md"
      width={400}
      onDismiss={onClose}
    >
      <Popover.Target>
        <span className={gridClasses['anchor']} style={{left, top, width, height}} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Filter ${column.name}`}>
        <Stack gap="xs">
          <ConditionForm
            column={column}
            onFilter={one => apply([...question.filter, {column: column.index, ...one}])}
          />
          <TopValues
            uuid={uuid}
            column={column}
            question={{...question, filter: others}}
            onFilter={ones => apply([...others, {column: column.index, ...ones}])}
          />
          {own.length > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={() => apply(others)}>
              Clear filter
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type ConditionFormProps = {
  readonly column: GridColumn;
  readonly onFilter: (condition: Omit<Condition, 'column'>) => void;
};

function ConditionForm({column, onFilter}: ConditionFormProps) {
  const [operator, setOperator] = useState<Operator>(isNumeric(column) ? 'eq' : 'contains');
  const [value, setValue] = useState('');
  const needsValue = !withoutValue.has(operator);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        onFilter({operator, ...(needsValue && {value})});
      }}
    >
      <Group align="end" wrap="nowrap" gap="xs">
        <NativeSelect
          size="xs"
          label="Rows where it"
          value={operator}
          data={Object.entries(operatorNames).map(([value, label]) => ({value, label}))}
          onChange={event => setOperator(event.currentTarget.value as Operator)}
        />
        {needsValue && (
          <TextInput
            data-autofocus
            size="xs"
            label="Value"
            value={value}
            onChange={event => setValue(event.currentTarget.value)}
          />
        )}
        <Button size="xs" type="submit" flex="none">
          Filter
        </Button>
      </Group>
    </form>
  );
}

type TopValuesProps = {
  readonly uuid: string;
  readonly column: GridColumn;
  readonly question: Question;
  readonly onFilter: (condition: Omit<Condition, 'column'>) => void;
};

/** The most frequent values, to choose some of them. */
function TopValues({uuid, column, question, onFilter}: TopValuesProps) {
  const {data, error, refetch} = useQuery(summaryQuery(uuid, column.index, question));
  const [chosen, setChosen] = useState<ReadonlySet<Cell>>(new Set());
  // Bytes are there or not, and nothing else; NULL has an operator of its own.
  if (column.kind === 'binary') return null;
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the whole result" />;
  const values = data.top.filter(({value}) => value !== null);
  if (values.length === 0) return null;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        onFilter({operator: 'eq', values: [...chosen]});
      }}
    >
      <Text size="sm">
        {values.length < data.distinct
          ? `The ${values.length} most frequent of ${data.distinct.toLocaleString()} values`
          : 'Values'}
      </Text>
      <ul className={classes['values']} aria-label={`Values of ${column.name}`}>
        {values.map(({value, count}, n) => (
          <li key={n}>
            <Checkbox
              size="xs"
              label={<bdi>{textOf(value)}</bdi>}
              checked={chosen.has(value)}
              onChange={event => {
                const rest = [...chosen].filter(one => one !== value);
                setChosen(new Set(event.currentTarget.checked ? [...rest, value] : rest));
              }}
            />
            <small>{count.toLocaleString()}</small>
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" type="submit" disabled={chosen.size === 0}>
        Show only these values
      </Button>
    </form>
  );
}

import {NativeSelect, TextInput} from '@mantine/core';
import type {Condition} from './schedule-draft.ts';
import classes from './schedules.module.css';

const operators = ['>', '>=', '<', '<=', '=', '!='] as const;
const kinds = [
  {value: '', label: 'None'},
  {value: 'rows', label: 'Number of rows'},
  {value: 'value', label: 'First value'},
];

type ConditionProps = {
  readonly condition: Condition | undefined;
  readonly onChange: (part: {condition: Condition | undefined}) => void;
};

/** What the result is compared with. */
export function ConditionFields({condition, onChange}: ConditionProps) {
  const setKind = (value: string) => {
    if (value !== 'rows' && value !== 'value') onChange({condition: undefined});
    else onChange({condition: {operator: '>', value: '0', ...condition, of: value}});
  };
  return (
    <div className={classes['fields']} role="group" aria-label="Condition">
      <NativeSelect
        label="Condition"
        data={kinds}
        value={condition?.of ?? ''}
        onChange={event => setKind(event.currentTarget.value)}
      />
      {condition !== undefined && (
        <>
          <NativeSelect
            label="Operator"
            data={[...operators]}
            value={condition.operator}
            onChange={({currentTarget: {value}}) => {
              const operator = operators.find(one => one === value) ?? '>';
              onChange({condition: {...condition, operator}});
            }}
          />
          <TextInput
            label="Value"
            maxLength={1000}
            value={condition.value}
            onChange={event =>
              onChange({condition: {...condition, value: event.currentTarget.value}})
            }
          />
        </>
      )}
    </div>
  );
}

import {
  MultiSelect,
  NativeSelect,
  NumberInput,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import {ConditionFields} from '../schedules/condition-fields.tsx';
import classes from '../schedules/schedules.module.css';
import type {CheckDraft} from './check-draft.ts';

type FieldsProps = {
  readonly draft: CheckDraft;
  /** Of the table. */
  readonly columns: readonly string[];
  readonly onChange: (part: Partial<CheckDraft>) => void;
};

/** What is expected, by the kind of the check. */
export function ExpectationFields({draft, columns, onChange}: FieldsProps) {
  const {kind} = draft;
  return (
    <>
      {(kind === 'nulls' || kind === 'unique') && (
        <MultiSelect
          label="Columns"
          description={kind === 'unique' ? 'Unique together' : undefined}
          searchable
          required
          data={[...columns]}
          value={[...draft.columns]}
          onChange={chosen => onChange({columns: chosen})}
        />
      )}
      {(kind === 'range' || kind === 'list' || kind === 'freshness') && (
        <NativeSelect
          label="Column"
          required
          data={['', ...columns]}
          value={draft.columns[0] ?? ''}
          onChange={({currentTarget: {value}}) => onChange({columns: value === '' ? [] : [value]})}
        />
      )}
      {/* Either end may be open. */}
      {(kind === 'rows' || kind === 'range') && <Bounds draft={draft} onChange={onChange} />}
      {kind === 'list' && (
        <TagsInput
          label="Values"
          description="Press Enter after each"
          value={[...draft.values]}
          onChange={values => onChange({values})}
        />
      )}
      {kind === 'freshness' && (
        <NumberInput
          label="Newest value at most hours old"
          min={1}
          max={87_600}
          allowDecimal={false}
          value={draft.hours}
          onChange={value => onChange({hours: Number(value)})}
        />
      )}
      {kind === 'sql' ? (
        <OwnQuery draft={draft} onChange={onChange} />
      ) : (
        <TextInput
          label="Filter"
          description="SQL condition of the rows to check; all rows without it"
          placeholder="day >= DATE '2026-01-01'"
          value={draft.filter}
          onChange={event => onChange({filter: event.currentTarget.value})}
        />
      )}
    </>
  );
}

type PartProps = Omit<FieldsProps, 'columns'>;

/** Texts and no numbers: bounds may be dates, and longer than a number here can be. */
function Bounds({draft: {min, max}, onChange}: PartProps) {
  return (
    <div className={classes['fields']}>
      <TextInput
        label="Minimum"
        value={min}
        onChange={event => onChange({min: event.currentTarget.value})}
      />
      <TextInput
        label="Maximum"
        value={max}
        onChange={event => onChange({max: event.currentTarget.value})}
      />
    </div>
  );
}

/**
 * What no kind can say. Rows that it returns are those that are wrong, unless a condition says
 * otherwise.
 */
function OwnQuery({draft: {sql, condition}, onChange}: PartProps) {
  return (
    <>
      <Textarea
        label="Query"
        description="Expected to return no rows, or to meet the condition"
        required
        autosize
        minRows={3}
        maxRows={12}
        value={sql}
        onChange={event => onChange({sql: event.currentTarget.value})}
      />
      <ConditionFields condition={condition} onChange={onChange} />
    </>
  );
}

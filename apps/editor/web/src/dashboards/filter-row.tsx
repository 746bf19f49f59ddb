import {Button, NativeSelect, TextInput} from '@mantine/core';
import {useState} from 'react';
import classes from './dashboards.module.css';
import type {FilterField, FilterValues} from './filters.ts';

type FilterRowProps = {
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  readonly onApply: (values: FilterValues) => void;
};

/** A field for each variable; all of them are taken together, so that nothing is half chosen. */
export function FilterRow({fields, values, onApply}: FilterRowProps) {
  const [draft, setDraft] = useState(values);
  if (fields.length === 0) return null;
  return (
    <form
      className={classes['filters']}
      aria-label="Filters"
      onSubmit={event => {
        event.preventDefault();
        onApply(draft);
      }}
    >
      {fields.map(field => (
        <Field
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          onChange={value => setDraft({...draft, [field.name]: value})}
        />
      ))}
      <Button type="submit" size="xs" variant="default">
        Apply filters
      </Button>
      {Object.keys(values).length > 0 && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => onApply({})}>
          Clear filters
        </Button>
      )}
    </form>
  );
}

type FieldProps = {
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Field({field: {label, kind, fallback, choices}, value, onChange}: FieldProps) {
  const own = {size: 'xs', label} as const;
  if (choices.length > 0) {
    const shown = value === '' ? (fallback ?? '') : value;
    // A value of the dashboard or of the address may be another one than the query offers.
    const isOffered = choices.some(one => one.value === shown);
    return (
      <NativeSelect
        {...own}
        data={isOffered ? [...choices] : [{value: shown, label: shown}, ...choices]}
        value={shown}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...own}
      type={kind}
      // Numbers with a fraction, too.
      {...(kind === 'number' && {step: 'any'})}
      placeholder={fallback ?? 'value'}
      value={value === '' && kind === 'date' ? (fallback ?? '') : value}
      required={fallback === undefined}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

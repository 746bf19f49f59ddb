import {NativeSelect, Text, TextInput} from '@mantine/core';
import {DialogForm} from '@gazetteer/ui';
import {useState} from 'react';
import type {Dashboard} from '../api/wire.ts';
import classes from './dashboards.module.css';
import {type FilterField, filtersWith} from './filters.ts';

type Filter = Dashboard['filters'][number];

/** Which field asks for a value; the variable gets a text in each case. */
const kinds = [
  {value: 'text', label: 'Text'},
  {value: 'number', label: 'Number'},
  {value: 'date', label: 'Date'},
];

type FilterFormProps = {
  readonly fields: readonly FilterField[];
  readonly filters: Dashboard['filters'];
  readonly onDone: (filters: Dashboard['filters']) => void;
  readonly onCancel: () => void;
};

/** How the variables of the queries are asked for. */
export function FilterForm({fields, filters, onDone, onCancel}: FilterFormProps) {
  // All variables of the queries, also those that nobody has described yet.
  const [draft, setDraft] = useState<readonly Filter[]>(() =>
    fields.map(
      ({name}) =>
        filters.find(one => one.name === name) ?? {name, kind: 'text', label: '', value: ''},
    ),
  );
  const change = (name: string, more: Partial<Filter>) =>
    setDraft(draft.map(one => (one.name === name ? {...one, ...more} : one)));
  return (
    <DialogForm
      action="Change filters"
      onSubmit={() => onDone(filtersWith(filters, draft))}
      onCancel={onCancel}
      isBusy={false}
      isReady={fields.length > 0}
    >
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          Queries of this dashboard have no variables. Write {'${name}'} in a query to filter by it,
          then save the dashboard with a tile of that query.
        </Text>
      )}
      {draft.map(({name, kind, label, value}) => (
        <fieldset key={name} className={classes['fieldset']}>
          <legend>{name}</legend>
          <NativeSelect
            label="Kind"
            data={kinds}
            value={kind}
            onChange={event => change(name, {kind: event.currentTarget.value as Filter['kind']})}
          />
          <TextInput
            label="Label"
            placeholder={name}
            maxLength={200}
            value={label}
            onChange={event => change(name, {label: event.currentTarget.value})}
          />
          <TextInput
            label="Default value"
            maxLength={10_000}
            value={value}
            onChange={event => change(name, {value: event.currentTarget.value})}
          />
        </fieldset>
      ))}
    </DialogForm>
  );
}

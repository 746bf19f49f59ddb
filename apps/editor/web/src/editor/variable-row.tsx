import {type Variable, variablesIn} from '@gazetteer/sql';
import {DocsLink} from '@gazetteer/ui';
import {NativeSelect, TextInput} from '@mantine/core';
import {useMemo} from 'react';
import classes from './editor.module.css';
import {sheets} from './sheets.ts';
import type {Tab} from './tab.ts';

/**
 * A field for each variable of the text. Variables are found by the rules of packages/sql, which
 * the server fills them in by, too. Values stay with the sheet, also those of variables that are
 * not in the text just now.
 */
export function VariableRow({tab, text}: {tab: Tab; text: string}) {
  return (
    <VariableFields
      text={text}
      values={tab.variables}
      onChange={variables => sheets.change(tab.id, {variables})}
    />
  );
}

type VariableFieldsProps = {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
};

export function VariableFields({text, values, onChange}: VariableFieldsProps) {
  const variables = useMemo(() => variablesIn(text), [text]);
  if (variables.length === 0) return null;
  return (
    <div className={classes['variables']} role="group" aria-label="Variables">
      {variables.map(variable => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={value => {
            const {[variable.name]: _, ...rest} = values;
            // An empty field means the default.
            onChange(value === '' ? rest : {...rest, [variable.name]: value});
          }}
        />
      ))}
      <DocsLink to="editor-pages#variables">About variables</DocsLink>
    </div>
  );
}

type FieldProps = {
  readonly variable: Variable;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function VariableField({variable: {name, fallback, choices}, value, onChange}: FieldProps) {
  if (choices.length > 0) {
    return (
      <NativeSelect
        size="xs"
        className={classes['variable']}
        id={`variable-${name}`}
        label={name}
        data={[...choices]}
        value={value === '' ? fallback : value}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      className={classes['variable']}
      id={`variable-${name}`}
      label={name}
      placeholder={fallback ?? 'value'}
      value={value}
      required={fallback === undefined}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

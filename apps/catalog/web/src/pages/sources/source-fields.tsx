import {Fieldset, PasswordInput, Select, Stack, TextInput} from '@mantine/core';
import type {SourceKey} from './queries.ts';
import {keyLabel, plainText, type Values, whatToRead} from './source-texts.ts';

type SourceFieldsProps = {
  readonly keys: readonly SourceKey[];
  readonly values: Values;
  /** Secrets that are there already. */
  readonly saved: readonly string[];
  readonly onChange: (key: string, value: string) => void;
};

/** What a kind of source is asked. */
export function SourceFields({keys, ...form}: SourceFieldsProps) {
  const filters = keys.filter(key => whatToRead(keys, key));
  const others = keys.filter(key => !filters.includes(key));
  return (
    <>
      <Fieldset legend="Connection">
        <Stack gap="xs">
          {others.map(key => (
            <KeyField key={key.name} of={key} {...form} />
          ))}
        </Stack>
      </Fieldset>
      {filters.length > 0 && (
        <Fieldset legend="What to read">
          <Stack gap="xs">
            {filters.map(key => (
              <KeyField key={key.name} of={key} {...form} />
            ))}
          </Stack>
        </Fieldset>
      )}
    </>
  );
}

type KeyFieldProps = Omit<SourceFieldsProps, 'keys'> & {readonly of: SourceKey};

function KeyField({
  of: {name, kind, doc, default: otherwise, choices},
  values,
  saved,
  onChange,
}: KeyFieldProps) {
  const value = values[name] ?? '';
  const texts = {
    label: keyLabel(name),
    description: `${plainText(doc)}${kind === 'list' ? ' Separate several with commas.' : ''}`,
  };
  if (kind === 'flag' || kind === 'choice') {
    return (
      <Select
        {...texts}
        openOnFocus={false}
        clearable
        // What holds without a value, and no value.
        placeholder={otherwise}
        data={kind === 'flag' ? ['yes', 'no'] : [...(choices ?? [])]}
        value={value === '' ? null : value}
        onChange={chosen => onChange(name, chosen ?? '')}
      />
    );
  }
  if (kind === 'secret') {
    return (
      <PasswordInput
        {...texts}
        // A browser would fill in the user's own.
        autoComplete="new-password"
        placeholder={
          saved.includes(name) ? 'Saved. Leave empty to keep it at the same address.' : ''
        }
        value={value}
        onChange={event => onChange(name, event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...texts}
      placeholder={plainText(otherwise)}
      inputMode={kind === 'integer' ? 'numeric' : 'text'}
      spellCheck={false}
      value={value}
      onChange={event => onChange(name, event.currentTarget.value)}
    />
  );
}

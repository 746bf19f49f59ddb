import {Textarea, TextInput} from '@mantine/core';

type FieldProps = {readonly value: string; readonly onChange: (value: string) => void};

/**
 * What a query or a folder is called. Blanks alone are no name. As long as the server takes one; it
 * refuses what another document of the folder has.
 */
export function NameField({value, onChange}: FieldProps) {
  return (
    <TextInput
      label="Name"
      required
      data-autofocus
      maxLength={200}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

export function DescriptionField({value, onChange}: FieldProps) {
  return (
    <Textarea
      label="Description"
      maxLength={10_000}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

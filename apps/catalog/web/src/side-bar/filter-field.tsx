import {CloseButton, TextInput} from '@mantine/core';
import {Filter} from 'lucide-react';

type FilterFieldProps = {
  /** What is filtered, such as `terms`. */
  readonly of: string;
  readonly text: string;
  readonly onText: (text: string) => void;
};

/** Above a tree: it shows only what has the text. */
export function FilterField({of, text, onText}: FilterFieldProps) {
  return (
    <TextInput
      size="xs"
      placeholder={`Filter ${of}`}
      aria-label={`Filter ${of}`}
      leftSection={<Filter size={12} />}
      rightSection={
        text === '' ? undefined : (
          <CloseButton size="xs" aria-label="Clear the filter" onClick={() => onText('')} />
        )
      }
      value={text}
      onChange={event => onText(event.currentTarget.value)}
    />
  );
}

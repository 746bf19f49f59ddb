import {TextInput, type TextInputProps} from '@mantine/core';
import {Search} from 'lucide-react';

type SearchInputProps = Omit<TextInputProps, 'label' | 'aria-label' | 'onChange'> & {
  /** Its name, also where the placeholder says something else. */
  readonly label: string;
  readonly onChange: (text: string) => void;
};

/** For words to look for, or to narrow a list by. */
export function SearchInput({label, onChange, ...props}: SearchInputProps) {
  return (
    <TextInput
      size="xs"
      placeholder={label}
      aria-label={label}
      leftSection={<Search size={14} />}
      onChange={event => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}

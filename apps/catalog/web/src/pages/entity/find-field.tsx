import {SearchInput} from '@gazetteer/ui';
import {useDebouncedCallback} from '@mantine/hooks';
import {useEffect, useRef, useState} from 'react';

/** What is typed is asked for when somebody stops typing. */
export function FindField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  // What this field has told itself comes back by the address, and must not overwrite what was
  // typed since.
  const sent = useRef(value);
  const ask = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next === '' ? undefined : next);
  }, 200);
  useEffect(() => {
    // A link, Back or Clear has changed it.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  return (
    <SearchInput
      label={label}
      w={260}
      maxLength={200}
      placeholder={placeholder}
      value={text}
      onChange={next => {
        setText(next);
        ask(next.trim());
      }}
    />
  );
}

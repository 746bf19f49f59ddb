import {TextInput, type TextInputProps} from '@mantine/core';
import {useEffect, useState} from 'react';
import {localTime} from './time-text.ts';

type TimeFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** Epoch milliseconds. */
  readonly time: number | undefined;
  readonly onChange: (ms: number | undefined) => void;
};

/** A time of the clock on the wall of whoever looks at it. */
export function TimeField({time, onChange, ...rest}: TimeFieldProps) {
  const given = time === undefined ? '' : localTime(time);
  // Its own, since what is made of a change may take a moment to come back, in which the field
  // would show the old time again.
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  return (
    <TextInput
      step={1}
      {...rest}
      type="datetime-local"
      value={text}
      onChange={event => {
        const next = event.currentTarget.value;
        setText(next);
        onChange(next === '' ? undefined : new Date(next).getTime());
      }}
    />
  );
}

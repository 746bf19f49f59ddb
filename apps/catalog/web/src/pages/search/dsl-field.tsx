import {Combobox, Textarea, useCombobox} from '@mantine/core';
import {isPressed} from '@gazetteer/ui';
import {useLayoutEffect, useRef, useState} from 'react';
import {isInternal, useTypes} from '../../api/type-index.ts';
import {sendKey} from '../../shell/keys.ts';
import {completeDsl} from './dsl-completion.ts';

type DslFieldProps = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
};

/** The text of a query, with names to complete the word at the caret. */
export function DslField({value, onChange, onRun}: DslFieldProps) {
  const types = useTypes();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the caret goes when the text of an option is there. */
  const accepted = useRef<number>(undefined);
  const [caret, setCaret] = useState<number>();
  const combobox = useCombobox({onDropdownClose: () => combobox.resetSelectedOption()});
  // Types of the system are not offered; they can be typed.
  const shown = (names: Iterable<string>) =>
    [...names].filter(name => !isInternal(name)).toSorted();
  const {from, to, options} = completeDsl(value, caret ?? 0, {
    types: shown(types.entities.keys()),
    classifications: shown(types.classifications.keys()),
    attributesOf: name => [
      ...types.attributesOf(name).map(one => one.name),
      ...types.relationshipAttributesOf(name).map(one => one.name),
    ],
  });
  const isOpen = combobox.dropdownOpened && caret !== undefined && options.length > 0;
  const accept = (option: string) => {
    combobox.closeDropdown();
    onChange(value.slice(0, from) + option + value.slice(to));
    accepted.current = from + option.length;
  };
  // Together with the new text: in the next frame somebody who types fast may have gone on.
  useLayoutEffect(() => {
    const end = accepted.current;
    accepted.current = undefined;
    if (end !== undefined) field.current?.setSelectionRange(end, end);
  }, [value]);
  return (
    // In the page, else a dialog around it would take a click on an option for one outside.
    <Combobox store={combobox} onOptionSubmit={accept} withinPortal={false}>
      {/* With nothing to choose from the arrows move the caret. */}
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          ref={field}
          label="Query"
          description="Ctrl+Enter runs it; the arrow keys and Enter complete a name"
          // A language of English words reads from left to right.
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autosize
          minRows={2}
          maxRows={10}
          styles={{input: {fontFamily: 'var(--mantine-font-family-monospace)'}}}
          value={value}
          onChange={event => {
            onChange(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={event => {
            if (!isPressed(sendKey, event)) return;
            combobox.closeDropdown();
            onRun();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="Completions">
          {options.map(option => (
            <Combobox.Option key={option} value={option}>
              <code>{option}</code>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

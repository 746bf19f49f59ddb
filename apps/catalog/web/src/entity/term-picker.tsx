import {MultiSelect} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {glossaryHitsQuery} from '../api/queries.ts';

export type ChosenTerm = {readonly guid: string; readonly label: string};

type TermPickerProps = {
  readonly label: string;
  readonly isRequired?: boolean;
  /** Where a dialog begins. */
  readonly isFirst?: boolean;
  readonly value: readonly ChosenTerm[];
  readonly onChange: (value: readonly ChosenTerm[]) => void;
  /** Guids that cannot be chosen. */
  readonly hidden?: readonly string[];
};

/** More than a list shows without scrolling; who does not find it types on. */
const atOnce = 30;
const nobody: readonly string[] = [];

/** Finds terms of all glossaries while typing. */
export function TermPicker({
  label,
  isRequired = false,
  isFirst = false,
  value,
  onChange,
  hidden = nobody,
}: TermPickerProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [waited] = useDebouncedValue(text.trim(), 150);
  const found = useQuery({
    ...glossaryHitsQuery(waited, 0, 'TERM', atOnce),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const known = new Map<string, ChosenTerm & {readonly note?: string}>();
  for (const {guid, name, glossaryName} of found.data?.hits ?? []) {
    if (!hidden.includes(guid)) known.set(guid, {guid, label: name, note: glossaryName});
  }
  for (const one of value) if (!known.has(one.guid)) known.set(one.guid, one);
  // Also during the pause before the question: that nothing was found is not known then.
  const isWaiting = found.isFetching || waited !== text.trim();
  return (
    <MultiSelect
      label={label}
      required={isRequired}
      {...(isFirst ? {'data-autofocus': true} : {})}
      searchable
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already, over more than names.
      filter={({options}) => options}
      placeholder={value.length === 0 ? 'Find terms' : ''}
      nothingFoundMessage={
        found.isError ? 'Couldn’t load terms' : isWaiting ? 'Searching…' : 'No such term'
      }
      data={[...known.values()].map(one => ({value: one.guid, label: one.label}))}
      renderOption={({option}) => (
        <span>
          <bdi>{option.label}</bdi>
          {known.get(option.value)?.note !== undefined && (
            <>
              <br />
              <small>
                <bdi>{known.get(option.value)?.note}</bdi>
              </small>
            </>
          )}
        </span>
      )}
      value={value.map(one => one.guid)}
      onChange={guids => {
        onChange(
          guids
            .flatMap(guid => known.get(guid) ?? [])
            .map(one => ({guid: one.guid, label: one.label})),
        );
        setText('');
        // Open, it would cover the button of a dialog.
        setOpen(false);
      }}
    />
  );
}

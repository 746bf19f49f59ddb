import {TagsInput, Text} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {peopleQuery, typeaheadQuery} from '../api/queries.ts';

type PeopleFieldProps = {
  readonly label: string;
  readonly description?: string;
  readonly isFirst?: boolean;
  readonly value: readonly string[];
  readonly onChange: (names: string[]) => void;
};

/** Users and groups, found by name while typing; whoever is not known here is typed in full. */
export function PeopleField({label, description, isFirst, value, onChange}: PeopleFieldProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [waited] = useDebouncedValue(text.trim(), 150);
  const {data: people} = useQuery({
    ...peopleQuery(waited),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  // Owners that assets have already: hooks write names there that the user files do not know.
  const {data: known} = useQuery({
    ...typeaheadQuery(waited),
    enabled: isOpen && waited !== '',
    placeholderData: keepPreviousData,
  });
  const groups = new Set(people?.groups);
  const names = [
    ...(people?.users ?? []),
    ...groups,
    ...(waited === '' ? [] : (known?.owners ?? [])),
  ];
  return (
    <TagsInput
      label={label}
      description={description}
      {...(isFirst === true ? {'data-autofocus': true} : {})}
      // Names may have commas and blanks.
      splitChars={[]}
      maxTags={50}
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchValue={text}
      onSearchChange={next => {
        setText(next);
        setOpen(next !== '');
      }}
      data={[...new Set(names)]}
      renderOption={({option}) => (
        <>
          <bdi>{option.value}</bdi>
          {groups.has(option.value) && (
            <Text span size="xs" c="dimmed">
              group
            </Text>
          )}
        </>
      )}
      value={[...value]}
      onChange={next => {
        onChange(next);
        // Open, it would cover the fields below.
        setOpen(false);
      }}
    />
  );
}

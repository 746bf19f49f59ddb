import {MultiSelect} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {quickSearchQuery} from '../api/queries.ts';
import {allEntityTypes, isInternal} from '../api/type-index.ts';
import type {ObjectRef} from '../api/wire.ts';
import {typeLabel} from './display-name.ts';
import {nameOf} from './name-of.ts';

type EntityPickerProps = {
  readonly label: string;
  readonly labelProps?: {readonly title: string};
  readonly description?: string;
  readonly required?: boolean;
  readonly typeName: string;
  readonly isMany: boolean;
  readonly value: readonly ObjectRef[];
  readonly onChange: (value: readonly ObjectRef[]) => void;
};

/** Finds entities of a type, sub-types included, while typing. */
export function EntityPicker({typeName, isMany, value, onChange, ...common}: EntityPickerProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [waited] = useDebouncedValue(text.trim(), 150);
  const found = useQuery({
    ...quickSearchQuery({
      typeName,
      query: waited === '' ? '*' : waited,
      limit: 20,
      excludeDeletedEntities: true,
      includeSubTypes: true,
    }),
    // A form may have many of these: each asks when somebody opens it.
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const known = new Map<string, ObjectRef & {readonly note?: string}>();
  for (const entity of found.data?.searchResults.entities ?? []) {
    if (isInternal(entity.typeName)) continue;
    const unique = entity.attributes['qualifiedName'];
    known.set(entity.guid, {
      guid: entity.guid,
      typeName: entity.typeName,
      displayText: nameOf(entity),
      note: typeof unique === 'string' ? unique : typeLabel(entity.typeName),
    });
  }
  // What is chosen stays known to the field when the list is of something else, or it would lose
  // its name.
  for (const one of value) if (!known.has(one.guid)) known.set(one.guid, one);
  return (
    <MultiSelect
      {...common}
      searchable
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already, over more than is listed.
      filter={({options}) => options}
      placeholder={
        value.length > 0
          ? ''
          : typeName === allEntityTypes
            ? 'Find entities'
            : `Find ${typeLabel(typeName)}`
      }
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
      data={[...known.values()].map(one => ({value: one.guid, label: one.displayText ?? one.guid}))}
      renderOption={({option}) => (
        <span>
          <bdi>{option.label}</bdi>
          <br />
          <small>
            <bdi>{known.get(option.value)?.note}</bdi>
          </small>
        </span>
      )}
      value={value.map(one => one.guid)}
      onChange={guids => {
        // The next one takes the place of the first.
        const chosen = isMany ? guids : guids.slice(-1);
        onChange(
          chosen
            .flatMap(guid => known.get(guid) ?? [])
            .map(({guid, typeName, displayText}) => ({
              guid,
              typeName,
              ...(displayText === undefined ? {} : {displayText}),
            })),
        );
        setText('');
        setOpen(false);
      }}
    />
  );
}

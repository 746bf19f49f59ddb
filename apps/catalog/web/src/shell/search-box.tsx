import {Combobox, Kbd, Text, TextInput, useCombobox} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {Search, Sparkles} from 'lucide-react';
import {useEffect, useRef, useState} from 'react';
import {quickSearchQuery, suggestionsQuery} from '../api/queries.ts';
import {allEntityTypes, isInternal} from '../api/type-index.ts';
import type {EntityHeader} from '../api/wire.ts';
import {nameOf} from '../entity/name-of.ts';
import {TypeIcon} from '../entity/type-icon.tsx';
import {searchLink} from '../pages/search/search-link.ts';
import {useSearchLink} from '../side-bar/use-search-link.ts';
import classes from './search-box.module.css';

/** Finds while typing: entities to go to, and words to search for. `/` leads here from everywhere. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const link = useSearchLink();
  // A query of the query language is not made of words.
  const shown = link?.searchType === 'dsl' ? '' : (link?.query ?? '');
  const [text, setText] = useState(shown);
  const [waited] = useDebouncedValue(text.trim(), 150);
  const combobox = useCombobox({onDropdownClose: () => combobox.resetSelectedOption()});
  useEffect(() => setText(shown), [shown]);
  useSlashKey(input);

  const isAsking = waited.length >= 2 && combobox.dropdownOpened;
  const found = useQuery({
    ...quickSearchQuery({
      query: waited,
      typeName: allEntityTypes,
      limit: 6,
      excludeDeletedEntities: true,
      includeSubTypes: true,
    }),
    enabled: isAsking,
    placeholderData: keepPreviousData,
  });
  const words = useQuery({...suggestionsQuery(waited), enabled: isAsking, placeholderData: keepPreviousData});
  const entities = (isAsking ? (found.data?.searchResults.entities ?? []) : []).filter(
    entity => !isInternal(entity.typeName),
  );
  const suggestions = isAsking ? (words.data ?? []).filter(word => word !== waited) : [];

  const search = (query: string) => {
    combobox.closeDropdown();
    setText(query);
    void navigate({to: '/search/searchResult', search: searchLink({type: allEntityTypes, query: query.trim()})});
  };
  const choose = (value: string) => {
    if (value.startsWith('word:')) return search(value.slice('word:'.length));
    combobox.closeDropdown();
    // What was searched for is found.
    setText('');
    return void navigate({to: '/detailPage/$guid', params: {guid: value.slice('entity:'.length)}});
  };
  const submit = (event: {preventDefault: () => void}) => {
    event.preventDefault();
    // Enter on an option is a choice, which the list has seen already.
    if (combobox.getSelectedOptionIndex() < 0) search(text);
  };
  return (
    <form role="search" onSubmit={submit}>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
        <Combobox.Target>
          <TextInput
            ref={input}
            aria-label="Search the catalog"
            placeholder="Search the catalog"
            leftSection={<Search size={16} />}
            classNames={{input: classes['input'] ?? ''}}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                /
              </Kbd>
            }
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={event => {
              setText(event.currentTarget.value);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={classes['dropdown'] ?? ''} hidden={entities.length + suggestions.length === 0}>
          <Combobox.Options mah="min(36rem, 70vh)" style={{overflowY: 'auto'}}>
            {entities.length > 0 && (
              <Combobox.Group label="Entities">
                {entities.map(entity => (
                  <Combobox.Option key={entity.guid} value={`entity:${entity.guid}`}>
                    <span className={classes['option']}>
                      <TypeIcon typeName={entity.typeName} />
                      <bdi className={classes['ellipsis']}>{nameOf(entity)}</bdi>
                      <Text span size="xs" c="dimmed">
                        {entity.typeName}
                      </Text>
                      <Place entity={entity} />
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
            {suggestions.length > 0 && (
              <Combobox.Group label="Words">
                {suggestions.map(word => (
                  <Combobox.Option key={word} value={`word:${word}`}>
                    <span className={classes['option']}>
                      <Sparkles size={14} aria-hidden />
                      <bdi className={classes['ellipsis']}>{word}</bdi>
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </form>
  );
}

/** Tells columns of one name from each other. */
function Place({entity}: {entity: EntityHeader}) {
  const {qualifiedName} = entity.attributes;
  if (typeof qualifiedName !== 'string' || qualifiedName === nameOf(entity)) return null;
  return (
    <small className={classes['place']}>
      <bdi>{qualifiedName}</bdi>
    </small>
  );
}

function useSlashKey(input: {readonly current: HTMLInputElement | null}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.closest('input, select, textarea, [contenteditable]') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [input]);
}

import {Combobox, Kbd, Text, TextInput, useCombobox} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {isPressed, useOtherHalf} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {Search} from 'lucide-react';
import {useEffect, useMemo, useRef, useState} from 'react';
import {useMay} from '../api/may.tsx';
import {session} from '../api/client.ts';
import {
  foundInEditorQuery,
  otherHalfUrl,
  savedSearchesQuery,
  sessionQuery,
  typeaheadQuery,
  typesQuery,
} from '../api/queries.ts';
import {allEntityTypes, isInternal} from '../api/type-index.ts';
import {navigation} from '../pages/navigation.ts';
import {linkOfSaved, searchLink} from '../pages/search/search-link.ts';
import {useSearchLink} from '../side-bar/use-search-link.ts';
import {searchKeys} from './keys.ts';
import classes from './search-box.module.css';
import {type ChoiceGroup, choicesFor, type Target} from './search-choices.ts';
import {ChoiceOption} from './search-option.tsx';
import {recentVisits} from './visits.ts';

/**
 * Finds while typing, among everything that has a page or a search. `/` and Ctrl+K lead here from
 * everywhere.
 */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const go = useGo();
  // On a page of results the box has what was searched for.
  const link = useSearchLink();
  // A query of the query language is not made of words.
  const shown = link?.searchType === 'dsl' ? '' : (link?.query ?? '');
  const [text, setText] = useState(shown);
  const combobox = useCombobox({onDropdownClose: () => combobox.resetSelectedOption()});
  // A link, or the way back, brings another query.
  useEffect(() => setText(shown), [shown]);
  useSearchKeys(input);
  const found = useChoices(text, combobox.dropdownOpened);
  const choices = found.groups.flatMap(group => group.choices);

  const choose = (id: string) => {
    const choice = choices.find(one => one.id === id);
    combobox.closeDropdown();
    if (choice === undefined) return;
    // What was searched for is found.
    setText(choice.kind === 'words' ? choice.label : '');
    go(choice.to);
  };
  const submit = (event: {preventDefault: () => void}) => {
    event.preventDefault();
    // Enter on an option is a choice, which the list has seen already.
    if (combobox.getSelectedOptionIndex() >= 0) return;
    combobox.closeDropdown();
    go({search: {type: allEntityTypes, query: text.trim()}});
  };
  return (
    <form role="search" onSubmit={submit}>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
        <Combobox.Target>
          <TextInput
            ref={input}
            aria-label="Search the catalog"
            placeholder="Search assets, columns, terms, owners"
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
            onFocus={() => combobox.openDropdown()}
            // It may have the focus already.
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown
          className={classes['dropdown'] ?? ''}
          // At first use there is nothing to offer.
          hidden={text.trim() === '' && choices.length === 0}
          data-stale={found.isWaiting || undefined}
        >
          <Suggestions text={text} found={found} />
        </Combobox.Dropdown>
      </Combobox>
    </form>
  );
}

/** The server takes no longer ones. */
const maxEditorText = 200;

type Choices = {
  readonly groups: readonly ChoiceGroup[];
  readonly isWaiting: boolean;
  readonly isError: boolean;
};

function Suggestions({text, found}: {readonly text: string; readonly found: Choices}) {
  const {groups, isWaiting, isError} = found;
  return (
    <section aria-label="Suggestions">
      <Combobox.Options
        aria-label="Suggestions"
        mah="min(36rem, 70vh)"
        style={{overflowY: 'auto'}}
        tabIndex={0}
      >
        {groups.map(({label, choices}) => (
          <Combobox.Group key={label} label={label}>
            {choices.map(one => (
              <ChoiceOption key={one.id} choice={one} sought={text} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {groups.every(group => group.choices.length === 0) && (
        <Combobox.Empty>
          {isError ? 'Couldn’t search' : isWaiting ? 'Searching…' : 'No results'}
        </Combobox.Empty>
      )}
      <Combobox.Footer className={classes['footer'] ?? ''}>
        <Text span size="xs" c="dimmed">
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to select, <Kbd size="xs">Enter</Kbd>{' '}
          {text.trim() === '' ? 'to open' : 'without a selection for all results'}
        </Text>
      </Combobox.Footer>
    </section>
  );
}

/**
 * What fits the text; what came for the text before stays until the answer is there. One request at
 * each pause.
 */
function useChoices(text: string, isOpen: boolean): Choices {
  // Short enough that it seems to be at once.
  const [waited] = useDebouncedValue(text.trim(), 120);
  // The frame of all pages stands whatever becomes of them.
  const types = useQuery(typesQuery).data;
  const may = useMay();
  const isAsking = isOpen && waited !== '' && text.trim() !== '';
  const found = useQuery({
    ...typeaheadQuery(waited),
    enabled: isAsking,
    placeholderData: keepPreviousData,
  });
  const isBesideEditor = useOtherHalf(session, otherHalfUrl)?.pages !== undefined;
  const isText = waited.length <= maxEditorText;
  const {data: inEditor = []} = useQuery({
    ...foundInEditorQuery(waited),
    enabled: isAsking && isBesideEditor && isText,
    placeholderData: keepPreviousData,
  });
  const saved = useQuery({...savedSearchesQuery, enabled: isOpen}).data;
  const userName = useQuery(sessionQuery).data?.userName ?? '';
  // Read when it opens: pages that were shown meanwhile are there.
  const visits = useMemo(() => (isOpen ? recentVisits(userName) : []), [isOpen, userName]);
  const classifications = (types?.classificationDefs ?? [])
    .map(({name}) => name)
    .filter(name => !isInternal(name));
  const pages = navigation.filter(({needs}) => needs === undefined || may(...needs));
  const known = {
    visits,
    saved: saved ?? [],
    classifications,
    pages,
    inEditor: isAsking ? inEditor : [],
    linkOfSaved,
  };
  return {
    groups: isOpen ? choicesFor(text, isAsking ? found.data : undefined, known) : [],
    isWaiting: isAsking && (found.isFetching || waited !== text.trim()),
    isError: isAsking && found.isError,
  };
}

function useGo(): (target: Target) => void {
  const navigate = useNavigate();
  return target => {
    if ('entity' in target)
      return void navigate({to: '/detailPage/$guid', params: {guid: target.entity}});
    if ('term' in target)
      return void navigate({
        to: '/glossary/$guid',
        params: {guid: target.term},
        search: {gtype: 'term'},
      });
    if ('address' in target) return location.assign(target.address);
    if ('page' in target) return void navigate({to: target.page});
    return void navigate({to: '/search/searchResult', search: searchLink(target.search)});
  };
}

const [slash, everywhere] = searchKeys;

/** `/` where nothing is typed, Ctrl+K (on a Mac Cmd+K) everywhere. */
function useSearchKeys(input: {readonly current: HTMLInputElement | null}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      // There a slash is a slash.
      const isTyping = target.closest('input, select, textarea, [contenteditable]') !== null;
      const isHeld = event.ctrlKey || event.metaKey || event.altKey;
      const isSlash = event.key === slash && !isTyping && !isHeld;
      if (!isSlash && !isPressed(everywhere, event)) return;
      event.preventDefault();
      input.current?.focus();
      // What is typed next takes the place of what was there.
      input.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [input]);
}
